"""Summaries of visits and recordings for the window: small frozen objects from the worker. No Qt."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.speech.dates import day_word
from app.visit.payload import RecordedRun, ReferenceChoice, reference_of
from core.errors import Problem, TorsionError
from core.exchange.arrangement import Arrangement
from core.exchange.joining import Alignment
from core.identification.result import IdentificationResult
from core.payload.plan import PayloadPlan
from core.payload.result import PayloadResult
from core.recognition.understanding import Group
from core.recording import Dropped, FloatArray, Mark, TorqueKind
from core.stiffness.result import ReducedStiffness
from core.storage.tag import VisitTag, usual_name
from core.workflow import Made, Product, Progress


def usual_visit_name(robot: str, *, serial: str, recorded_at: str) -> str:
    """Robot, serial number and day, as far as they are known."""
    return usual_name(robot, serial, day_word(recorded_at))


@dataclass(frozen=True)
class RobotChoice:
    """A selectable robot; ``name`` is a shipped name, or the path of a description."""

    name: str
    title: str
    joint_count: int
    notes: tuple[Problem, ...] = ()
    """Remarks on what was assumed, merged or left out when the description was read from a file."""
    mounting: str = "table"
    """Mounting that the description states."""


@dataclass(frozen=True)
class RecordingSummary:
    """One recording, for a row of a table; ``duration`` in s, ``rate`` in Hz."""

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
    """Mark of a source that is not a real arm."""
    device: str = ""
    """Address of the controller; empty for a file."""
    serial: str = ""
    missing: int = 0
    """Number of samples that were lost on the way."""
    incomplete: str = ""
    """Code of the error that ended it early; empty if it is complete."""
    is_check: bool = False
    """True for a recording of an encoder check; its motions are too small for a model."""
    is_sweeps: bool = False
    """True for friction sweeps; they help a fit, but make no model alone."""
    is_load_steps: bool = False
    """True for load steps, which show the twist of the gears; they make no model alone."""
    load_joints: tuple[int, ...] = ()
    """Joints, from 0, that the load steps loaded."""
    is_ramp: bool = False
    """True for the slower stages of a motion, without its full speed."""
    has_twist: bool = False
    """True if any joint was recorded by both its encoders."""
    is_payload: bool = False
    """True for sweeps of two joints for the payload; they make no model alone."""
    is_torque_ramps: bool = False
    """True for gears on a bench, wound up and down; they make no model."""
    is_standing: bool = False
    """True for an arm measured at rest, for its bending under load; it makes no model alone."""

    @property
    def makes_model(self) -> bool:
        """True if a model can be identified from it."""
        return not (
            self.is_check
            or self.is_sweeps
            or self.is_load_steps
            or self.is_payload
            or self.is_torque_ramps
            or self.is_standing
        )


@dataclass(frozen=True)
class VisitSummary:
    """Summary of a visit; ``prismatic`` is True for each joint that slides."""

    path: str
    robot: str
    joint_names: tuple[str, ...]
    prismatic: tuple[bool, ...]
    recordings: tuple[RecordingSummary, ...]
    products: Mapping[str, Made] = field(default_factory=dict)
    """The newest of each product in the file, with its sources."""
    payload_runs: tuple[RecordedRun, ...] = ()
    """Runs of sweeps for a payload, without and with it, in the order in which they were made."""
    chosen_reference: ReferenceChoice | None = None
    """The reference of the payload that the user chose."""
    mounting: str = "table"
    """Name of the mounting, as ``core.robot.mounting`` gives it."""
    tag: VisitTag = field(default_factory=VisitTag)
    """Name, customer, serial number and note that a person entered."""
    recorded_at: str = ""
    """Time of the first recording, else of the file's creation."""

    @property
    def name(self) -> str:
        """Name of the visit."""
        return self.tag.name or self.usual_name

    @property
    def usual_name(self) -> str:
        """Name of the visit while it has been given none."""
        return usual_visit_name(
            self.robot, serial=self.serial or self.tag.serial, recorded_at=self.recorded_at
        )

    def key(self, product: Product) -> str:
        """Key of the newest result that is this product; empty without one."""
        made = self.products.get(product)
        return "" if made is None else made.revision

    def made_from(self, product: Product, source: Product) -> str:
        """Revision of ``source`` that the newest of ``product`` was made from; empty if unknown."""
        made = self.products.get(product)
        return "" if made is None else made.made_from.get(source, "")

    @property
    def payload_reference(self) -> ReferenceChoice | None:
        """The present reference of the payload; None without one."""
        return reference_of(self.chosen_reference, self.payload_runs)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of all recordings, in the order of ``Mark``."""
        found = {recording.mark for recording in self.recordings}
        return tuple(mark for mark in Mark if mark is not Mark.NONE and mark in found)

    @property
    def serial(self) -> str:
        """Serial number of the arm that was recorded last; empty if all recordings are from files."""
        return next((found.serial for found in reversed(self.recordings) if found.serial), "")

    @property
    def device(self) -> str:
        """Address of the controller that recorded last; empty if all recordings are from files."""
        return next((found.device for found in reversed(self.recordings) if found.device), "")

    def recording(self, label: str) -> RecordingSummary:
        """The recording with this label."""
        return next(found for found in self.recordings if found.label == label)


@dataclass(frozen=True)
class RescuedRecording:
    """A recording of a program that crashed; it was adopted when the visit was opened."""

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
    """Errors of parts beside the file that could not be adopted."""
    result_is_partial: bool = False
    """True if the fit of ``result`` was stopped; it can be continued."""
    payload: PayloadResult | None = None
    """The newest result for the payload."""
    payload_plan: PayloadPlan | None = None
    """The newest plan of sweeps for a payload."""
    stiffness: ReducedStiffness | None = None
    """The newest stiffness of the whole arm."""


@dataclass(frozen=True)
class FileToImport:
    """A file to import, with the user's entries; ``rows`` count from 1, both ends included."""

    path: str
    label: str
    rows: tuple[int, int] | None = None
    payload_mass: float | None = None
    layout: str = ""
    """Name or file of the layout; if empty, the file is recognised."""
    columns: tuple[str, ...] = ()
    """Answers about a recognised file, such as ``14-19=current A``, ``rate:500`` or ``topic:/joints``."""
    arrangement: Arrangement = Arrangement.SEPARATE
    """Way from all files of the import to recordings; the same for each file."""


@dataclass(frozen=True)
class RecognisedFile:
    """A file that was looked at: the meaning of its columns, or the error that prevents it."""

    path: str
    groups: tuple[Group, ...] = ()
    names: tuple[str, ...] = ()
    """Names of the columns, in the order of the file."""
    first_rows: tuple[tuple[str, ...], ...] = ()
    error: Exception | None = None
    """Error of a file that cannot be read, or of one without a clock."""


@dataclass(frozen=True)
class ImportOutcome:
    """The visit after an import, and the files that could not be imported with their errors."""

    summary: VisitSummary
    failures: tuple[tuple[str, Exception], ...]
    labels: tuple[str, ...] = ()
    """Labels of the recordings that were imported."""
    clocks: Mapping[str, Alignment] = field(default_factory=dict)
    """Clocks of the files that were joined to the first one, by their labels."""


@dataclass(frozen=True)
class MeasuredAgainstModel:
    """Torques over one recording: ``time`` (N,) s; the others (N, joints) N·m (N), filtered alike.

    ``rigid`` is ``modelled`` without the joint's own friction, ``learned`` the part learned from the twist.
    """

    recording: str
    time: FloatArray
    measured: FloatArray
    modelled: FloatArray
    rigid: FloatArray
    learned: FloatArray
