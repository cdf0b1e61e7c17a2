"""Recording: some seconds of the arm at rest, or moved by this program, into the visit."""

from dataclasses import dataclass
from typing import ClassVar

from app.arm.motions import plan_sway, plan_tour
from app.arm.procedure import FlangeSettings, Outcome, PlannedMotion, Prepared, RecordedMotion, RecordSettings
from app.arm.recorded_procedure import record_while, reporting, rest
from app.arm.session import RobotSession
from app.arm.speed_stages import Ramp
from app.arm.staged_run import REPEAT, STILL_S, planned_motions, run_motions, seconds_of
from app.jobs.task import Task
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.model import expect_free_output
from devices.acquisition.recorder import RecordingInProgress
from devices.capabilities import MotionKind

NAME = "record"


@dataclass(frozen=True)
class RecordProcedure(RecordSettings, FlangeSettings):
    """Record for ``seconds`` of the device's clock.

    ``speed`` is the share of the joints' speed limits of a swaying arm; None keeps tool point
    and elbow so slow that people may stay in the cell. With ``rehearse`` slower stages come
    first and are recorded too; it may be left out for arms that are not real.
    """

    name: ClassVar[str] = NAME
    label: str = NAME
    rehearse: bool = True

    def prepare(self, session: RobotSession, monitor: Monitor) -> Prepared:
        """Choose the motions and preview them."""
        self._check_settings(session)
        count, connection = session.safe.stop_count, session.connection_count
        if self.motion is RecordedMotion.STILL:
            return Prepared(NAME, (), self.seconds, connection, count)
        motions, inertial = self._motions(session, monitor)
        return Prepared(NAME, motions, seconds_of(motions), connection, count, inertial=inertial)

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Record, with the prepared motions where there are any."""

        def work(recording: RecordingInProgress) -> None:
            if prepared.moves:
                rest(session, STILL_S, recording=recording, monitor=monitor)
                ramp = Ramp(session.robot, prepared.inertial)
                run_motions(
                    session, prepared, prepared.motions, ramp=ramp, recording=recording, monitor=monitor
                )
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
        if self.motion is RecordedMotion.SWAY:
            expect_free_output(session.robot)
            session.expect_motion()

    def _motions(
        self, session: RobotSession, monitor: Monitor
    ) -> tuple[tuple[PlannedMotion, ...], FloatArray | None]:
        circumstances = session.circumstances()
        if MotionKind.TRAJECTORY not in session.capabilities.motions:
            moving = Task(plan_tour, circumstances=circumstances, seconds=self.seconds, seed=self.seed)
            moves = session.compute(moving, monitor)
            tour = (PlannedMotion(REPEAT, move, {"move": number}) for number, move in enumerate(moves, 1))
            return tuple(tour), None
        rehearse = self.rehearse or not session.is_simulated
        sway = Task(
            plan_sway,
            circumstances=circumstances,
            seconds=self.seconds,
            speed=self.speed,
            seed=self.seed,
            rehearse=rehearse,
        )
        plan = session.compute(sway, monitor)
        return tuple(planned_motions(plan)), plan.inertial
