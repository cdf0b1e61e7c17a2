"""Procedure that runs a planned trajectory: slow approach, stages up to full speed, and full speed.

Two recordings: the way up to full speed, and full speed alone. Afterwards the periods of the
latter are averaged and judged. The recordings are in the visit even if the run is stopped.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from app.arm.procedure import FlangeSettings, Outcome, Prepared, RepeatSettings
from app.arm.session import RobotSession
from app.arm.staged_run import planned_motions, run_staged, seconds_of_run
from app.features.excitation.tasks import judge_excitation, stage_excitation, store_plan
from app.jobs.task import Task
from core.errors import BadRequest, TorsionError
from core.monitor import Monitor, NullMonitor
from core.recording import Mark
from core.robot.model import expect_free_output
from devices.capabilities import MotionKind

if TYPE_CHECKING:
    from core.excitation.excitation_plan import ExcitationPlan

NAME = "excite"
PLAN_RUN = "excitation"
"""Code of the event before a run; its facts are the ``plan``, a key of the visit, and ``cycles``."""


def check_controller(session: RobotSession) -> None:
    """Refuse a controller that cannot run a trajectory, before one is planned for it.

    Raises
    ------
    BadRequest
        ``output-locked``, ``controller-does-not-move``, ``controller-runs-no-trajectory``.
    """
    expect_free_output(session.robot)
    session.expect_motion()
    if MotionKind.TRAJECTORY not in session.capabilities.motions:
        raise BadRequest("controller-runs-no-trajectory", controller=session.uri)


@dataclass(frozen=True, eq=False)
class ExciteProcedure(RepeatSettings, FlangeSettings):
    """Run a plan, or the one of this key in the visit, for ``cycles`` periods at full speed.

    ``rehearse`` may be False for arms that are not real: then full speed comes at once.
    """

    name: ClassVar[str] = NAME
    plan: "ExcitationPlan | str"
    label: str = NAME
    rehearse: bool = True

    def prepare(self, session: RobotSession, monitor: Monitor) -> Prepared:
        """Plan the way to the start, the stages, and full speed.

        Raises
        ------
        BadRequest
            ``controller-runs-no-trajectory``, ``free-series-real-arm``,
            ``trajectory-not-at-rest``, ``unknown-result``.
        """
        check_controller(session)
        count, connection = session.safe.stop_count, session.connection_count
        staged = session.compute(
            Task(
                stage_excitation,
                circumstances=session.circumstances(),
                plan=self.plan,
                visit=session.visit,
                cycles=self.cycles,
                rehearse=self.rehearse or not session.is_simulated,
            ),
            monitor,
        )
        if staged.is_free_series and session.capabilities.mark is not Mark.VIRTUAL:
            raise BadRequest("free-series-real-arm", controller=session.uri)
        motions = tuple(planned_motions(staged.motion))
        seconds = seconds_of_run(motions)
        return Prepared(NAME, motions, seconds, connection, count, inertial=staged.motion.inertial)

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Bring it up to speed, run it, and judge what was measured."""
        key = self._stored(session)
        outcome = run_staged(
            session,
            prepared,
            label=self.label,
            note=(PLAN_RUN, {"plan": key, "cycles": self.cycles}),
            payload_mass=self.payload_mass,
            monitor=monitor,
        )
        return _judged(session, outcome, key)

    def _stored(self, session: RobotSession) -> str:
        """Key of the plan in the visit."""
        if isinstance(self.plan, str):
            return self.plan
        visit = session.visit_file
        if (wrong := session.mismatch) is not None:
            raise wrong
        return session.compute(Task(store_plan, visit=visit, plan=self.plan), NullMonitor())


def _judged(session: RobotSession, outcome: Outcome, key: str) -> Outcome:
    """Outcome with the judged run at full speed; half a run is not judged."""
    if not outcome.is_complete:
        return outcome
    try:
        found = session.compute(
            Task(
                judge_excitation,
                visit=session.visit_file,
                label=outcome.recordings[-1],
                plan=key,
                robot=session.robot,
            ),
            NullMonitor(),
        )
    except TorsionError as error:
        return replace(outcome, error=error)
    return replace(outcome, found=found)
