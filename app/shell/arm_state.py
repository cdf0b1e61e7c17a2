"""The state of an arm: read from a visit, or from all visits to an arm in the catalogue. No Qt.

Runs for ``torsion state``, and in the worker process of the window.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.catalogue.arm_state import KINDS, Dated, SubjectState, state_of, whole_of
from core.encoders.result import ENCODER_CHECK, EncoderCheck
from core.errors import TorsionError
from core.quality import Word
from core.recording import Mark

if TYPE_CHECKING:
    from core.catalogue.fleet import Care, ListedVisit
    from core.catalogue.store import Catalogue
    from core.monitor import Monitor
    from core.robot.model import RobotModel

MOST_VISITS = 50
"""Newest visits to an arm that are looked into for what the last one has not measured."""
_REPORTS = frozenset({"report", "payload-report"})


@dataclass(frozen=True, eq=False)
class ArmState:
    """An arm with the state of each subject; ``robot_model`` is None where nothing is to be drawn."""

    robot: str
    serial: str
    visits: tuple[Path, ...]
    """Files that were looked into, newest first."""
    subjects: tuple[SubjectState, ...]
    customer: str = ""
    marks: tuple[Mark, ...] = ()
    robot_model: "RobotModel | None" = None
    care: tuple["Care", ...] = ()
    has_link_encoders: bool = False
    """True where a check compared motor with link encoders, whatever the description says."""

    @property
    def whole(self) -> Word:
        """The word of the arm."""
        return whole_of(one.word for one in self.subjects)


def state_of_visits(paths: Sequence[Path], monitor: "Monitor", *, care: Sequence["Care"] = ()) -> ArmState:
    """The state by the newest result of each kind in these visits, newest first.

    Raises
    ------
    BadFile
        As ``core.storage.outline_reading.outline_and_results``.
    """
    from core.storage.outline_reading import outline_and_results

    robot, serial, customer, reported, found = "", "", "", "", dict[str, Dated]()
    marks: tuple[Mark, ...] = ()
    for path in paths:
        monitor.check()
        outline, results = outline_and_results(path, KINDS)
        robot, serial = robot or outline.robot, serial or outline.serial
        customer, marks = customer or outline.tag.customer, marks or outline.marks
        for kind, result in results.items():
            found.setdefault(kind, Dated(result, outline.recorded_at))
        if not reported and not _REPORTS.isdisjoint(outline.products):
            reported = outline.recorded_at
        if len(found) == len(KINDS) and reported:
            break
    subjects = state_of(found, care=care, reported_at=reported)
    check = found[ENCODER_CHECK].result if ENCODER_CHECK in found else None
    sees_link = isinstance(check, EncoderCheck) and check.has_link_encoders
    return ArmState(
        robot, serial, tuple(paths), subjects, customer, marks, care=tuple(care), has_link_encoders=sees_link
    )


def arm_in_catalogue(
    catalogue: "Catalogue", arm: tuple[str, str]
) -> "tuple[Sequence[ListedVisit], Sequence[Care]]":
    """The newest visits to an arm, newest first, and the care that it needs."""
    from core.catalogue.care import judge

    care = judge(catalogue).care.get(arm, ())
    return catalogue.visits(arm=arm, most=MOST_VISITS), care


def read_arm_state(monitor: "Monitor", *, path: Path, catalogue: Path) -> ArmState:
    """The state of the arm of a visit: by this visit first, then by its other visits in the catalogue.

    Raises
    ------
    BadFile
        As ``state_of_visits``.
    """
    from dataclasses import replace

    from core.catalogue.store import Catalogue
    from core.robot.toml_format import parse_toml
    from core.storage.outline_reading import description_of, outline_of

    outline = outline_of(path)
    others: list[Path] = []
    care: Sequence[Care] = ()
    if outline.serial and catalogue.exists():
        with suppress(TorsionError), Catalogue(catalogue, makes=False) as opened:
            listed, care = arm_in_catalogue(opened, (outline.robot, outline.serial))
            others = [Path(one.path) for one in listed if not one.error and Path(one.path).exists()]
    paths = [path, *(one for one in others if one.resolve() != path.resolve())]
    state = state_of_visits(paths, monitor, care=care)
    return replace(state, robot_model=parse_toml(description_of(path), file=str(path)))
