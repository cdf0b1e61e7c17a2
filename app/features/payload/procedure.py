"""Payload: two joints sweep slowly there and back with the flange held in several ways.

One recording holds all of it; each sweep is an event of it. The sweeps with the payload are those of
the reference without it. Once both are there, the payload is worked out at once.

``sweep_plans`` makes the plan; ``sweep_run`` has the motion that is under way, and what a run has found.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate
from typing import ClassVar, Self

import numpy as np

from app.arm.procedure import FloorSettings, Outcome, PlannedMotion, Prepared
from app.arm.recorded_procedure import record_while, rest
from app.arm.session import RobotSession
from app.arm.staged_run import APPROACH, STILL_S
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
from app.features.payload.sweep_plans import (
    AskedSweeps,
    StagedPayload,
    StagedSweep,
    payload_of_runs,
    payload_so_far,
    prepare_payload,
)
from app.features.payload.sweep_run import PayloadFound, PayloadSoFar, finished_rows
from app.jobs.task import ReportingMonitor, Task
from app.visit.payload import PAYLOAD_RUN, PAYLOAD_SWEEP, SWEEP_DONE, PayloadRun, keep_plan, run_facts
from core.errors import BadRequest, Fact, TorsionError
from core.monitor import Cancelled, Monitor, NullMonitor, PartOfMonitor
from core.payload.plan import Coverage, PayloadPlan
from core.payload.result import PayloadEstimate
from core.recording import Mark, Recording, TorqueKind
from devices.acquisition.recorder import RecordingInProgress
from devices.errors import MotionRejected
from devices.samples import SampleBlock

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
    weighs_meanwhile: bool = False
    """True to work out the payload so far after each row of sweeps, while the arm rests."""

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
        swept, beside = _Swept(session.capabilities.torque_kind), _Beside()

        def work(recording: RecordingInProgress) -> None:
            nonlocal covered
            rest(session, STILL_S, recording=recording, monitor=part)
            facts = run_facts(self.load, plan=key, only=self.only, known=self.known)
            recording.note(PAYLOAD_RUN, **facts)
            try:
                for covered in _swept(session, prepared, recording, part, swept=swept):
                    part.keep(covered)
                    if (task := self._so_far(session, prepared.plan, covered, swept, key)) is not None:
                        rows = len(finished_rows(prepared.plan, covered))
                        beside.compute(session, task, partial(_keep, part, rows))
            finally:
                beside.cancel()  # without waiting: the arm comes first

        with beside:
            outcome = record_while(
                session,
                prepared,
                work,
                label=self.label or f"payload-{self.load.value}",
                payload_mass=self._mass(),
                monitor=part,
                watcher=swept.take if self.weighs_meanwhile else None,
            )
        found = PayloadFound(prepared.plan, covered)
        return self._analysed(session, replace(outcome, found=found), found, key, Computing(monitor))

    def _so_far(
        self, session: RobotSession, plan: PayloadPlan, covered: Coverage, swept: "_Swept", key: str
    ) -> "Task[PayloadEstimate | None] | None":
        """Work out the payload by the rows so far, once both joints were swept there and back; else None."""
        joints = {joint for joint, _ in finished_rows(plan, covered)}
        is_row = len(covered.done) % 2 == 0 and bool(covered.next_sweeps)
        is_wanted = self.weighs_meanwhile and self.load is not PayloadRun.UNLOADED
        if not (is_wanted and is_row and joints >= {plan.joints.first, plan.joints.second}):
            return None
        live = swept.recording()
        if live is None:
            return None
        goes_on, visit = bool(self.only), session.visit_file
        return Task(
            payload_so_far, visit=visit, plan=key, goes_on=goes_on, reference=self.reference, live=live
        )

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


def _keep(monitor: Monitor, rows: int, found: PayloadEstimate) -> None:
    monitor.keep(PayloadSoFar(rows, found))


class _Swept:
    """The samples of the sweeps of a recording under way; those between the sweeps are left out."""

    def __init__(self, torque_kind: TorqueKind) -> None:
        self._kind = torque_kind
        self._blocks: list[SampleBlock] = []
        self._parts: list[tuple[int, int]] = []
        """First block of each sweep, and the one after its last."""

    def take(self, block: SampleBlock) -> None:
        """Keep a block; in the thread of the stream."""
        self._blocks.append(block)

    @contextmanager
    def sweep(self) -> Iterator[None]:
        """Context of the motion of one sweep."""
        begin = len(self._blocks)
        yield
        self._parts.append((begin, len(self._blocks)))

    def recording(self) -> Recording | None:
        """The samples so far as a recording; None without any."""
        blocks = [block for begin, end in self._parts for block in self._blocks[begin:end]]
        if not blocks:
            return None
        columns = {
            name: np.concatenate([block.columns[name] for block in blocks])
            for name in blocks[0].columns
            if all(name in block.columns for block in blocks)
        }
        time = np.concatenate([block.device_time for block in blocks])
        return Recording("so-far", time, columns, torque_kind=self._kind)


class _Beside:
    """Computes beside the motion, one task at a time; one that comes while another runs is left out."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="payload-so-far")
        self._monitor = ReportingMonitor(lambda _news: None)
        self._last: Future[None] | None = None

    def __enter__(self) -> Self:
        """Nothing runs yet."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Wait for the end of what was cancelled; the arm is at rest by then."""
        self.cancel()
        self._pool.shutdown()

    def cancel(self) -> None:
        """Cancel what still runs, and take nothing more."""
        self._monitor.cancel()

    def compute(
        self,
        session: RobotSession,
        task: "Task[PayloadEstimate | None]",
        then: "Callable[[PayloadEstimate], None]",
    ) -> None:
        """Start a task; ``then`` gets what it found."""
        if self._last is not None and not self._last.done():
            return

        def work() -> None:
            try:
                found = session.compute(task, self._monitor)
            except (Cancelled, TorsionError):
                return  # the number stays as it is
            if found is not None:
                then(found)

        self._last = self._pool.submit(work)


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
    session: RobotSession,
    prepared: PreparedPayload,
    recording: RecordingInProgress,
    monitor: Monitor,
    *,
    swept: _Swept,
) -> Iterator[Coverage]:
    """Run every motion in its order, note each finished sweep, and yield the coverage after it."""
    sweeps = prepared.staged.sweeps
    ends = accumulate(len(each.approach) + len(each.moves) for each in sweeps)
    finished = dict(zip(ends, sweeps, strict=True))
    groups = [(planned,) for planned in prepared.motions]
    for count, ((planned,), part) in enumerate(in_turn(groups, monitor), start=1):
        move = approach if planned.code == APPROACH else stroke
        with swept.sweep() if move is stroke else nullcontext():
            move(session, prepared, planned, recording=recording, monitor=part)
        if count in finished:
            recording.note(SWEEP_DONE, number=finished[count].sweep.number)
            yield finished[count].coverage


