"""Sweeps of a payload on the bench: a procedure that prepares a plan, and visits that hold its runs."""

from dataclasses import replace

from app.arm.procedure import PlannedMotion, Prepared
from app.arm.staged_run import APPROACH
from app.features.payload.procedure import PreparedPayload
from app.features.payload.sweep_plans import StagedPayload
from app.visit.payload import PAYLOAD_SWEEP, PayloadRun, RecordedRun, ReferenceChoice, reference_revision
from app.visit.steps import GuideName, Step
from core.workflow import Made, Product
from tests.app import examples, fake_robot, payload_examples, payload_plan_examples
from tests.app.robot_bench import Bench

PLAN = payload_plan_examples.plan()
SERIAL = "4711"


class Sweeping(fake_robot.FakeProcedure):
    """Prepares that plan: a way and a sweep for each."""

    before = None

    def prepare(self, session: fake_robot.FakeSession, monitor: object) -> Prepared:
        made = replace(fake_robot.preview(), duration=10.0, stop_count=session.safe.stop_count)
        motions: list[PlannedMotion] = []
        for sweep in PLAN.sweeps:
            facts = {"joint": sweep.joint, "orientation": sweep.orientation, "way": sweep.way}
            motions.append(PlannedMotion(APPROACH, made, {"move": 1}))
            motions.append(PlannedMotion(PAYLOAD_SWEEP, made, {**facts, "number": sweep.number}))
        staged = StagedPayload(PLAN, (), self.before)
        count, connection = session.safe.stop_count, session.connection_count
        return PreparedPayload(self.name, tuple(motions), 340.0, connection, count, staged=staged)


def sweeping_bench(bench: Bench) -> Bench:
    """A bench on the way to a payload, connected."""
    bench.window.guide = GuideName.PAYLOAD
    bench.window.open_step(Step.PAYLOAD)
    procedure = Sweeping()
    bench.procedure = procedure
    for page in (bench.window.pages[Step.PAYLOAD_REFERENCE], bench.window.pages[Step.PAYLOAD_SWEEPS]):
        page.run.make_procedure = lambda: procedure
    bench.connect()
    return bench


def run(label: str, load: PayloadRun, *, plan: str = "payload-plan-001", **more: object) -> RecordedRun:
    every = tuple(sweep.number for sweep in PLAN.sweeps)
    told = {"done": every, "planned": len(every), "serial": SERIAL, **more}
    return RecordedRun(label, load, plan, **told)  # type: ignore[arg-type]


def payload_made(key: str) -> Made:
    reference = reference_revision(payload_examples.payload().reference)
    return Made(key, {Product.PAYLOAD_REFERENCE: reference})


def take(bench: Bench, *runs: RecordedRun, chosen: ReferenceChoice | None = None, key: str = "") -> None:
    """A visit that holds these sweeps, and a payload found in them where it has a key."""
    summary = replace(
        examples.visit_summary(str(bench.folder / "cell-4.h5")),
        payload_runs=runs,
        chosen_reference=chosen,
        products={Product.PAYLOAD: payload_made(key)} if key else {},
    )
    visit = bench.window.visit
    visit.payloads.take(payload_examples.payload() if key else None, PLAN)
    visit.summary = summary
    visit.changed.emit()
