"""Work at the places: average the encoders at standstill, and under a load correct the arm in small moves.

The safety layer previews every move from the present pose. A place that cannot be corrected is reported,
and the run goes on with the next place.
"""

import threading
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from app.arm.procedure import PlannedMotion, Prepared
from app.arm.recorded_procedure import carry_out, reporting, rest
from app.arm.session import RobotSession
from app.features.tool_correction.tasks import AVERAGED, preview_again, preview_step
from app.jobs.task import Task
from core.errors import NotEnoughData
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.recording import FloatArray, Quantity
from core.stamp import software_name, time_stamp, utc_now
from core.stiffness.compensation_result import (
    CompensatedPlace,
    CompensationReference,
    CompensationResult,
    CompensationRun,
    ReferencePlace,
)
from core.stiffness.correction import ControlLoop, CorrectionStep
from core.stiffness.place_correction import CorrectionCourse, model_share, whole_judgement
from core.stiffness.standstill import Standstill, standstill
from devices.acquisition.recorder import RecordingInProgress
from devices.errors import RobotStateError
from devices.motion import MoveTo
from devices.safety.limits import START_POSE_M, START_POSE_RAD, per_joint
from devices.samples import SampleBlock

if TYPE_CHECKING:
    from app.arm.circumstances import Circumstances
    from app.features.tool_correction.tasks import StagedPlace
    from core.stiffness.result import ReducedStiffness

CORRECTION = "correction"
"""Code of a small move that corrects; facts ``place`` and ``step`` (from 1), ``shift`` in m at the tool."""
PLACE_DONE = "compensation-place-done"
"""Code of the event after a place; facts ``place``, ``end``, and ``before``, ``after`` in m at the tool."""
_LOOK_AGAIN = 0.2
"""Share of the safety layer's tolerance for one pose; a way that begins farther off is previewed again."""
SETTLE_S = 1.0
AVERAGE_S = 1.0
TRIES = 3
"""Most attempts; an arm that swings longer than usual is averaged again."""
_NEEDED = (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION, Quantity.TEMPERATURE)
_WORTH_WAITING = ("standstill-moved", "standstill-swings", "standstill-samples-missing")


@dataclass
class _Gathered:
    """Collects the blocks of samples that arrive; a watcher of the stream."""

    blocks: list[SampleBlock] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, block: SampleBlock) -> None:
        """Keep a block; called in the acquisition's thread."""
        with self.lock:
            self.blocks.append(block)

    def taken(self) -> tuple[SampleBlock, ...]:
        with self.lock:
            return tuple(self.blocks)


def averaged(session: RobotSession, *, recording: RecordingInProgress, monitor: Monitor) -> Standstill:
    """Let the arm settle and average its encoders; try again while it still swings.

    Raises
    ------
    Stopped
        By the user or by the safety layer.
    NotEnoughData
        ``standstill-moved``, ``standstill-swings``, ``standstill-samples-missing``, ``standstill-too-short``.
    DeviceError
        As ``app.arm.recorded_procedure.rest``.
    """
    for left in reversed(range(TRIES)):
        rest(session, SETTLE_S, recording=recording, monitor=monitor)
        gathered = _Gathered()
        with session.stream.watched_by(gathered):
            rest(session, AVERAGE_S, recording=recording, monitor=monitor)
        try:
            return _mean(session, gathered.taken())
        except NotEnoughData as swinging:
            if not left or swinging.code not in _WORTH_WAITING:
                raise
    raise AssertionError("the last try returns or raises")


def _mean(session: RobotSession, blocks: tuple[SampleBlock, ...]) -> Standstill:
    if not blocks:
        raise NotEnoughData("standstill-too-short", samples=0, wanted=1)
    columns = {
        quantity: np.concatenate([block.columns[quantity] for block in blocks])
        for quantity in _NEEDED
        if quantity in blocks[0].columns
    }
    return standstill(
        session.robot,
        sequence=np.concatenate([block.sequence for block in blocks]),
        time=np.concatenate([block.device_time for block in blocks]),
        columns=columns,
    )


@dataclass(frozen=True, eq=False)
class PreparedCompensation(Prepared):
    """Prepared ways to the places; the corrections follow from the measurements there."""

    load: CompensationRun = CompensationRun.UNLOADED
    places: "tuple[StagedPlace, ...]" = ()
    reduced: "ReducedStiffness | None" = None
    reference: CompensationReference | None = None


@dataclass(frozen=True)
class _At:
    """Number of a place, from 1, with the recording and the monitor of the work there."""

    number: int
    recording: RecordingInProgress
    monitor: Monitor


