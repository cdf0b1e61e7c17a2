"""Recording: the arm as it stands, or moved by us, for some seconds into the visit."""

from dataclasses import dataclass
from enum import StrEnum

from app.procedures.moving import carry_out, reporting, rest
from app.procedures.procedure import Outcome, PlannedMotion, Prepared
from app.procedures.ramp import Ramp, StageWatch
from app.procedures.recorded import record_while
from app.procedures.session import RobotSession
from app.work.circumstances import SwayPlan
from core.errors import BadRequest
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray
from devices.acquisition.recorder import RecordingInProgress
from devices.capabilities import MotionKind

NAME = "record"
STAGE = "stage"
RAMP_NOT_CHECKED = "ramp-not-checked"
STILL_S = 0.5
"""Standing before and after each motion."""


class RecordedMotion(StrEnum):
    """What the arm does meanwhile."""

    STILL = "still"
    """Nothing that we command."""
    SWAY = "sway"
    """All joints at random, as far as it is safe; from pose to pose where only that is offered."""


@dataclass(frozen=True)
class RecordProcedure:
    """Record for ``seconds`` of the device's clock.

    ``speed`` is the share of the joints' speed limits of a swaying arm; None keeps tool point
    and elbow so slow that nobody has to leave the cell. With ``rehearse`` slower stages come
    first and are recorded too; it may be left out for arms that are not real.
    """

    seconds: float
    motion: RecordedMotion = RecordedMotion.STILL
    speed: float | None = None
    seed: int = 0
    label: str = NAME
    payload_mass: float | None = None
    rehearse: bool = True

    @property
    def name(self) -> str:
        """``record``."""
        return NAME

    def prepare(self, session: RobotSession, monitor: Monitor) -> Prepared:
        """Choose the motions and work out what they would do."""
        self._check_settings(session)
        count, connection = session.safe.stop_count, session.connection_count
        if self.motion is RecordedMotion.STILL:
            return Prepared(NAME, (), self.seconds, connection, count)
        motions, inertial = self._motions(session, monitor)
        seconds = sum(planned.preview.duration for planned in motions) + STILL_S * (len(motions) + 1)
        return Prepared(NAME, motions, seconds, connection, count, inertial=inertial)

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Record, moving where that was prepared."""

        def work(recording: RecordingInProgress) -> None:
            if prepared.moves:
                _move_all(session, prepared, recording, monitor)
            else:
                rest(
                    session,
                    self.seconds,
                    recording=recording,
                    monitor=monitor,
                    progress=reporting(monitor, "recording"),
                )

        return record_while(
            session, prepared, work, label=self.label, payload_mass=self.payload_mass, monitor=monitor
        )

    def _check_settings(self, session: RobotSession) -> None:
        if not 0.0 < self.seconds < float("inf"):
            raise BadRequest("setting-not-positive", setting="seconds")
        if self.speed is not None and not 0.0 < self.speed <= 1.0:
            raise BadRequest("speed-outside-range", speed=self.speed)
        if self.motion is RecordedMotion.SWAY and not session.capabilities.can_move:
            raise BadRequest("controller-does-not-move", controller=session.uri)

    def _motions(
        self, session: RobotSession, monitor: Monitor
    ) -> tuple[tuple[PlannedMotion, ...], FloatArray | None]:
        circumstances = session.circumstances()
        arguments = {"circumstances": circumstances, "seconds": self.seconds, "seed": self.seed}
        if MotionKind.TRAJECTORY not in session.capabilities.motions:
            moves = session.compute("app.work.motions:plan_tour", arguments, monitor)
            tour = (PlannedMotion("move", move, {"move": number}) for number, move in enumerate(moves, 1))
            return tuple(tour), None
        rehearse = self.rehearse or not session.is_simulated
        plan: SwayPlan = session.compute(
            "app.work.motions:plan_sway", {**arguments, "speed": self.speed, "rehearse": rehearse}, monitor
        )
        stages = (
            PlannedMotion(STAGE, stage.preview, {"stage": number, "fraction": stage.fraction})
            for number, stage in enumerate(plan.stages, 1)
        )
        repeats = (
            PlannedMotion("move", preview, {"move": number}) for number, preview in enumerate(plan.repeats, 2)
        )
        return (*stages, *repeats), plan.inertial


def _move_all(
    session: RobotSession, prepared: Prepared, recording: RecordingInProgress, monitor: Monitor
) -> None:
    rest(session, STILL_S, recording=recording, monitor=monitor)
    ramp = Ramp(session.robot, prepared.inertial)
    passed_s, whole_s = 0.0, sum(planned.preview.duration for planned in prepared.motions)
    for number, planned in enumerate(prepared.motions):
        until_s = passed_s + planned.preview.duration
        part = PartOfMonitor(monitor, first=passed_s / whole_s, last=until_s / whole_s)
        part.report(0.0, f"{planned.code} {number + 1} of {len(prepared.motions)}")
        following = prepared.motions[number + 1 : number + 2]
        if planned.code == STAGE and any(motion.code == STAGE for motion in following):
            _run_stage(session, prepared, planned, ramp, recording, part)
        else:
            if planned.code == STAGE:
                ramp.expect_allowed(planned)
            _run(session, prepared, planned, recording, part)
        passed_s = until_s


def _run(
    session: RobotSession,
    prepared: Prepared,
    planned: PlannedMotion,
    recording: RecordingInProgress,
    monitor: Monitor,
) -> None:
    carry_out(
        session,
        prepared,
        planned,
        recording=recording,
        monitor=monitor,
        progress=monitor.report,
    )
    session.proven = True
    rest(session, STILL_S, recording=recording, monitor=monitor)


def _run_stage(
    session: RobotSession,
    prepared: Prepared,
    planned: PlannedMotion,
    ramp: Ramp,
    recording: RecordingInProgress,
    monitor: Monitor,
) -> None:
    """A stage that the next one depends on: measured while it runs."""
    ramp.expect_allowed(planned)
    watch = StageWatch(session.robot)
    with session.stream.watched_by(watch):
        began = session.stream.device_time
        _run(session, prepared, planned, recording, monitor)
    if not ramp.take(planned, watch, began=began):
        recording.note(RAMP_NOT_CHECKED)
