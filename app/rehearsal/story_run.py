"""The whole story without a window: two visits to one virtual arm, and the report. No Qt."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.rehearsal.recorded_visit import session_at
from app.rehearsal.story import (
    ROBOT,
    WORN_JOINT,
    Checked,
    Gears,
    Reported,
    Stage,
    Weighed,
    arm,
    check_arm,
    compare_gears,
    load_gears,
    weigh_tool,
    write_story_report,
)
from core.exchange.export_json import Document
from core.monitor import Cancelled, Monitor, PartOfMonitor
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from devices.virtual.settings import Pace, VirtualSettings

if TYPE_CHECKING:
    from app.arm.procedure import Prepared

COMMISSIONING, TODAY = "commissioning.h5", "today.h5"
REPORT, DOCUMENT, CHANGES = "report.pdf", "report.json", "changes.pdf"
PICTURES = ("1-encoders.png", "2-payload.png", "3-gears.png", "4-report.png")
VISITS = (COMMISSIONING, TODAY)
FILES = (*VISITS, REPORT, DOCUMENT, CHANGES, *PICTURES)

OnStage = Callable[[Stage], None]


@dataclass(frozen=True)
class Told:
    """The stages of a story that are over, in their order; ``stopped`` if a person ended it.

    ``motions`` has what the arm did last in each stage, None where it did not move.
    """

    stages: tuple[Stage, ...] = ()
    stopped: bool = False
    motions: "tuple[Prepared | None, ...]" = ()

    @property
    def is_well(self) -> bool:
        """True if all four stages ended well."""
        return len(self.stages) == len(PICTURES) and all(stage.is_well for stage in self.stages)


def tell(folder: Path, *, seed: int, pace: Pace, monitor: Monitor, on_stage: OnStage) -> Told:
    """Record both visits in ``folder`` and write the report; ``on_stage`` is called after each stage.

    Raises
    ------
    TorsionError
        When the virtual robot fails, or a recording cannot be used.
    """
    stages: list[Stage] = []
    motions: list[Prepared | None] = []
    noting, is_stopped = _Noting(monitor), False
    try:
        for stage in _stages(folder, seed, pace, noting):
            stages.append(stage)
            motions.append(noting.prepared)
            noting.prepared = None
            on_stage(stage)
    except Cancelled:
        is_stopped = True
    return Told(tuple(stages), is_stopped, tuple(motions))


class _Noting(PartOfMonitor):
    """Notes what was prepared last."""

    def __init__(self, whole: Monitor) -> None:
        super().__init__(whole, first=0.0, last=1.0)
        self.prepared: Prepared | None = None

    def keep(self, result: object) -> None:
        """Note a prepared procedure, and pass it on."""
        from app.arm.procedure import Prepared

        if isinstance(result, Prepared):
            self.prepared = result
        super().keep(result)


def _stages(folder: Path, seed: int, pace: Pace, monitor: Monitor) -> Iterator[Stage]:
    parts = iter(PartOfMonitor(monitor, first=first, last=last) for first, last in _SHARES)
    before, today = folder / COMMISSIONING, folder / TODAY
    record_gears(before, arm(seed, pace=pace, is_worn=False), monitor=next(parts))
    make_visit(today)
    with session_at(today, arm(seed, pace=pace, is_worn=True), monitor=monitor) as session:
        yield check_arm(session, next(parts))
        yield weigh_tool(session, next(parts))
        load_gears(session, next(parts))
    yield compare_gears(next(parts), earlier=before, visit=today, seed=seed)
    yield write_story_report(
        next(parts),
        earlier=before,
        visit=today,
        pdf=folder / REPORT,
        json=folder / DOCUMENT,
        changes=folder / CHANGES,
    )


_SHARES = ((0.0, 0.25), (0.25, 0.32), (0.32, 0.68), (0.68, 0.9), (0.9, 0.92), (0.92, 1.0))
"""Shares of the time: commissioning, encoders, payload, gears, comparison, report."""


def record_gears(path: Path, settings: VirtualSettings, *, monitor: Monitor) -> None:
    """Make a visit with a check of the encoders and an analysis of the gears.

    Raises
    ------
    BadFile
        ``file-exists``.
    TorsionError, Cancelled
        As ``load_gears``.
    """
    make_visit(path)
    with session_at(path, settings, monitor=monitor) as session:
        check_arm(session, PartOfMonitor(monitor, first=0.0, last=0.2))
        load_gears(session, PartOfMonitor(monitor, first=0.2, last=1.0))


def make_visit(path: Path) -> None:
    """Make an empty visit to the arm of the story."""
    from core.storage.visit import Visit

    Visit.create(path, robot_toml=write_toml(load_robot(ROBOT))).close()


def story_document(told: Told) -> Document:
    """Keys of the story's JSON: ``payload`` with ``true_mass``, and ``gears``; null before their stage."""
    from core.fields import to_json_value

    document: dict[str, object] = {"encoders": None, "payload": None, "gears": None}
    for stage in told.stages:
        match stage:
            case Checked():
                document["encoders"] = _encoders(stage)
            case Weighed():
                document["payload"] = _payload(stage)
            case Gears():
                document["gears"] = _gears(stage)
            case Reported():
                document["report"] = [file.name for file in stage.files]
    document["ended_well"], document["stopped"] = told.is_well, told.stopped
    ready: Document = to_json_value(document)
    return ready


def _encoders(stage: Checked) -> Document:
    joints = stage.check.joints
    return {
        "serial": stage.serial,
        "verdict": stage.check.judgement.verdict.value,
        "joints": [joint.joint for joint in joints],
        "slope": [joint.slope for joint in joints],
    }


def _payload(stage: Weighed) -> Document:
    from app.errors.text import reason_text
    from core.exchange.export_payload import payload_json

    result = stage.result
    found = {} if result is None else payload_json(result, reason_text=reason_text)
    steps = [{"sweeps": step.sweeps, "mass": step.mass, "mass_std": step.std} for step in stage.steps]
    return {**found, "true_mass": stage.true_mass, "closing_in": steps}


def _gears(stage: Gears) -> Document:
    """Measurements of each gear in both visits, SI; ``worn`` has the numbers of the joints, from 1.

    ``true_backlash`` is the gap that was put into the gear worn on purpose; ``recordings`` are today's.
    """
    keys = ("backlash", "stiffness")
    visits = {"commissioning": stage.before, "today": stage.now}
    joints = [
        {
            "joint": joint.joint,
            "number": number + 1,
            **{
                visit: {key: _measured(getattr(found.joints[number], key)) for key in keys}
                for visit, found in visits.items()
            },
        }
        for number, joint in enumerate(stage.now.joints)
    ]
    return {
        "worn": [number + 1 for number in stage.worse],
        "worn_on_purpose": [WORN_JOINT + 1],
        "true_backlash": stage.true_play,
        "recordings": list(stage.now.recordings),
        "joints": joints,
    }


def _measured(found: object) -> Document | None:
    from core.elasticity.result import Measured

    return {"value": found.value, "std": found.std} if isinstance(found, Measured) else None
