"""Weighing with the pendant: somebody jogs strokes, this program only reads and says which count.

Nothing is armed and no motion is commanded. One recording holds all of it; what counts is marked by the same
events as in a driven run, so that the payload is computed from these strokes alone.
"""

import math
import queue
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from app.arm.procedure import Outcome, Prepared
from app.arm.recorded_procedure import SILENCE_S, look, record_while
from app.arm.session import RobotSession
from app.arm.sweeping import Computing, expect_torque
from app.features.payload.procedure import NAME
from app.features.payload.recordings_and_gains import chosen_reference, gains_in_use
from app.features.payload.tasks import payload_in
from app.jobs.task import Task
from app.visit.payload import (
    PAYLOAD_RUN,
    PENDANT,
    SWEEP_DONE,
    AskedReference,
    PayloadRun,
    RunsTogether,
    recorded_runs,
    run_facts,
    together,
)
from core.errors import BadRequest, NotEnoughData, TorsionError
from core.monitor import Monitor
from core.payload.jogged_strokes import RAMP_S, CountedSweep, Notice, Seen, StrokeWatch, Tally, joined
from core.payload.plan import SweptJoints
from core.payload.result import PAYLOAD, PayloadEstimate, PayloadResult
from core.payload.strokes import SWEEP_BEGINS, SWEEP_ENDS, PayloadStroke, find_sweeps
from core.quality import Judgement
from core.recording import FloatArray, Quantity, Recording
from core.robot.model import RobotModel
from devices.acquisition.recorder import RecordingInProgress
from devices.acquisition.stream_checks import Gathered
from devices.errors import DataQualityError
from devices.samples import SampleBlock

if TYPE_CHECKING:
    from core.storage.visit import Visit


QUIET_S = 600.0
"""Time without a good stroke after which the run ends, s of the device's clock."""
_GATHERED_S = 0.1


@dataclass(frozen=True, eq=False)
class Beforehand:
    """The two joints that weigh, and what a visit holds for sweeps of them that are about to be jogged.

    ``tally`` and ``labels`` are of the run that they go on with, empty for a new one. ``empty`` are the
    strokes of the empty arm; None where they are measured now, or a model takes their place.
    """

    joints: SweptJoints
    tally: Tally
    labels: tuple[str, ...]
    empty: tuple[PayloadStroke, ...] | None
    drive_gain: FloatArray | None


def look_beforehand(
    monitor: Monitor,
    *,
    visit: Path | None,
    robot: RobotModel,
    pose: FloatArray,
    load: PayloadRun,
    reference: AskedReference,
    goes_on: bool,
) -> Beforehand:
    """Find the joints that weigh, and read what sweeps with this ``load`` go on with and are compared with.

    ``pose`` (n,) is the present one. Runs in the worker: kinematics bring a compiler along.

    Raises
    ------
    BadRequest
        ``pendant-without-empty-arm`` for a payload without anything to compare with, and as
        ``chosen_reference``.
    NotIdentifiable
        ``payload-no-loaded-joint``.
    """
    from core.payload.parallel_joints import find_swept_joints
    from core.storage.visit import Visit

    joints = find_swept_joints(robot, start=pose)

    if visit is None or not visit.exists():
        if load is PayloadRun.UNLOADED:
            return Beforehand(joints, Tally(), (), None, robot.drive_gain)
        if reference.visit is None:
            raise BadRequest("pendant-without-empty-arm", file=str(visit))
    if visit is None or not visit.exists():  # a new visit, compared with an earlier one
        assert reference.visit is not None
        with Visit.open(reference.visit, recover=False) as earlier:
            empty = _empty(earlier, robot, AskedReference(), monitor)
        return Beforehand(joints, Tally(), (), empty, robot.drive_gain)
    with Visit.open(visit) as opened:
        runs = unfinished(opened, load, joints) if goes_on else RunsTogether()
        asked = reference_here(opened, reference)
        empty = None if load is PayloadRun.UNLOADED else _empty(opened, robot, asked, monitor)
        recordings = tuple(opened.recording(label) for label in opened.labels)
        gains = gains_in_use("", robot=robot, recordings=recordings, visits=(opened,)).drive_gain
        tally = _tally(opened, runs)
    return Beforehand(joints, tally, runs.labels, empty, robot.drive_gain if gains is None else gains)


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


@dataclass(frozen=True)
class Watching:
    """The run at this moment: what was seen last, the sweeps so far, and the payload by them where known."""

    notice: Notice
    tally: Tally
    lacking: Mapping[int, int]
    """Sweeps that each joint (from 0) still lacks."""
    is_turned: bool = False
    """True if a joint was swept with the flange in two orientations."""
    estimate: PayloadEstimate | None = None