@dataclass(frozen=True)
class PayloadPair:
    """``sweeps`` with nothing on the flange, then with ``mass`` kg at ``center`` (3,) m in its frame."""

    name: ClassVar[str] = NAME
    sweeps: PayloadProcedure
    mass: float
    center: tuple[float, float, float]

    def prepare(self, session: RobotSession, monitor: Monitor) -> PreparedPayload:
        """Prepare the sweeps without the payload; those with it are prepared once it hangs.

        Raises
        ------
        MotionRejected
            ``simulation-not-offered`` for any arm that is not virtual.
        BadRequest, NotIdentifiable
            As for ``PayloadProcedure.prepare``.
        """
        if session.capabilities.mark is not Mark.VIRTUAL:
            raise MotionRejected("simulation-not-offered", action="attach")
        return self._with(PayloadRun.UNLOADED).prepare(session, monitor)

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Run the sweeps without, then with the payload; the second only after a complete first run."""
        assert isinstance(prepared, PreparedPayload)
        first = PartOfMonitor(monitor, first=0.0, last=0.5)
        without = self._with(PayloadRun.UNLOADED).run(session, prepared, first)
        if not without.is_complete:
            return without
        session.hang_on_virtual(self.mass, self.center)
        loaded = replace(self._with(PayloadRun.LOADED), plan=prepared.plan)
        following = PartOfMonitor(monitor, first=0.5, last=1.0)
        again = loaded.prepare(session, following).confirmed(
            clear_cell=prepared.clear_cell_confirmed, serial=prepared.serial_confirmed
        )
        return loaded.run(session, again, following).after(without)

    def _with(self, load: PayloadRun) -> PayloadProcedure:
        label = f"{self.sweeps.label}-{load.value}" if self.sweeps.label else ""
        return replace(self.sweeps, load=load, label=label)
