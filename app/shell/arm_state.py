"""The state of an arm: read from a visit, or from all visits to an arm in the catalogue. No Qt.

Runs for ``torsion state``, and in the worker process of the window.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.visit.known_visits import care_of_visit
from core.catalogue.arm_state import KINDS, Dated, SubjectState, state_of, whole_of
from core.encoders.result import ENCODER_CHECK, EncoderCheck
from core.quality import Word
from core.recording import Mark

if TYPE_CHECKING:
    from core.catalogue.fleet import Care
    from core.monitor import Monitor
    from core.robot.model import RobotModel

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


def read_arm_state(monitor: "Monitor", *, path: Path, catalogue: Path) -> ArmState:
    """The state of the arm of a visit: by this visit first, then by its other visits in the catalogue.

    Raises
    ------
    BadFile
        As ``state_of_visits``.
    """
    from dataclasses import replace

    from core.robot.toml_format import parse_toml
    from core.storage.outline_reading import description_of

    care, others = care_of_visit(monitor, visit=path, catalogue=catalogue)
    paths = [path, *(one for one in others if one.resolve() != path.resolve())]
    state = state_of_visits(paths, monitor, care=care)
    return replace(state, robot_model=parse_toml(description_of(path), file=str(path)))