class AtPlaces:
    """Does the work of one run, and keeps what was measured up to its end or its stop."""

    def __init__(
        self,
        session: RobotSession,
        prepared: PreparedCompensation,
        *,
        label: str,
        floor_height: float | None,
        loop: ControlLoop,
        monitor: Monitor,
    ) -> None:
        self._session, self._prepared, self._label = session, prepared, label
        self._floor_height, self._loop, self._monitor = floor_height, loop, monitor
        identity = session.identity
        self._arm = ("", "") if identity is None else (identity.serial, identity.power_on)
        self._measured: list[ReferencePlace] = []
        self._corrected: list[CompensatedPlace] = []

    @property
    def reference(self) -> CompensationReference | None:
        """Places that were measured without the load; None in a run under it."""
        if self._prepared.load is not CompensationRun.UNLOADED or not self._measured:
            return None
        serial, power_on = self._arm
        return CompensationReference(
            robot=self._session.robot.name,
            places=tuple(self._measured),
            recording=self._label,
            serial=serial,
            power_on=power_on,
            created_at=time_stamp(utc_now),
            software=software_name(),
            mark=self._session.capabilities.mark,
        )

    @property
    def reduced(self) -> "ReducedStiffness | None":
        """Stiffness by which the places are corrected."""
        return self._prepared.reduced

    @property
    def compensation(self) -> CompensationResult | None:
        """Places that were corrected under the load; None where there are none."""
        reduced, reference = self._prepared.reduced, self._prepared.reference
        if reference is None or reduced is None or not self._corrected:
            return None
        serial, power_on = self._arm
        places = tuple(self._corrected)
        return CompensationResult(
            robot=self._session.robot.name,
            joint_names=self._session.robot.joint_names,
            places=places,
            factor=reduced.usable_factor,
            tool=reduced.settings.tool,
            loop=self._loop,
            reference=reference,
            recording=self._label,
            model_share=model_share(reduced),
            stiffness_created_at=reduced.created_at,
            serial=serial,
            power_on=power_on,
            created_at=time_stamp(utc_now),
            software=software_name(),
            mark=self._session.capabilities.mark,
            judgement=whole_judgement(places, reduced, missing=len(self._prepared.places) - len(places)),
        )

    def run_all(self, recording: RecordingInProgress) -> None:
        """Do the work at place after place; raises as ``app.arm.recorded_procedure.carry_out``."""
        count = len(self._prepared.places)
        for number, place in enumerate(self._prepared.places, 1):
            part = PartOfMonitor(self._monitor, first=(number - 1) / count, last=number / count)
            at = _At(number, recording, part)
            for planned in self._prepared.motions:
                if planned.facts["place"] == number:
                    self._carry_out(at, self._from_present_pose(planned))
            first = self._average(at, place.goal, step=0)
            if self._prepared.load is CompensationRun.UNLOADED:
                self._measured.append(
                    ReferencePlace(place.goal, place.before, first.deflection, first.std, first.temperature)
                )
                self._monitor.keep(self.reference)
            else:
                self._corrected.append(self._correct(at, first))
                self._monitor.keep(self.compensation)

    def _correct(self, at: _At, first: Standstill) -> CompensatedPlace:
        """Correct step by step, until nothing is left, the steps are used up, or a step is refused."""
        reference, reduced = self._prepared.reference, self._prepared.reduced
        assert reference is not None
        assert reduced is not None
        known = reference.places[at.number - 1]
        course = CorrectionCourse(self._session.robot, reduced, known, loop=self._loop)
        step = course.take(known.goal, first)
        while step is not None:
            self._carry_out(at, self._step(at, step))
            step = course.take(step.target, self._average(at, step.target, step=step.number))
        found = course.place(at.number)
        facts = {"before": found.shift_before, "after": found.shift_after}
        at.recording.note(PLACE_DONE, place=at.number, end=found.end, **facts)
        return found

    def _step(self, at: _At, step: CorrectionStep) -> PlannedMotion:
        preview = self._session.compute(
            Task(preview_step, circumstances=self._circumstances(), target=step.target), NullMonitor()
        )
        return PlannedMotion(
            CORRECTION, preview, {"place": at.number, "step": step.number, "shift": step.shift}
        )

    def _average(self, at: _At, commanded: FloatArray, *, step: int) -> Standstill:
        """Mean of the encoders at standstill; refuses an arm that is not at its commanded position."""
        count = len(self._prepared.places)
        at.monitor.report(0.6, f"averaging {at.number} of {count}")
        robot = self._session.robot
        found = averaged(self._session, recording=at.recording, monitor=at.monitor)
        apart = np.abs(found.position - commanded)
        beyond = np.flatnonzero(apart > per_joint(robot, turning=START_POSE_RAD, sliding=START_POSE_M))
        if beyond.size:
            joint = int(beyond[0])
            raise RobotStateError(
                "compensation-elsewhere",
                place=at.number,
                joint=robot.joint_names[joint],
                size=float(apart[joint]),
            )
        at.recording.note(AVERAGED, place=at.number, step=step, seconds=found.seconds)
        return found

    def _from_present_pose(self, planned: PlannedMotion) -> PlannedMotion:
        """The same move, previewed again where the arm is no longer at its planned start."""
        preview, plan, robot = planned.preview, planned.preview.plan, self._session.robot
        apart = np.abs(self._session.standing_pose() - preview.start)
        near = _LOOK_AGAIN * per_joint(robot, turning=START_POSE_RAD, sliding=START_POSE_M)
        if np.all(apart <= near) or not isinstance(plan, MoveTo):
            return planned
        again = Task(preview_again, circumstances=self._circumstances(), plan=plan)
        return replace(planned, preview=self._session.compute(again, NullMonitor()))

    def _circumstances(self) -> "Circumstances":
        return replace(self._session.circumstances(), floor_height=self._floor_height)

    def _carry_out(self, at: _At, planned: PlannedMotion) -> None:
        count = len(self._prepared.places)
        carry_out(
            self._session,
            self._prepared,
            planned,
            recording=at.recording,
            monitor=at.monitor,
            progress=reporting(at.monitor, f"{planned.code} {at.number} of {count}"),
        )
