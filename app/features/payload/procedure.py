"""Payload: two joints sweep slowly there and back with the flange held in several ways.

One recording holds all of it; each sweep is an event of it. The sweeps with the payload are those of
the reference without it. Once both are there, the payload is worked out at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.arm.moving import carry_out, reporting, rest
from app.arm.procedure import Outcome, PlannedMotion, Prepared
from app.arm.ramp import Ramp
from app.arm.recorded import record_while
from app.arm.session import RobotSession
from app.arm.settings import FloorSettings
from app.arm.staged import APPROACH, STILL_S, run_motions
from app.features.payload.found import PayloadFound
from app.features.payload.plans import payload_of_runs
from app.features.payload.sweep_plans import PayloadAsked, StagedPayload, StagedSweep, prepare_payload
from app.jobs.task import Task
from app.visit.payload_runs import PAYLOAD_RUN, PAYLOAD_SWEEP, SWEEP_DONE, PayloadRun, keep_plan, run_facts
from core.bounds import Count
from core.errors import BadRequest, Fact, TorsionError
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.payload.plan import Coverage, PayloadPlan, PayloadPlanSettings
from core.payload.settings import KnownLoad
from core.recording import Quantity
from devices.acquisition.recorder import RecordingInProgress
from devices.capabilities import MotionKind

NAME = "payload"
REST_S = 0.1
"""Standing after each motion of a sweep."""
MOVING_SHARE = 0.95
"""Of the progress; the rest is working the payload out."""
_DRIVEN = (Quantity.TORQUE, Quantity.CURRENT, Quantity.MOTOR_TORQUE)


@dataclass(frozen=True, eq=False)
class PreparedPayload(Prepared):
    """The sweeps; ``finishing`` has, by the place of a sweep's last motion in ``motions``, that sweep."""

    staged: StagedPayload | None = None
    finishing: dict[int, StagedSweep] = field(default_factory=dict)

    @property
    def plan(self) -> PayloadPlan:
        """All sweeps, also those that do not run this time."""
        assert self.staged is not None
        return self.staged.plan


