"""Jogged payload sweeps in a visit: what they go on with, what they are compared with, the payload. No Qt."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.features.payload.gains import gains_in_use
from app.features.payload.tasks import payload_in
from app.features.payload.unloaded_arm import chosen_reference
from app.visit.payload_reference import AskedReference
from app.visit.payload_runs import (
    PENDANT,
    SWEEP_DONE,
    PayloadRun,
    RunsTogether,
    recorded_runs,
    together,
)
from core.errors import BadRequest, TorsionError
from core.monitor import Monitor
from core.payload.jogged_strokes import Tally
from core.payload.plan import SweptJoints
from core.payload.result import PAYLOAD, PayloadEstimate, PayloadResult
from core.payload.strokes import PayloadStroke, find_sweeps
from core.recording import FloatArray, Recording
from core.robot.model import RobotModel

if TYPE_CHECKING:
    from core.storage.visit import Visit


@dataclass(frozen=True, eq=False)
class Beforehand:
    """What a visit holds for sweeps that are about to be jogged.

    ``tally`` and ``labels`` are of the run that they go on with, empty for a new one. ``empty`` are the
    strokes of the empty arm; None where they are measured now, or a model takes their place.
    """

    tally: Tally
    labels: tuple[str, ...]
    empty: tuple[PayloadStroke, ...] | None
    drive_gain: FloatArray | None


def look_beforehand(
    monitor: Monitor,
    *,
    visit: Path | None,
    robot: RobotModel,
    joints: SweptJoints,
    load: PayloadRun,
    reference: AskedReference,
    goes_on: bool,
) -> Beforehand:
    """Read what sweeps with this ``load`` go on with and are compared with.

    Raises
    ------
    BadRequest
        ``pendant-without-empty-arm`` for a payload without anything to compare with, and as
        ``chosen_reference``.
    """
    from core.storage.visit import Visit

    if visit is None or not visit.exists():
        if load is PayloadRun.UNLOADED:
            return Beforehand(Tally(), (), None, robot.drive_gain)
        if reference.visit is None:
            raise BadRequest("pendant-without-empty-arm", file=str(visit))
    if visit is None or not visit.exists():  # a new visit, compared with an earlier one
        assert reference.visit is not None
        with Visit.open(reference.visit, recover=False) as earlier:
            empty = _empty(earlier, robot, AskedReference(), monitor)
        return Beforehand(Tally(), (), empty, robot.drive_gain)
    with Visit.open(visit) as opened:
        runs = unfinished(opened, load, joints) if goes_on else RunsTogether()
        asked = reference_here(opened, reference)
        empty = None if load is PayloadRun.UNLOADED else _empty(opened, robot, asked, monitor)
        recordings = tuple(opened.recording(label) for label in opened.labels)
        gains = gains_in_use("", robot=robot, recordings=recordings, visits=(opened,)).drive_gain
        tally = _tally(opened, runs)
    return Beforehand(tally, runs.labels, empty, robot.drive_gain if gains is None else gains)


def unfinished(visit: "Visit", load: PayloadRun, joints: SweptJoints) -> RunsTogether:
    """The newest jogged run with this load if its sweeps are not enough; empty otherwise."""
    runs = together(recorded_runs(visit), load, plan=PENDANT)
    return runs if _tally(visit, runs).lacking(joints) else RunsTogether()


def reference_here(visit: "Visit", reference: AskedReference) -> AskedReference:
    """The asked reference; without one the jogged sweeps of the empty arm in this visit, if there are any."""
    if reference.labels or reference.visit is not None or reference.use_model:
        return reference
    return AskedReference(labels=together(recorded_runs(visit), PayloadRun.UNLOADED, plan=PENDANT).labels)


def payload_of_pendant(monitor: Monitor, *, visit: Path, reference: AskedReference) -> PayloadResult:
    """The payload of the newest jogged sweeps with one; stored in the visit.

    Raises
    ------
    TorsionError
        As ``app.features.payload.tasks.analyse_payload``.
    """
    from core.storage.visit import Visit

    with Visit.open(visit, recover=False) as opened:
        labels = together(recorded_runs(opened), PayloadRun.LOADED, plan=PENDANT).labels
        found = payload_in(opened, monitor, loaded=labels, reference=reference_here(opened, reference))
        opened.add_result(PAYLOAD, found)
    return found


def payload_so_far(
    monitor: Monitor, *, visit: Path, reference: AskedReference, live: Recording, labels: tuple[str, ...]
) -> PayloadEstimate | None:
    """The payload by the recordings ``labels`` and ``live``, which is under way; None where too few count."""
    from core.storage.visit import Visit

    try:
        with Visit.open(visit, recover=False) as opened:
            asked = reference_here(opened, reference)
            return payload_in(opened, monitor, loaded=labels, reference=asked, live=live).estimate
    except TorsionError:
        return None  # too little was swept so far


def _tally(visit: "Visit", runs: RunsTogether) -> Tally:
    return Tally(tuple(sweep for label in runs.labels for sweep in _sweeps(visit, label)))


def _sweeps(visit: "Visit", label: str) -> Iterator[tuple[int, tuple[float, ...]]]:
    for event in visit.about(label).events:
        joint, pose = event.facts.get("joint"), event.facts.get("pose")
        if event.code == SWEEP_DONE and isinstance(joint, int) and isinstance(pose, tuple):
            yield joint, tuple(float(value) for value in pose)


def _empty(
    visit: "Visit", robot: RobotModel, asked: AskedReference, monitor: Monitor
) -> tuple[PayloadStroke, ...] | None:
    """Strokes of the empty arm; None where a model takes their place."""
    try:
        with chosen_reference(visit, robot, asked=asked, loaded=(), monitor=monitor) as chosen:
            if chosen.model is not None:
                return None
            gain = np.ones(robot.joint_count) if robot.drive_gain is None else robot.drive_gain
            return tuple(
                stroke
                for recording in chosen.recordings.values()
                for stroke in find_sweeps(recording, robot, drive_gain=gain, monitor=monitor).strokes
            )
    except BadRequest as error:
        if error.code == "payload-reference-missing":
            raise BadRequest("pendant-without-empty-arm", file=visit.path.name) from error
        raise
