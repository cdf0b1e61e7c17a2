"""Excitation: a planned trajectory, approached slowly, brought up to speed in stages, and run in full.

Two recordings: the way up to full speed, and full speed alone. Afterwards the periods of the
latter are averaged and judged. What was recorded is in the visit however it ends.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.procedures.moving import rest
from app.procedures.procedure import Outcome, PlannedMotion, Prepared
from app.procedures.ramp import Ramp
from app.procedures.recorded import record_while
from app.procedures.session import RobotSession
from app.procedures.staged import STAGE, STILL_S, planned_motions, run_motions, seconds_of
from core.errors import BadRequest, TorsionError
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.recording import Mark
from devices.acquisition.recorder import RecordingInProgress
from devices.capabilities import MotionKind
from devices.errors import ConfigurationError, DeviceError

if TYPE_CHECKING:
    from app.work.excitation import StagedPlan
    from core.excitation.excitation_plan import ExcitationPlan

NAME = "excite"
RAMP_LABEL = "{label}-ramp"
PLAN_RUN = "excitation"
"""Code of the event that says which plan of the visit is run; facts ``plan`` and ``cycles``."""


def check_controller(session: RobotSession) -> None:
    """Refuse a controller that cannot run a trajectory, before one is planned for it.

    Raises
    ------
    BadRequest
        ``controller-runs-no-trajectory``.
    """
    if MotionKind.TRAJECTORY not in session.capabilities.motions:
        raise BadRequest("controller-runs-no-trajectory", controller=session.uri)


@dataclass(frozen=True, eq=False)
class ExciteProcedure:
    """Run a plan, or the one of this key in the visit, for ``cycles`` periods at full speed.

    ``rehearse`` may be False for arms that are not real: then full speed comes at once.
    """

    plan: "ExcitationPlan | str"
    cycles: int = 5
    label: str = NAME
    payload_mass: float | None = None
    rehearse: bool = True

    @property
    def name(self) -> str:
        """``excite``."""
        return NAME

    def prepare(self, session: RobotSession, monitor: Monitor) -> Prepared:
        """Work out the way to the start, the stages, and full speed.

        Raises
        ------
        BadRequest
            ``setting-not-positive``, ``controller-runs-no-trajectory``, ``free-series-real-arm``,
            ``trajectory-not-at-rest``, ``unknown-result``.
        """
        if self.cycles < 1:
            raise BadRequest("setting-not-positive", setting="cycles")
        check_controller(session)
        count, connection = session.safe.stop_count, session.connection_count
        arguments = {
            "circumstances": session.circumstances(),
            "plan": self.plan,
            "visit": session.visit,
            "cycles": self.cycles,
            "rehearse": self.rehearse or not session.is_simulated,
        }
        staged: StagedPlan = session.compute("app.work.excitation:stage_excitation", arguments, monitor)
        if staged.is_free_series and session.capabilities.mark is not Mark.VIRTUAL:
            raise BadRequest("free-series-real-arm", controller=session.uri)
        motions = tuple(planned_motions(staged.motion))
        before, _ = _split(motions)
        seconds = seconds_of(motions) + (STILL_S if before else 0.0)
        return Prepared(NAME, motions, seconds, connection, count, inertial=staged.motion.inertial)

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Bring it up to speed, run it, and judge what was measured."""
        key = self._stored(session)
        before, full = _split(prepared.motions)
        ramp = Ramp(session.robot, prepared.inertial)
        share = seconds_of(before) / (seconds_of(before) + seconds_of(full)) if before else 0.0

        def recorded(motions: tuple[PlannedMotion, ...], label: str, part: Monitor) -> Outcome:
            def work(recording: RecordingInProgress) -> None:
                rest(session, STILL_S, recording=recording, monitor=part)
                recording.note(PLAN_RUN, plan=key, cycles=self.cycles)
                run_motions(session, prepared, motions, ramp=ramp, recording=recording, monitor=part)

            return record_while(
                session, prepared, work, label=label, payload_mass=self.payload_mass, monitor=part
            )

        outcome: Outcome | None = None
        if before:
            part = PartOfMonitor(monitor, first=0.0, last=share)
            outcome = recorded(before, RAMP_LABEL.format(label=self.label), part)
            if not outcome.is_complete or session.stop_asked:
                return replace(outcome, stopped=outcome.stopped or session.stop_asked)
        part = PartOfMonitor(monitor, first=share, last=1.0)
        return _judged(session, _continued(outcome, lambda: recorded(full, self.label, part)), key)

    def _stored(self, session: RobotSession) -> str:
        """Key of the plan in the visit."""
        if isinstance(self.plan, str):
            return self.plan
        if session.visit is None:
            raise ConfigurationError("no-visit")
        if (wrong := session.mismatch) is not None:
            raise wrong
        arguments = {"visit": session.visit, "plan": self.plan}
        key: str = session.compute("app.work.excitation:store_plan", arguments, NullMonitor())
        return key


def _split(
    motions: tuple[PlannedMotion, ...],
) -> tuple[tuple[PlannedMotion, ...], tuple[PlannedMotion, ...]]:
    """What comes before full speed, and full speed."""
    last = max(number for number, planned in enumerate(motions) if planned.code == STAGE)
    return motions[:last], motions[last:]


def _continued(before: Outcome | None, record: Callable[[], Outcome]) -> Outcome:
    """Both recordings as one outcome; what keeps the second from beginning ends it."""
    if before is None:
        return record()
    try:
        after = record()
    except DeviceError as error:  # such as a stop while the first one was put into the visit
        return replace(before, error=error)
    return replace(
        after,
        recordings=(*before.recordings, *after.recordings),
        seconds=before.seconds + after.seconds,
        samples=before.samples + after.samples,
        missing_samples=before.missing_samples + after.missing_samples,
        events=(*before.events, *after.events),
    )


def _judged(session: RobotSession, outcome: Outcome, key: str) -> Outcome:
    """The outcome with what the run at full speed says; nothing is said about half a run."""
    if not outcome.is_complete:
        return outcome
    arguments = {
        "visit": session.visit,
        "label": outcome.recordings[-1],
        "plan": key,
        "robot": session.robot,
    }
    try:
        found = session.compute("app.work.excitation:judge_excitation", arguments, NullMonitor())
    except TorsionError as error:
        return replace(outcome, error=error)
    return replace(outcome, excitation=found)