@dataclass(frozen=True)
class PayloadProcedure(FloorSettings):
    """Sweep with nothing, with the payload, or with a weighed load on the flange.

    Without a ``plan`` the payload's sweeps are those of ``reference_visit``, else of this visit; with
    ``use_model``, or where there are none, new ones are planned. ``only`` repeats single sweeps by their
    numbers, or completes a run that was stopped. ``label`` empty: ``payload-loaded`` and so on.
    """

    settings: PayloadPlanSettings = field(default_factory=PayloadPlanSettings)
    load: PayloadRun = PayloadRun.LOADED
    known: KnownLoad | None = None
    label: str = ""
    plan: PayloadPlan | None = None
    only: tuple[Count, ...] = ()
    reference_visit: Path | None = None
    use_model: bool = False

    @property
    def name(self) -> str:
        """``payload``."""
        return NAME

    def prepare(self, session: RobotSession, monitor: Monitor) -> PreparedPayload:
        """Plan or take over the sweeps, and work out every motion.

        Raises
        ------
        BadRequest
            ``controller-does-not-move``, ``controller-tells-no-torque``, ``payload-known-load-missing``,
            ``payload-plan-missing``, ``payload-plan-other-arm``, ``payload-sweep-unknown``,
            ``no-payload-pose``, ``sweep-speed-unknown``.
        NotIdentifiable
            ``payload-no-loaded-joint``.
        """
        check_controller(session)
        if (self.load is PayloadRun.KNOWN) != (self.known is not None):
            raise BadRequest("payload-known-load-missing", load=self.load.value)
        count, connection = session.safe.stop_count, session.connection_count
        identity = session.identity
        staged = session.compute(
            Task(
                prepare_payload,
                circumstances=replace(session.circumstances(), floor_height=self.floor_height),
                asked=self._asked(),
                visit=session.visit,
                serial="" if identity is None else identity.serial,
            ),
            monitor,
        )
        motions, finishing = _motions(staged)
        return PreparedPayload(
            NAME, motions, seconds_of(motions), connection, count, staged=staged, finishing=finishing
        )

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Sweep after sweep, then what they say."""
        assert isinstance(prepared, PreparedPayload)
        part = PartOfMonitor(monitor, first=0.0, last=MOVING_SHARE)
        key = _kept_plan(session, prepared.plan)
        assert prepared.staged is not None
        sweeping = _Sweeping(session, prepared, part, covered=prepared.staged.before)

        def work(recording: RecordingInProgress) -> None:
            rest(session, STILL_S, recording=recording, monitor=part)
            facts = run_facts(self.load, plan=key, only=self.only, known=self.known)
            recording.note(PAYLOAD_RUN, **facts)
            sweeping.run_all(recording)

        outcome = record_while(
            session,
            prepared,
            work,
            label=self.label or f"payload-{self.load.value}",
            payload_mass=self._mass(),
            monitor=part,
        )
        found = PayloadFound(prepared.plan, sweeping.covered)
        rest_of_it = PartOfMonitor(monitor, first=MOVING_SHARE, last=1.0)
        return self._analysed(session, replace(outcome, found=found), found, key, rest_of_it)

    def _asked(self) -> PayloadAsked:
        return PayloadAsked(
            settings=self.settings,
            load=self.load,
            known=self.known,
            plan=self.plan,
            only=self.only,
            reference_visit=self.reference_visit,
            use_model=self.use_model,
        )

    def _mass(self) -> float | None:
        """What the recording says hangs on the flange, as far as that is known."""
        if self.load is PayloadRun.UNLOADED:
            return 0.0
        return None if self.known is None else self.known.mass

    def _analysed(
        self, session: RobotSession, outcome: Outcome, found: PayloadFound, plan: str, monitor: Monitor
    ) -> Outcome:
        """The outcome with the payload, once there is something to compare it with."""
        if not outcome.is_complete:
            return outcome
        monitor.report(0.0, "")
        try:
            result = session.compute(
                Task(
                    payload_of_runs,
                    visit=session.visit_file,
                    plan=plan,
                    wanted=self.load is PayloadRun.LOADED or bool(self.only),
                    reference_visit=self.reference_visit,
                    use_model=self.use_model,
                ),
                _Unstoppable(monitor),
            )
        except TorsionError as error:
            return replace(outcome, error=error)
        return replace(outcome, found=replace(found, result=result))


def check_controller(session: RobotSession) -> None:
    """Refuse a controller that tells no payload, before anything is planned.

    Raises
    ------
    BadRequest
        See ``PayloadProcedure.prepare``.
    """
    capabilities = session.capabilities
    if MotionKind.POINT_TO_POINT not in capabilities.motions:
        raise BadRequest("controller-does-not-move", controller=session.uri)
    if not any(quantity in capabilities.quantities for quantity in _DRIVEN):
        raise BadRequest("controller-tells-no-torque", controller=session.uri)


def seconds_of(motions: tuple[PlannedMotion, ...]) -> float:
    """How long they take with the standing before and after each."""
    return STILL_S + sum(planned.preview.duration + _rest_after(planned) for planned in motions)


def _rest_after(planned: PlannedMotion) -> float:
    return STILL_S if planned.code == APPROACH else REST_S


def _motions(staged: StagedPayload) -> tuple[tuple[PlannedMotion, ...], dict[int, StagedSweep]]:
    """All motions in their order, and which of them ends which sweep."""
    motions: list[PlannedMotion] = []
    finishing: dict[int, StagedSweep] = {}
    for each in staged.sweeps:
        motions.extend(_of_sweep(each))
        finishing[len(motions) - 1] = each
    return tuple(motions), finishing


def _of_sweep(staged: StagedSweep) -> Iterator[PlannedMotion]:
    """The way there, and the sweep."""
    for number, preview in enumerate(staged.approach, 1):
        yield PlannedMotion(APPROACH, preview, {"move": number})
    sweep = staged.sweep
    facts: dict[str, Fact] = {
        "joint": sweep.joint,
        "orientation": sweep.orientation,
        "way": sweep.way,
        "number": sweep.number,
    }
    for number, preview in enumerate(staged.moves, 1):
        move: dict[str, Fact] = {"move": number} if len(staged.moves) > 1 else {}
        yield PlannedMotion(PAYLOAD_SWEEP, preview, {**facts, **move})


def _kept_plan(session: RobotSession, plan: PayloadPlan) -> str:
    """Key of the plan in the visit; empty without a visit, which the recording will refuse."""
    if session.visit is None:
        return ""
    return session.compute(Task(keep_plan, visit=session.visit, plan=plan), NullMonitor())


class _Sweeping:
    """Runs the motions; ``covered`` is what the finished sweeps tell, None before the first."""

    def __init__(
        self, session: RobotSession, prepared: PreparedPayload, monitor: Monitor, *, covered: Coverage | None
    ) -> None:
        self._session, self._prepared, self._monitor = session, prepared, monitor
        self.covered = covered

    def run_all(self, recording: RecordingInProgress) -> None:
        """Every motion in its order."""
        motions = self._prepared.motions
        whole_s, passed_s = sum(planned.preview.duration for planned in motions), 0.0
        for place, planned in enumerate(motions):
            until_s = passed_s + planned.preview.duration
            part = PartOfMonitor(self._monitor, first=passed_s / whole_s, last=until_s / whole_s)
            passed_s = until_s
            self._run(planned, recording, part)
            if (finished := self._prepared.finishing.get(place)) is not None:
                recording.note(SWEEP_DONE, number=finished.sweep.number)
                self.covered = finished.coverage
                self._monitor.keep(self.covered)

    def _run(self, planned: PlannedMotion, recording: RecordingInProgress, monitor: Monitor) -> None:
        session, prepared = self._session, self._prepared
        if planned.code == APPROACH:
            ramp = Ramp(session.robot, None)
            run_motions(session, prepared, (planned,), ramp=ramp, recording=recording, monitor=monitor)
            return
        joint = planned.facts["joint"]
        assert isinstance(joint, int)
        progress = reporting(monitor, f"{session.robot.joint_names[joint]}: {planned.code}")
        carry_out(session, prepared, planned, recording=recording, monitor=monitor, progress=progress)
        rest(session, REST_S, recording=recording, monitor=monitor)


class _Unstoppable(NullMonitor):
    """Shows progress and what is known so far; whoever stopped the arm did not mean the analysis."""

    def __init__(self, shown: Monitor) -> None:
        self._shown = shown

    def report(self, fraction: float, text: str = "") -> None:
        """Pass the progress on."""
        self._shown.report(fraction, text)

    def keep(self, result: object) -> None:
        """Pass on what is known so far."""
        self._shown.keep(result)
