"""A virtual robot commissioned unwatched, from the encoder check to what hangs on its flange. No Qt."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from app.rehearsal.recorded_visit import run_unwatched, sway, virtual_session
from core.errors import BadRequest, Infeasible, NotIdentifiable, TorsionError
from core.identification.result import IDENTIFICATION, IdentificationResult
from core.identification.settings import FeatureKind, IdentificationSettings, ResidualKind
from core.identification.verification_result import Verification, VerifiedMotion
from core.identification.verification_settings import VerificationMotions
from core.monitor import Monitor, NamedMonitor, PartOfMonitor

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Procedure
    from app.arm.session import RobotSession
    from app.features.excitation.procedure import ExciteProcedure
    from core.elasticity.result import Elasticity
    from core.payload.result import PayloadResult
    from core.robot.model import RobotModel

FIT_RUNS = ("excite-1", "excite-2")
HELD_OUT_RUN = "check-run"
LOAD_STEPS_RUN = "load-steps"
PERIOD_S = 20.0
PLAN_EVALUATIONS = 1000
"""How long each motion is searched for, some 3 s: a count, so that every computer finds the same."""
RUN_S = 15.0
"""Of the motion that is kept back."""
JOINT_LOAD_S = 30.0
"""About how long the load steps of a joint take."""
LOAD_STEPS = 3
SETTINGS = IdentificationSettings(residual=ResidualKind.GMM, features=FeatureKind.DEFLECTION, physical=True)
PAYLOAD_KG, PAYLOAD_CENTER = 1.5, (0.02, 0.0, 0.08)
"""What is hung on the flange at the end, in m from it; less of a mass where the arm may carry little."""
PAYLOAD_SPEED: float | None = None
"""rad/s of the payload's sweeps; None for what its quick mode takes."""
_SHARE_OF_LIMIT = 0.4


@dataclass(frozen=True, eq=False)
class JourneyStep:
    """One step that is over: its name, the seconds it took here, and what came of it.

    ``left_out`` is why this robot could not do it.
    """

    name: str
    seconds: float
    found: object = None
    left_out: TorsionError | None = None


@dataclass(frozen=True)
class Commissioned:
    """The model, how it did on motion it had not seen, and what else was found; None where left out."""

    result: IdentificationResult
    verification: Verification
    elasticity: "Elasticity | None"
    """None where no joint has both encoders."""
    payload: "PayloadResult | None" = None


Tell = Callable[[JourneyStep], None]
Found = TypeVar("Found")


def commission_virtual(
    path: Path, *, robot: str, seed: int, monitor: Monitor, tell: Tell | None = None
) -> Commissioned:
    """Make a visit and go the whole way; ``tell`` hears of every step as it is over.

    Encoder check, friction sweeps, load steps, planned motions, the three loops, the gears,
    verification, and a payload that is hung on the flange. What a robot cannot do is left out.

    Raises
    ------
    BadFile
        ``file-exists``.
    TorsionError
        When the virtual robot fails, or what it recorded cannot be used.
    Cancelled
        When somebody asked to stop; what was done until then is in the visit.
    """
    with virtual_session(path, robot=robot, seed=seed, monitor=monitor) as session:
        return _Journey(session, path, seed, monitor, tell).whole()


@dataclass
class _Journey:
    """The steps one after the other, each with its part of the progress."""

    session: "RobotSession"
    path: Path
    seed: int
    monitor: Monitor
    tell: Tell | None

    def whole(self) -> Commissioned:
        """All of them."""
        from app.features.payload.found import PayloadFound

        self._procedure("check", _check(), 0.0, 0.06)
        self._procedure("friction", _friction(), 0.06, 0.2)
        outcome = self._procedure("load-steps", _load_steps(), 0.2, 0.34)
        loaded = () if outcome is None else outcome.recordings
        fit = tuple(label for number in range(len(FIT_RUNS)) for label in self._excited(number))
        began = time.monotonic()
        kept_back = sway(RUN_S, seed=self.seed, label=HELD_OUT_RUN)
        held = run_unwatched(self.session, kept_back, self._part(0.46, 0.5), name=HELD_OUT_RUN).recordings
        result = self._told("identification", began, _identified(self.path, fit, held, self._part(0.5, 0.58)))
        began = time.monotonic()
        elasticity = _gears(self.path, (*loaded, *fit), held, self._part(0.58, 0.62))
        self._told("twist", began, elasticity)
        began = time.monotonic()
        verified = self._told("verification", began, _verified(self.session, self._part(0.62, 0.72)))
        payload = self._procedure("payload", _payload(self.session.robot), 0.72, 1.0)
        weighed = payload.found if payload is not None else None
        found = weighed.result if isinstance(weighed, PayloadFound) else None
        return Commissioned(result, verified, elasticity, found)

    def _excited(self, number: int) -> tuple[str, ...]:
        """One planned motion, run; the labels of its recordings."""
        part, began = self._part(0.34 + 0.06 * number, 0.4 + 0.06 * number), time.monotonic()
        procedure = _excitation(self.session, FIT_RUNS[number], self.seed + number, part)
        found = run_unwatched(self.session, procedure, part, name=FIT_RUNS[number])
        return self._told("excitation", began, found).recordings[-1:]  # the slower stages come before it

    def _part(self, first: float, last: float) -> PartOfMonitor:
        return PartOfMonitor(self.monitor, first=first, last=last)

    def _told(self, name: str, began: float, found: Found) -> Found:
        if self.tell is not None:
            self.tell(JourneyStep(name, time.monotonic() - began, found))
        return found

    def _procedure(self, name: str, procedure: "Procedure", first: float, last: float) -> "Outcome | None":
        """Run it; None where this robot cannot do it."""
        began = time.monotonic()
        try:
            outcome = run_unwatched(self.session, procedure, self._part(first, last), name=name)
        except (BadRequest, Infeasible, NotIdentifiable) as cannot:
            if self.tell is not None:
                self.tell(JourneyStep(name, time.monotonic() - began, left_out=cannot))
            return None
        return self._told(name, began, outcome)