@dataclass(frozen=True, eq=False)
class PendantFound:
    """Sweeps that were jogged, and the payload by them; ``result`` is None for an empty arm."""

    load: PayloadRun
    joints: SweptJoints
    tally: Tally
    notices: tuple[Notice, ...]
    result: PayloadResult | None = None

    @property
    def lacking(self) -> Mapping[int, int]:
        """Sweeps that each joint (from 0) still lacks; empty if there are enough."""
        return self.tally.lacking(self.joints)

    @property
    def judgement(self) -> Judgement | None:
        """Judgement of the payload; None without a payload."""
        return None if self.result is None else self.result.judgement


@dataclass(frozen=True, eq=False)
class PreparedPendant(Prepared):
    """Nothing that moves; what was looked at beforehand."""

    before: Beforehand = field(kw_only=True)


def _ignore(_now: Watching) -> None: ...


@dataclass(frozen=True)
class PendantProcedure:
    """Watch jogged strokes with this ``load`` until enough count; an empty ``label`` becomes ``payload-…``.

    ``tell`` is called in the thread of the procedure for each thing that was seen. ``goes_on`` False begins
    anew where a run was stopped.
    """

    name: ClassVar[str] = NAME
    load: PayloadRun = PayloadRun.LOADED
    label: str = ""
    reference: AskedReference = field(default_factory=AskedReference)
    goes_on: bool = True
    tell: Callable[[Watching], None] = _ignore

    def prepare(self, session: RobotSession, monitor: Monitor) -> PreparedPendant:
        """Find the joints that weigh, and read what the sweeps are compared with.

        Raises
        ------
        BadRequest
            ``controller-tells-no-torque``, ``pendant-without-empty-arm``; as ``chosen_reference``.
        NotIdentifiable
            ``payload-no-loaded-joint``.
        """
        expect_torque(session)
        count, connection = session.safe.stop_count, session.connection_count
        before = session.compute(
            Task(
                look_beforehand,
                visit=session.visit,
                robot=session.robot,
                pose=_newest_pose(session),
                load=self.load,
                reference=self.reference,
                goes_on=self.goes_on,
            ),
            monitor,
        )
        return PreparedPendant(NAME, (), math.inf, connection, count, before=before)

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Watch and record, then compute the payload; the empty arm has none."""
        assert isinstance(prepared, PreparedPendant)
        run = _Run(self, session, prepared, monitor)
        outcome = record_while(
            session,
            prepared,
            run.work,
            label=self.label or f"payload-{self.load.value}",
            payload_mass=0.0 if self.load is PayloadRun.UNLOADED else None,
            monitor=monitor,
            watcher=run.watcher,
        )
        found = PendantFound(self.load, prepared.before.joints, run.watch.tally, tuple(run.notices))
        outcome = replace(outcome, found=found)
        if outcome.is_complete and found.lacking:  # a replay that is over
            outcome = replace(outcome, error=_too_few(found.lacking))
        return self._weighed(session, outcome, found, monitor)

    def _weighed(
        self, session: RobotSession, outcome: Outcome, found: PendantFound, monitor: Monitor
    ) -> Outcome:
        """The outcome with the payload by the sweeps so far, unless the user stopped it."""
        swept = {joint for joint, _ in found.tally.sweeps}
        if self.load is PayloadRun.UNLOADED or outcome.stopped or len(swept) < _BOTH:
            return outcome
        weigh = Task(payload_of_pendant, visit=session.visit_file, reference=self.reference)
        try:
            result = session.compute(weigh, Computing(monitor))
        except TorsionError as error:
            return replace(outcome, error=outcome.error or error)
        return replace(outcome, found=replace(found, result=result))


_BOTH = 2


class _Run:
    """One run: the stream's thread judges samples and marks what counts, the procedure's thread tells it."""

    def __init__(
        self, asked: PendantProcedure, session: RobotSession, prepared: PreparedPendant, monitor: Monitor
    ) -> None:
        self._asked, self._session, self._monitor = asked, session, monitor
        self._before, self._joints = prepared.before, prepared.before.joints
        self._seen: queue.SimpleQueue[Notice] = queue.SimpleQueue()
        self._failure: TorsionError | None = None
        self.watcher = Gathered(self._take, seconds=_GATHERED_S)
        """Takes the samples from the stream."""
        self.notices: list[Notice] = []
        self._good_at = 0.0
        """Length of the recording at the last good stroke, s."""
        gain = self._before.drive_gain
        self.watch = StrokeWatch(
            session.robot,
            # the torque is not looked at before it is weighed
            drive_gain=np.ones(session.robot.joint_count) if gain is None else gain,
            torque_kind=session.capabilities.torque_kind,
            joints=self._joints,
            tally=self._before.tally,
            empty=self._before.empty,
        )

    def work(self, recording: RecordingInProgress) -> None:
        """Watch until enough strokes count.

        Raises
        ------
        NotEnoughData
            ``pendant-quiet`` after ``QUIET_S`` without a good stroke.
        DeviceError
            As ``look``, and ``stream-silent``.
        """
        # a run that goes on with another is one of single sweeps, the first of which is the next
        only = (len(self._before.tally.sweeps) + 1,) if self._before.labels else ()
        facts = run_facts(self._asked.load, plan=PENDANT, only=only)
        recording.note(PAYLOAD_RUN, **facts)
        try:
            self._watch(recording)
        finally:
            self._session.stream.acquisition.remove_watcher(self.watcher)
            self._tell(recording)  # what was seen before the end

    def _watch(self, recording: RecordingInProgress) -> None:
        session = self._session
        began = session.clock.now()
        while not self.watch.is_enough:
            look(session, recording, self._monitor)
            self._tell(recording)
            if self._failure is not None:
                raise self._failure
            if recording.duration - self._good_at > QUIET_S:
                raise NotEnoughData("pendant-quiet", minutes=QUIET_S / 60.0)
            silence = min(session.stream.sample_age, session.clock.now() - began)
            if silence > SILENCE_S:
                raise DataQualityError("stream-silent", silence=silence)
            session.wait(session.clock.look_s)

    def _take(self, block: SampleBlock) -> None:
        """Judge samples and mark in the recording what counts; in the thread of the stream.

        Here a recording takes marks until the stream ends. It takes some ten milliseconds once a stroke.
        """
        if self._failure is not None:
            return
        try:
            for notice in self.watch.take(block.device_time, block.columns):
                recording = self._session.stream.acquisition.recording
                if notice.seen is Seen.COUNTED and recording is not None:
                    _mark(self.watch.counted[-1], recording)
                self._seen.put(notice)
        except TorsionError as failure:  # the procedure raises it
            self._failure = failure

    def _tell(self, recording: RecordingInProgress) -> None:
        """Tell what was seen since the last time."""
        while not self._seen.empty():
            notice = self._seen.get_nowait()
            if notice.seen in {Seen.THERE, Seen.COUNTED}:
                self._good_at = recording.duration
            self._note(notice)

    def _note(self, notice: Notice) -> None:
        """Keep what was seen and tell it, with the payload so far."""
        self.notices.append(notice)
        estimate = self._so_far() if notice.seen is Seen.COUNTED else None
        lacking = self.watch.tally.lacking(self._joints)
        wanted = len(self.watch.tally.sweeps) + sum(lacking.values())
        self._monitor.report(len(self.watch.tally.sweeps) / wanted, "")
        is_turned = self.watch.tally.is_turned(self._joints)
        now = Watching(notice, self.watch.tally, lacking, is_turned, estimate)
        self._monitor.keep(now)
        self._asked.tell(now)

    def _so_far(self) -> PayloadEstimate | None:
        """The payload by the sweeps so far, once both joints were swept; not after the last one."""
        both = {joint for joint, _ in self.watch.tally.sweeps} >= {self._joints.first, self._joints.second}
        if self._asked.load is PayloadRun.UNLOADED or not both or self.watch.is_enough:
            return None
        live = joined([sweep.samples for sweep in self.watch.counted])
        return self._session.compute(
            Task(
                payload_so_far,
                visit=self._session.visit_file,
                reference=self._asked.reference,
                live=live,
                labels=self._before.labels,
            ),
            Computing(self._monitor),
        )


def _mark(sweep: CountedSweep, recording: RecordingInProgress) -> None:
    """Mark the strokes of a sweep in a recording, so that these alone are weighed."""
    for stroke in (sweep.there, sweep.back):
        recording.note_at(stroke.start - RAMP_S, SWEEP_BEGINS, joint=sweep.joint)
        recording.note_at(stroke.end + RAMP_S, SWEEP_ENDS, joint=sweep.joint)
    pose = tuple(float(value) for value in sweep.there.position.mean(axis=0))
    recording.note(SWEEP_DONE, number=sweep.number, joint=sweep.joint, pose=pose)


def _newest_pose(session: RobotSession) -> FloatArray:
    """Joint positions (n,) of the newest sample; the arm may be moving."""
    acquisition = session.acquisition
    assert acquisition is not None
    _, columns = acquisition.ring.newest(0.0)
    robot: RobotModel = session.robot
    if Quantity.POSITION in columns:
        return robot.position_from_reported(columns[Quantity.POSITION][-1:])[0]
    if Quantity.MOTOR_POSITION in columns:
        motor = robot.reported_from_motor(columns[Quantity.MOTOR_POSITION][-1:])
        return robot.position_from_reported(motor)[0]
    raise BadRequest("controller-tells-no-torque", controller=session.uri)


def _too_few(lacking: Mapping[int, int]) -> NotEnoughData:
    return NotEnoughData("pendant-too-few", joints=tuple(joint + 1 for joint in sorted(lacking)))
