"""A virtual robot commissioned unwatched: excited, identified, its gears judged, verified. No Qt."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.work.verification_motions import VerificationMotions
from app.work.virtual_visit import run_unwatched, sway, virtual_session
from core.errors import Infeasible
from core.identification.result import IDENTIFICATION, IdentificationResult
from core.identification.settings import FeatureKind, IdentificationSettings, ResidualKind
from core.identification.verification_result import VerifiedMotion
from core.monitor import Monitor, NamedMonitor, PartOfMonitor

if TYPE_CHECKING:
    from app.procedures.excite import ExciteProcedure
    from app.procedures.session import RobotSession
    from core.elasticity.result import Elasticity
    from core.identification.verification_result import Verification

FIT_RUNS = ("excite-1", "excite-2")
HELD_OUT_RUN = "check"
PERIOD_S = 20.0
PLAN_S = 3.0
"""Of searching for each motion."""
RUN_S = 15.0
"""Of the motion that is kept back."""
SETTINGS = IdentificationSettings(residual=ResidualKind.GMM, features=FeatureKind.DEFLECTION, physical=True)


@dataclass(frozen=True)
class Commissioned:
    """The model, what the twist of the gears says, and how the model did on motion it had not seen."""

    result: IdentificationResult
    verification: "Verification"
    elasticity: "Elasticity | None"
    """None where no joint has both encoders."""


def commission_virtual(path: Path, *, robot: str, seed: int, monitor: Monitor) -> Commissioned:
    """Make a visit, and go the whole way: planned motions, the three loops, the gears, verification.

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
        for number, label in enumerate(FIT_RUNS):
            part = PartOfMonitor(monitor, first=0.25 * number, last=0.25 * (number + 1))
            run_unwatched(session, _excitation(session, label, seed + number, part), part, name=label)
        part = PartOfMonitor(monitor, first=0.5, last=0.6)
        kept_back = sway(RUN_S, seed=seed, label=HELD_OUT_RUN)
        run_unwatched(session, kept_back, part, name=HELD_OUT_RUN)
        result = _identified(path, PartOfMonitor(monitor, first=0.6, last=0.75))
        elasticity = _gears(path, PartOfMonitor(monitor, first=0.75, last=0.8))
        part = PartOfMonitor(monitor, first=0.8, last=1.0)
        return Commissioned(result, _verified(session, part), elasticity)


def _excitation(session: "RobotSession", label: str, seed: int, monitor: Monitor) -> "ExciteProcedure":
    from app.procedures.excite import ExciteProcedure
    from core.excitation.plan import plan_excitation
    from core.excitation.settings import ExcitationSettings, TrajectoryKind

    settings = ExcitationSettings(
        kind=TrajectoryKind.MODIFIED,
        start=tuple(session.circumstances().start.tolist()),
        period_s=PERIOD_S,
        seconds=PLAN_S,
        seed=seed,
    )
    silent = PartOfMonitor(monitor, first=0.0, last=0.0)
    plan = plan_excitation(session.robot, settings, monitor=silent)
    return ExciteProcedure(plan, cycles=1, label=label, payload_mass=0.0, rehearse=False)


def _identified(path: Path, monitor: Monitor) -> IdentificationResult:
    from app.work.recordings import robot_of
    from core.identification.identify import identify
    from core.storage.visit import Visit

    with Visit.open(path) as visit:
        recordings = {label: visit.recording(label) for label in (*FIT_RUNS, HELD_OUT_RUN)}
        result = identify(
            recordings,
            robot_of(visit),
            fit=FIT_RUNS,
            validate=(HELD_OUT_RUN,),
            settings=SETTINGS,
            monitor=monitor,
        )
        visit.add_result(IDENTIFICATION, result)
    return result


def _gears(path: Path, monitor: Monitor) -> "Elasticity | None":
    """What the twist of the gears says, by the model that is in the visit now."""
    from app.work.elasticity import analyse_twist, twist_recordings
    from core.storage.visit import Visit

    with Visit.open(path) as visit:
        has_twist = set(twist_recordings(visit)).issuperset((*FIT_RUNS, HELD_OUT_RUN))
    if not has_twist:
        return None
    named = NamedMonitor(monitor, "deflection")
    return analyse_twist(visit=path, fit=FIT_RUNS, validate=(HELD_OUT_RUN,), monitor=named)


def _verified(session: "RobotSession", monitor: Monitor) -> "Verification":
    """Verified on all motions; without the circle where an arm cannot draw one."""
    from app.procedures.verify import VerifyProcedure

    motions = (VerifiedMotion.POINTS, VerifiedMotion.CIRCLE)
    try:
        procedure = VerifyProcedure(VerificationMotions(motions=motions), payload_mass=0.0, rehearse=False)
        found = run_unwatched(session, procedure, monitor, name="verification").verification
    except Infeasible:
        wanted = VerificationMotions(motions=motions[:1])
        procedure = VerifyProcedure(wanted, payload_mass=0.0, rehearse=False)
        found = run_unwatched(session, procedure, monitor, name="verification").verification
    assert found is not None, "a verification that ran to its end was judged"
    return found
