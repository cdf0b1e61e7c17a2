"""What the window knows about files and recordings: small frozen objects from the worker. No Qt."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.visit.payload_reference import ReferenceChoice, reference_of
from app.visit.payload_runs import RecordedRun
from core.errors import TorsionError
from core.identification.result import IdentificationResult
from core.payload.plan import PayloadPlan
from core.payload.result import PayloadResult
from core.recording import Dropped, FloatArray, Mark, TorqueKind
from core.stiffness.result import ReducedStiffness
from core.workflow import Made, Product, Progress


@dataclass(frozen=True)
class RobotChoice:
    """A robot that can be chosen: a shipped name, or the path of a description."""

    name: str
    title: str
    joint_count: int


@dataclass(frozen=True)
class RecordingSummary:
    """One recording as a row of a table; seconds and hertz."""

    label: str
    file: str
    duration: float
    sample_count: int
    rate: float
    first_row: int
    last_row: int
    torque_kind: TorqueKind
    has_current: bool
    payload_mass: float | None
    dropped: tuple[Dropped, ...]
    mark: Mark = Mark.NONE
    """What stands behind it where it is no real arm."""
    device: str = ""
    """How the controller was named that made it; empty for a file."""
    serial: str = ""
    missing: int = 0
    """Samples that were lost on the way."""
    incomplete: str = ""
    """Why it ended early, as an error's code."""
    is_check: bool = False
    """Whether it was made to compare the encoders; such small motions identify nothing."""
    is_sweeps: bool = False
    """Whether joints were swept for their friction; it helps a fit, but makes no model alone."""
    is_load_steps: bool = False
    """Whether joints were loaded slowly so that their gears' twist shows; it makes no model alone."""
    is_ramp: bool = False
    """Whether it holds the slower stages of a motion alone, without its full speed."""
    has_twist: bool = False
    """Whether some joint was recorded by both its encoders."""
    is_payload: bool = False
    """Whether two joints were swept for what hangs on the flange; it makes no model alone."""
    is_standing: bool = False
    """Whether the arm was looked at where it stood, for what a load bends; it makes no model alone."""

    @property
    def makes_model(self) -> bool:
        """Whether a model can be made of it."""
        return not (
            self.is_check or self.is_sweeps or self.is_load_steps or self.is_payload or self.is_standing
        )


@dataclass(frozen=True)
class VisitSummary:
    """A visit as the window shows it; ``prismatic`` says per joint whether it slides."""

    path: str
    robot: str
    joint_names: tuple[str, ...]
    prismatic: tuple[bool, ...]
    recordings: tuple[RecordingSummary, ...]
    products: Mapping[str, Made] = field(default_factory=dict)
    """What the file holds of each product, the newest of it, and what that was made from."""
    payload_runs: tuple[RecordedRun, ...] = ()
    """Sweeps for a payload, without and with it, in the order in which they were made."""
    chosen_reference: ReferenceChoice | None = None
    """The reference of the payload that the user chose."""

    def key(self, product: Product) -> str:
        """Key of the newest result that is the product; empty where there is none."""
        made = self.products.get(product)
        return "" if made is None else made.revision

    def made_from(self, product: Product, source: Product) -> str:
        """Revision of ``source`` that the newest of ``product`` was made from; empty where it is unknown."""
        made = self.products.get(product)
        return "" if made is None else made.made_from.get(source, "")

    @property
    def payload_reference(self) -> ReferenceChoice | None:
        """The reference of the loaded arm; None where there is none yet."""
        return reference_of(self.chosen_reference, self.payload_runs)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Every mark that some recording carries, in one order."""
        found = {recording.mark for recording in self.recordings}
        return tuple(mark for mark in Mark if mark is not Mark.NONE and mark in found)

    @property
    def serial(self) -> str:
        """Serial number of the arm that was recorded last; empty where all came from files."""
        return next((found.serial for found in reversed(self.recordings) if found.serial), "")

    @property
    def device(self) -> str:
        """The controller that recorded last; empty where all came from files."""
        return next((found.device for found in reversed(self.recordings) if found.device), "")

    def recording(self, label: str) -> RecordingSummary:
        """The recording of that label."""
        return next(found for found in self.recordings if found.label == label)


@dataclass(frozen=True)
class RescuedRecording:
    """A recording whose program ended before it did; taken in when the visit was opened."""

    label: str
    seconds: float


@dataclass(frozen=True)
class OpenedVisit:
    """A visit with its last identification, if it has one, and the progress in it."""

    summary: VisitSummary
    result: IdentificationResult | None
    progress: Progress | None = None
    rescued: tuple[RescuedRecording, ...] = ()
    left_behind: tuple[TorsionError, ...] = ()
    """Why other parts beside the file could not be taken in."""
    result_is_partial: bool = False
    """The fit of ``result`` was stopped; it can go on."""
    payload: PayloadResult | None = None
    """What was found on the flange, the newest of it."""
    payload_plan: PayloadPlan | None = None
    """The sweeps that were planned last."""
    stiffness: ReducedStiffness | None = None
    """What the whole arm gives, the newest of it."""


@dataclass(frozen=True)
class FileToImport:
    """A file that the user added, with what they entered about it; rows are 1-based, both ends included."""

    path: str
    label: str
    rows: tuple[int, int] | None = None
    payload_mass: float | None = None
    layout: str = ""
    """Name or file of the layout; found by the file's ending where nothing is said."""


@dataclass(frozen=True)
class ImportOutcome:
    """The visit after an import, and the files that did not make it."""

    summary: VisitSummary
    failures: tuple[tuple[str, Exception], ...]


@dataclass(frozen=True)
class MeasuredAgainstModel:
    """One recording for the plots: ``time`` (N,) s; the others (N, joints) N·m (N), filtered alike.

    Of ``modelled``, ``rigid`` is what is not the joint's own friction, ``learned`` what was
    learned from the twist.
    """

    recording: str
    time: FloatArray
    measured: FloatArray
    modelled: FloatArray
    rigid: FloatArray
    learned: FloatArray
