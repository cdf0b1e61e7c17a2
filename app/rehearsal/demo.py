"""``torsion demo``: the virtual robot commissioned without a person, from the encoder check to a report."""

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from app import features
from app.errors.text import error_text, reason_text
from app.features.identification.presentation import present as model_shown
from app.features.verification.presentation import present as verification_shown
from app.guide.feature import Brief
from app.rehearsal.demo_folder import PLAIN, REPORT, VISIT, check_earlier_demo, made_in
from app.rehearsal.recorded_visit import run_unwatched, sway, virtual_session
from app.speech.words import verdict_word
from app.terminal.command import (
    Context,
    ExitCode,
    OutputFolderOption,
    be_command,
    exit_code,
    json_on_stdout,
    present,
    stdout_console,
    write_document,
)
from app.terminal.options import NumberOption
from app.terminal.presentation_lines import presentation_lines
from core.bounds import SEED
from core.errors import BadRequest, Infeasible, NotIdentifiable, TorsionError
from core.exchange.export_json import identification_json
from core.exchange.export_payload import payload_json
from core.exchange.export_verification import verification_json
from core.identification.result import IdentificationResult
from core.identification.settings import FeatureKind, IdentificationSettings, ResidualKind
from core.identification.verification_result import Verification, VerificationMotions, VerifiedMotion
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.processes import Beside
from core.quality import worst
from core.storage.output_kinds import OutputKind

if TYPE_CHECKING:
    from rich.console import RenderableType

    from app.arm.procedure import Outcome, Procedure
    from app.arm.session import RobotSession
    from core.elasticity.result import Elasticity
    from core.excitation.plan import ExcitationPlan
    from core.payload.result import PayloadResult
    from core.robot.model import RobotModel


_COMMISSIONING_SHARE = 0.97
"""Share of the time that the commissioning takes."""
_ROBOT = "ec66"
"""Both encoders in every joint, and two parallel ones for the payload's sweeps."""

FIT_RUNS = ("excite-1", "excite-2")
HELD_OUT_RUN = "check-run"
LOAD_STEPS_RUN = "load-steps"
PERIOD_S = 20.0
PLAN_EVALUATIONS = 1000
"""Evaluations of the search for a motion, some 3 s: a count, so that every computer finds the same."""
RUN_S = 15.0
"""Length of the motion that is kept back, s."""
JOINT_LOAD_S = 30.0
"""Approximate time of the load steps of a joint, s."""
LOAD_STEPS = 3
SETTINGS = IdentificationSettings(residual=ResidualKind.GMM, features=FeatureKind.DEFLECTION, physical=True)
PAYLOAD_KG, PAYLOAD_CENTER = 1.5, (0.02, 0.0, 0.08)
"""Payload of the last step, and its centre, m in the flange frame; less mass where the arm may carry less."""
PAYLOAD_SPEED: float | None = None
"""Speed of the payload's sweeps, rad/s; None for that of the quick mode."""
_SHARE_OF_LIMIT = 0.4


def step_lines(step: "JourneyStep") -> Iterator[str]:
    """Name of a step, its duration here, and its result."""
    brief = next(one for feature in features.FEATURES for one in feature.briefs if one.step == step.name)
    title = f"{brief.title} ({step.seconds:.0f} s):"
    if step.left_out is not None:
        yield f"{title} left out. {error_text(step.left_out).one_line}"
        return
    yield f"{title} {' '.join(_found(brief, step.found))}"


