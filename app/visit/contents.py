"""Contents of the recordings of a visit, and the kind of motion in each. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.monitor import Monitor
from core.recording import BOTH_ENCODERS, Dropped, Event, Recording

if TYPE_CHECKING:
    from core.encoders.result import LinkPositionFinding
    from core.recognition.contents import Contents
    from core.robot.model import RobotModel


SWEEP_BEGINS = "sweep-begins"
"""Code of the event before strokes that are measured; facts ``joint`` and ``pose`` (from 0)."""

_STAGE_BEGINS = "stage-begins"
"""Code of the event before a stage; facts ``fraction`` of full speed, of a sweep's also the ``joint``."""

_LOAD_STROKE_BEGINS = "load-stroke-begins"
"""Code of the event before a stroke under load, as ``app.features.twist.load_steps_procedure`` has it."""

_TORQUE_RAMP_BEGINS = "torque-ramp-step-begins"
"""Code of the event before a step of a ramp, as ``app.features.twist.torque_ramps_procedure`` has it."""

_COMPENSATION_RUN = "compensation-run"
"""Code of the event with the load on the flange, as ``app.features.tool_correction.tasks`` has it."""


@dataclass(frozen=True, eq=False)
class SeenRecording:
    """A recording that was looked through: its name, size, contents, and what was left out of its file.

    ``joints`` are the names of the joints, ``slides`` is True for each that slides; empty where no arm is
    known.
    """

    label: str
    sample_count: int
    duration: float
    contents: "Contents"
    dropped: tuple[Dropped, ...] = ()
    joints: tuple[str, ...] = ()
    slides: tuple[bool, ...] = ()
    link: "LinkPositionFinding | None" = None
    """None where the recording has not both encoders."""


def see(recording: Recording, robot: "RobotModel | None" = None) -> SeenRecording:
    """Look through a recording of any length once."""
    from core.recognition.contents import contents_of

    return SeenRecording(
        recording.label,
        recording.sample_count,
        recording.duration,
        contents_of(recording),
        tuple(recording.dropped),
        () if robot is None else tuple(robot.joint_names),
        () if robot is None else tuple(bool(one) for one in robot.is_prismatic),
        _link(recording, robot),
    )


def _link(recording: Recording, robot: "RobotModel | None") -> "LinkPositionFinding | None":
    from core.encoders.link_position import find_link_position

    has_both = set(BOTH_ENCODERS) <= set(recording.columns)
    fits = robot is None or (recording.joint_count == robot.joint_count and not robot.output_locked)
    return find_link_position([recording], robot) if has_both and fits else None


def see_in_visit(monitor: Monitor, *, path: Path, label: str) -> SeenRecording:
    """Look through a recording of a visit."""
    from app.visit.recordings import robot_of
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path, recover=False) as visit:
        return see(visit.recording(label), robot_of(visit))


def is_standing(events: Sequence[Event]) -> bool:
    """True if the arm was measured at rest, from pose to pose."""
    return any(event.code == _COMPENSATION_RUN for event in events)


def is_sweeps(events: Sequence[Event]) -> bool:
    """True for friction sweeps, even if they ended while the first joint warmed up."""
    return any(
        event.code == SWEEP_BEGINS or (event.code == _STAGE_BEGINS and "joint" in event.facts)
        for event in events
    )


def is_load_steps(events: Sequence[Event]) -> bool:
    """True if joints moved slowly under gravity, for the twist of their gears."""
    return any(event.code == _LOAD_STROKE_BEGINS for event in events)


def loaded_joints(events: Sequence[Event]) -> tuple[int, ...]:
    """Numbers from 0 of the joints that moved slowly under gravity, in order."""
    found = {event.facts.get("joint") for event in events if event.code == _LOAD_STROKE_BEGINS}
    return tuple(sorted(joint for joint in found if isinstance(joint, int)))


def replaced_load_steps(runs: Sequence[tuple[str, Sequence[int]]]) -> tuple[str, ...]:
    """Labels of the load steps all of whose joints were loaded again later.

    ``runs`` are labels and joints in the order of recording. Of a repeated joint the latest recording counts.
    """
    replaced: list[str] = []
    later: set[int] = set()
    for label, joints in reversed(runs):
        if joints and later.issuperset(joints):
            replaced.append(label)
        later.update(joints)
    return tuple(reversed(replaced))


def joints_loaded_twice(runs: Sequence[tuple[str, Sequence[int]]]) -> tuple[int, ...]:
    """Numbers from 0 of the joints that more than one of these runs loaded."""
    every = [joint for _, joints in runs for joint in set(joints)]
    return tuple(sorted({joint for joint in every if every.count(joint) > 1}))


def is_torque_ramps(events: Sequence[Event]) -> bool:
    """True if gears with locked outputs were wound up and down."""
    return any(event.code == _TORQUE_RAMP_BEGINS for event in events)


def is_ramp(events: Sequence[Event]) -> bool:
    """True if only the slower stages of a motion were run, not its full speed."""
    begun = [event.facts.get("fraction") for event in events if event.code == _STAGE_BEGINS]
    fractions = [fraction for fraction in begun if isinstance(fraction, int | float)]
    return bool(fractions) and max(fractions) < 1.0 and not is_sweeps(events)