def _check() -> "Procedure":
    from app.features.encoders.procedure import CheckProcedure

    return CheckProcedure(label="check")


def _friction() -> "Procedure":
    from app.features.friction.procedure import FrictionProcedure

    return FrictionProcedure(is_quick=True, payload_mass=0.0)


def _load_steps() -> "Procedure":
    from app.features.twist.load_steps_procedure import LoadStepsProcedure
    from core.elasticity.load_steps_settings import LoadStepSettings

    settings = LoadStepSettings(seconds=JOINT_LOAD_S, steps=LOAD_STEPS)
    return LoadStepsProcedure(settings=settings, payload_mass=0.0, label=LOAD_STEPS_RUN)


def _payload(robot: "RobotModel") -> "Procedure":
    """Sweeps without and with a load that the arm may carry."""
    from app.features.payload.pair import PayloadPair
    from app.features.payload.procedure import PayloadProcedure
    from core.payload.plan import PayloadMode, PayloadPlanSettings

    mass = min(PAYLOAD_KG, _SHARE_OF_LIMIT * robot.payload_limit.mass)
    sweeps = PayloadProcedure(
        settings=PayloadPlanSettings(mode=PayloadMode.QUICK, speed=PAYLOAD_SPEED, payload_mass=mass)
    )
    return PayloadPair(sweeps, mass, PAYLOAD_CENTER)


def _excitation(session: "RobotSession", label: str, seed: int, monitor: Monitor) -> "ExciteProcedure":
    from app.features.excitation.procedure import ExciteProcedure
    from core.excitation.plan import plan_excitation
    from core.excitation.settings import ExcitationSettings, TrajectoryKind

    settings = ExcitationSettings(
        kind=TrajectoryKind.MODIFIED,
        start=tuple(session.circumstances().start.tolist()),
        period_s=PERIOD_S,
        evaluations=PLAN_EVALUATIONS,
        seed=seed,
    )
    silent = PartOfMonitor(monitor, first=0.0, last=0.0)
    plan = plan_excitation(session.robot, settings, monitor=silent)
    return ExciteProcedure(plan, cycles=1, label=label, payload_mass=0.0, rehearse=False)


def _identified(
    path: Path, fit: tuple[str, ...], held_out: tuple[str, ...], monitor: Monitor
) -> IdentificationResult:
    from app.visit.recordings import robot_of
    from core.identification.identify import identify
    from core.storage.visit import Visit

    with Visit.open(path) as visit:
        recordings = {label: visit.recording(label) for label in (*fit, *held_out)}
        result = identify(
            recordings,
            robot_of(visit),
            fit=fit,
            validate=held_out,
            settings=SETTINGS,
            monitor=monitor,
        )
        visit.add_result(IDENTIFICATION, result)
    return result


def _gears(
    path: Path, fit: tuple[str, ...], held_out: tuple[str, ...], monitor: Monitor
) -> "Elasticity | None":
    """What the twist of the gears says, by the model that is in the visit now."""
    from app.features.twist.tasks import analyse_twist, twist_recordings
    from core.storage.visit import Visit

    with Visit.open(path) as visit:
        has_twist = set(twist_recordings(visit)).issuperset((*fit, *held_out))
    if not has_twist:
        return None
    named = NamedMonitor(monitor, "deflection")
    return analyse_twist(visit=path, fit=fit, validate=held_out, monitor=named)


def _verified(session: "RobotSession", monitor: Monitor) -> Verification:
    """Verified on all motions; without the circle where an arm cannot draw one."""
    from app.features.verification.procedure import VerifyProcedure

    motions = (VerifiedMotion.POINTS, VerifiedMotion.CIRCLE)
    try:
        procedure = VerifyProcedure(VerificationMotions(motions=motions), payload_mass=0.0, rehearse=False)
        found = run_unwatched(session, procedure, monitor, name="verification").found
    except Infeasible:
        wanted = VerificationMotions(motions=motions[:1])
        procedure = VerifyProcedure(wanted, payload_mass=0.0, rehearse=False)
        found = run_unwatched(session, procedure, monitor, name="verification").found
    assert isinstance(found, Verification), "a verification that ran to its end was judged"
    return found