def _found(brief: Brief[Any], found: object) -> Iterator[str]:
    from app.arm.procedure import Outcome

    if found is None:
        yield "no joint has both encoders, so nothing can be said."
    elif not isinstance(found, Outcome):
        yield from brief.lines(found)
    else:
        yield f"{found.seconds:.0f} s recorded. {verdict_word(found.verdict)}."
        if found.found is not None:
            yield from brief.lines(found.found)


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion demo``."""
    be_command(parser, _demo)
    parser.add_argument("--robot", default=_ROBOT, metavar="NAME", help="default: %(default)s")
    parser.add_argument(
        "--out",
        action=OutputFolderOption,
        files={REPORT: OutputKind.PDF, PLAIN: OutputKind.JSON},
        default=Path("torsion-demo"),
        metavar="DIR",
        help="where the visit and the report go; default: %(default)s",
    )
    parser.add_argument(
        "--seed", type=NumberOption(SEED), default=0, metavar="N", help="which arm; default: %(default)s"
    )


def _demo(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from core.exchange.export_deflection import deflection_json
    from core.robot.library import load_robot

    robot = load_robot(arguments.robot)  # a wrong name is refused before an earlier demo is replaced
    check_earlier_demo(arguments.out / VISIT)
    part = PartOfMonitor(context.monitor, first=0.0, last=_COMMISSIONING_SHARE)
    on_step = None if json_on_stdout(arguments) else _print_step
    files = [str(arguments.out / name) for name in (VISIT, REPORT, PLAIN)]
    with made_in(arguments.out, (VISIT, REPORT, PLAIN)) as workshop:
        path = workshop / VISIT
        done = commission_virtual(
            path, robot=arguments.robot, seed=arguments.seed, monitor=part, on_step=on_step
        )
        _report(workshop, done, context)
        payload = done.payload
        document = {
            **identification_json(done.result, reason_text=reason_text),
            "deflection": None
            if done.elasticity is None
            else deflection_json(done.elasticity, tool={}, reason_text=reason_text),
            "verification": verification_json(done.verification, reason_text=reason_text),
            "payload": None if payload is None else payload_json(payload, reason_text=reason_text),
            "mark": done.result.provenance.shown_mark.value,
            "seed": arguments.seed,
            "files": files,
        }
        write_document(arguments, document)
    slides = robot.is_prismatic.tolist()
    readable = (
        *presentation_lines(model_shown(done.result, joints=robot.joint_names, slides=slides)),
        *_twist_lines(done),
        "Verified on motion that it had not seen:",
        *presentation_lines(verification_shown(done.verification, slides=slides)),
        *(f"Written: {name}" for name in files),
    )
    present(arguments, document, *readable)
    return exit_code(worst([done.result.judgement.verdict, done.verification.judgement.verdict]))


def _print_step(step: "JourneyStep") -> None:
    console = stdout_console()
    for line in step_lines(step):
        console.print(line)


def _twist_lines(done: "Commissioned") -> "Iterator[RenderableType]":
    from app.features.twist.presentation import present as gears
    from app.terminal.presentation_lines import presentation_lines

    if done.elasticity is None:
        yield "No joint has both encoders: nothing can be said of the gears."
        return
    yield "What the twist of the gears says:"
    yield from presentation_lines(gears(done.elasticity))


def _report(folder: Path, done: "Commissioned", context: Context) -> None:
    from app.features.report.tasks import write_report
    from app.visit.steps import model_made, note_report, report_made
    from core.storage.visit import Visit

    last = PartOfMonitor(context.monitor, first=_COMMISSIONING_SHARE, last=1.0)
    write_report(
        visit=folder / VISIT, result=done.result, pdf=folder / REPORT, json=folder / PLAIN, monitor=last
    )
    with Visit.open(folder / VISIT) as visit:
        note_report(visit, report_made(model_made(done.result.provenance.created_at, choice="").revision))


@dataclass(frozen=True, eq=False)
class JourneyStep:
    """A step that is over: its name, its duration here in s, and its result.

    ``left_out`` is the reason why this robot could not do it.
    """

    name: str
    seconds: float
    found: object = None
    left_out: TorsionError | None = None


@dataclass(frozen=True)
class Commissioned:
    """Results of a commissioning: the model, its verification, gears and payload; None where left out."""

    result: IdentificationResult
    verification: Verification
    elasticity: "Elasticity | None"
    """None where no joint has both encoders."""
    payload: "PayloadResult | None" = None


OnStep = Callable[[JourneyStep], None]
Plan = Callable[[Monitor], "ExcitationPlan"]
"""Waits for the plan of a motion."""
Found = TypeVar("Found")


def commission_virtual(
    path: Path, *, robot: str, seed: int, monitor: Monitor, on_step: OnStep | None = None
) -> Commissioned:
    """Make a visit and run all steps; ``on_step`` is called with each one that is over.

    Encoder check, friction sweeps, load steps, planned motions, the three loops, verification,
    the gears, and a payload on the flange. Steps that the robot cannot do are left out. Plans and
    gears are computed in a process of its own while the arm moves.

    Raises
    ------
    BadFile
        ``file-exists``.
    TorsionError
        When the virtual robot fails, or a recording cannot be used.
    Cancelled
        When it was stopped; the results until then are in the visit.
    """
    with (
        virtual_session(path, robot=robot, seed=seed, monitor=monitor) as session,
        closing(Beside()) as beside,
    ):
        plans = [beside.begin(search) for search in _searches(session, seed)]
        return _Journey(session, path, seed, monitor, on_step, beside, plans).whole()


@dataclass
class _Journey:
    """The steps one after the other, each with its part of the progress."""

    session: "RobotSession"
    path: Path
    seed: int
    monitor: Monitor
    on_step: OnStep | None
    beside: Beside
    plans: "list[Plan]"

    def whole(self) -> Commissioned:
        """Run all steps."""
        from app.features.encoders.procedure import CheckProcedure
        from app.features.friction.procedure import FrictionProcedure
        from app.features.identification.tasks import identify_model
        from app.features.payload.sweep_run import PayloadFound

        self._procedure("check", CheckProcedure(), 0.0, 0.06)
        self._procedure("friction", FrictionProcedure(is_quick=True, payload_mass=0.0), 0.06, 0.2)
        outcome = self._procedure("load-steps", _load_steps(), 0.2, 0.34)
        loaded = () if outcome is None else outcome.recordings
        fit = tuple(label for number in range(len(FIT_RUNS)) for label in self._excited(number))
        began = time.monotonic()
        kept_back = sway(RUN_S, seed=self.seed, label=HELD_OUT_RUN)
        held = run_unwatched(self.session, kept_back, self._part(0.46, 0.5), name=HELD_OUT_RUN).recordings
        part = self._part(0.5, 0.58)
        result = identify_model(part, path=self.path, fit=fit, validate=held, settings=SETTINGS)
        self._over("identification", began, result)
        gears = self.beside.begin(partial(_gears, self.path, (*loaded, *fit), held))
        began = time.monotonic()
        verified = self._over("verification", began, _verified(self.session, self._part(0.58, 0.68)))
        began = time.monotonic()
        elasticity = self._over("twist", began, gears(self._part(0.68, 0.72)))
        payload = self._procedure("payload", _payload(self.session.robot), 0.72, 1.0)
        weighed = payload.found if payload is not None else None
        found = weighed.result if isinstance(weighed, PayloadFound) else None
        return Commissioned(result, verified, elasticity, found)

    def _excited(self, number: int) -> tuple[str, ...]:
        """Run a planned motion; the label of its recording at full speed."""
        from app.features.excitation.procedure import ExciteProcedure

        part, began = self._part(0.34 + 0.06 * number, 0.4 + 0.06 * number), time.monotonic()
        plan = self.plans[number](part)
        procedure = ExciteProcedure(plan, cycles=1, label=FIT_RUNS[number], payload_mass=0.0, rehearse=False)
        found = run_unwatched(self.session, procedure, part, name=FIT_RUNS[number])
        return self._over("excitation", began, found).recordings[-1:]  # the slower stages come before it

    def _part(self, first: float, last: float) -> PartOfMonitor:
        return PartOfMonitor(self.monitor, first=first, last=last)

    def _over(self, name: str, began: float, found: Found, left_out: TorsionError | None = None) -> Found:
        if self.on_step is not None:
            self.on_step(JourneyStep(name, time.monotonic() - began, found, left_out))
        return found

    def _procedure(self, name: str, procedure: "Procedure", first: float, last: float) -> "Outcome | None":
        """Run a procedure; None where this robot cannot do it."""
        began = time.monotonic()
        try:
            outcome = run_unwatched(self.session, procedure, self._part(first, last), name=name)
        except (BadRequest, Infeasible, NotIdentifiable) as cannot:
            return self._over(name, began, None, left_out=cannot)
        return self._over(name, began, outcome)


def _load_steps() -> "Procedure":
    from app.features.twist.load_steps_procedure import LoadStepsProcedure
    from core.elasticity.load_steps_plan import LoadStepSettings

    settings = LoadStepSettings(seconds=JOINT_LOAD_S, steps=LOAD_STEPS)
    return LoadStepsProcedure(settings=settings, payload_mass=0.0, label=LOAD_STEPS_RUN)


def _payload(robot: "RobotModel") -> "Procedure":
    """Sweeps without and with a load that the arm may carry."""
    from app.features.payload.procedure import PayloadPair, PayloadProcedure
    from core.payload.plan import PayloadMode, PayloadPlanSettings

    mass = min(PAYLOAD_KG, _SHARE_OF_LIMIT * robot.payload_limit.mass)
    sweeps = PayloadProcedure(
        settings=PayloadPlanSettings(mode=PayloadMode.QUICK, speed=PAYLOAD_SPEED, payload_mass=mass)
    )
    return PayloadPair(sweeps, mass, PAYLOAD_CENTER)


def _searches(session: "RobotSession", seed: int) -> "Iterator[Callable[[], ExcitationPlan]]":
    """The searches for the motions, which begin where the arm stands now."""
    from core.excitation.plan import plan_excitation
    from core.excitation.settings import ExcitationSettings, TrajectoryKind

    start = tuple(session.circumstances().start.tolist())
    for number in range(len(FIT_RUNS)):
        settings = ExcitationSettings(
            kind=TrajectoryKind.MODIFIED,
            start=start,
            period_s=PERIOD_S,
            evaluations=PLAN_EVALUATIONS,
            seed=seed + number,
        )
        yield partial(plan_excitation, session.robot, settings)


def _gears(path: Path, fit: tuple[str, ...], held_out: tuple[str, ...]) -> "Elasticity | None":
    """Twist of the gears, by the model in the visit; None without both encoders."""
    from app.features.twist.tasks import analyse_twist, twist_recordings
    from core.storage.visit import Visit

    with Visit.open(path) as visit:
        has_twist = set(twist_recordings(visit)).issuperset((*fit, *held_out))
    if not has_twist:
        return None
    return analyse_twist(visit=path, fit=fit, validate=held_out, monitor=NullMonitor())


def _verified(session: "RobotSession", monitor: Monitor) -> Verification:
    """Verification on all motions; without the circle where an arm cannot draw one."""
    from app.features.verification.procedure import VerifyProcedure

    def verified_on(*motions: VerifiedMotion) -> object:
        procedure = VerifyProcedure(VerificationMotions(motions=motions), payload_mass=0.0, rehearse=False)
        return run_unwatched(session, procedure, monitor, name="verification").found

    try:
        found = verified_on(VerifiedMotion.POINTS, VerifiedMotion.CIRCLE)
    except Infeasible:
        found = verified_on(VerifiedMotion.POINTS)
    assert isinstance(found, Verification), "a verification that ran to its end was judged"
    return found
