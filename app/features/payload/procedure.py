"""Payload: two joints sweep slowly there and back with the flange held in several ways.

One recording holds all of it; each sweep is an event of it. The sweeps with the payload are those of
the reference without it. Once both are there, the payload is worked out at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import ClassVar

from app.arm.moving import rest
from app.arm.procedure import Outcome, PlannedMotion, Prepared
from app.arm.recorded import record_while
from app.arm.session import RobotSession
from app.arm.settings import FloorSettings
from app.arm.staged import APPROACH, STILL_S
from app.arm.sweeping import (
    Computing,
    approach,
    expect_torque,
    in_turn,
    rest_after,
    seconds_of,
    stroke,
    while_moving,
)
from app.features.payload.found import PayloadFound
from app.features.payload.plans import AskedSweeps, payload_of_runs
from app.features.payload.sweep_plans import StagedPayload, StagedSweep, prepare_payload
from app.jobs.task import Task
from app.visit.payload_runs import PAYLOAD_RUN, PAYLOAD_SWEEP, SWEEP_DONE, PayloadRun, keep_plan, run_facts
from core.errors import BadRequest, Fact, TorsionError
from core.monitor import Monitor, NullMonitor
from core.payload.plan import Coverage, PayloadPlan
from devices.acquisition.recorder import RecordingInProgress

NAME = "payload"


@dataclass(frozen=True, eq=False)
class PreparedPayload(Prepared):
    """Payload sweeps, ready to run; ``motions`` has those of ``staged.sweeps`` one after the other."""

    staged: StagedPayload = field(kw_only=True)

    @property
    def plan(self) -> PayloadPlan:
        """Plan of all sweeps, also of those that do not run this time."""
        return self.staged.plan


@dataclass(frozen=True)
class PayloadProcedure(FloorSettings, AskedSweeps):
    """Run the asked sweeps; an empty ``label`` becomes ``payload-loaded`` and so on."""

    name: ClassVar[str] = NAME
    label: str = ""

    def prepare(self, session: RobotSession, monitor: Monitor) -> PreparedPayload:
        """Plan the sweeps or take them from the reference, and compute every motion.

        Raises
        ------
        BadRequest
            ``controller-does-not-move``, ``controller-tells-no-torque``, ``payload-known-load-missing``,
            ``payload-plan-missing``, ``payload-plan-other-arm``, ``payload-sweep-unknown``,
            ``no-payload-pose``, ``sweep-speed-unknown``.
        NotIdentifiable
            ``payload-no-loaded-joint``.
        """
        session.expect_motion()
        expect_torque(session)
        if (self.load is PayloadRun.KNOWN) != (self.known is not None):
            raise BadRequest("payload-known-load-missing", load=self.load.value)
        count, connection = session.safe.stop_count, session.connection_count
        identity = session.identity
        staged = session.compute(
            Task(
                prepare_payload,
                circumstances=replace(session.circumstances(), floor_height=self.floor_height),
                asked=self,
                visit=session.visit,
                serial="" if identity is None else identity.serial,
            ),
            monitor,
        )
        motions = tuple(planned for each in staged.sweeps for planned in _of_sweep(each))
        seconds = seconds_of(motions, rest_after)
        return PreparedPayload(NAME, motions, seconds, connection, count, staged=staged)

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Run sweep after sweep, then compute the payload."""
        assert isinstance(prepared, PreparedPayload)
        part = while_moving(monitor)
        key = _kept_plan(session, prepared.plan)
        covered = prepared.staged.before

        def work(recording: RecordingInProgress) -> None:
            nonlocal covered
            rest(session, STILL_S, recording=recording, monitor=part)
            facts = run_facts(self.load, plan=key, only=self.only, known=self.known)
            recording.note(PAYLOAD_RUN, **facts)
            for covered in _swept(session, prepared, recording, part):
                part.keep(covered)

        outcome = record_while(
            session,
            prepared,
            work,
            label=self.label or f"payload-{self.load.value}",
            payload_mass=self._mass(),
            monitor=part,
        )
        found = PayloadFound(prepared.plan, covered)
        return self._analysed(session, replace(outcome, found=found), found, key, Computing(monitor))

    def _mass(self) -> float | None:
        """Mass on the flange for the recording, kg; None where it is not known."""
        if self.load is PayloadRun.UNLOADED:
            return 0.0
        return None if self.known is None else self.known.mass

    def _analysed(
        self, session: RobotSession, outcome: Outcome, found: PayloadFound, plan: str, monitor: Monitor
    ) -> Outcome:
        """The outcome with the payload, where there is a reference for it."""
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
                    reference=self.reference,
                ),
                monitor,
            )
        except TorsionError as error:
            return replace(outcome, error=error)
        return replace(outcome, found=replace(found, result=result))


def _of_sweep(staged: StagedSweep) -> Iterator[PlannedMotion]:
    """Motions of the approach, then those of the sweep."""
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


def _swept(
    session: RobotSession, prepared: PreparedPayload, recording: RecordingInProgress, monitor: Monitor
) -> Iterator[Coverage]:
    """Run every motion in its order, note each finished sweep, and yield the coverage after it."""
    sweeps = prepared.staged.sweeps
    ends = accumulate(len(each.approach) + len(each.moves) for each in sweeps)
    finished = dict(zip(ends, sweeps, strict=True))
    groups = [(planned,) for planned in prepared.motions]
    for count, ((planned,), part) in enumerate(in_turn(groups, monitor), start=1):
        move = approach if planned.code == APPROACH else stroke
        move(session, prepared, planned, recording=recording, monitor=part)
        if count in finished:
            recording.note(SWEEP_DONE, number=finished[count].sweep.number)
            yield finished[count].coverage
