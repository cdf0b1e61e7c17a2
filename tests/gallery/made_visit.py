"""The visit that fills the gallery's pages: every procedure run on the virtual robot, without a window.

It takes a few minutes to make, so it is kept in a folder for temporary files and made once. A busy
computer may halt a virtual arm: then that procedure is run again on the visit as it was before.
"""

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.features.identification.tasks import identify_model
from app.features.stiffness.tasks import analyse_stiffness
from app.features.twist.tasks import analyse_twist
from app.rehearsal.recorded_visit import (
    FIT_RUNS,
    HELD_OUT_RUNS,
    record_virtual_visit,
    run_unwatched,
    session_of,
)
from app.visit.payload import PayloadRun
from app.visit.tasks import create_visit
from core.errors import TorsionError
from core.identification.settings import FeatureKind, IdentificationSettings, ResidualKind
from core.identification.verification_result import VerificationMotions, VerifiedMotion
from core.monitor import Cancelled, NullMonitor
from core.payload.plan import PayloadMode, PayloadPlanSettings
from devices.errors import DeviceError

if TYPE_CHECKING:
    from app.arm.procedure import Procedure

ROBOT, SEED = "ec66", 3
URI = f"virtual:{ROBOT}?pace=fast&seed={SEED}"
WORN = (2,)
MASS, CENTER = 2.4, (0.060, -0.011, 0.148)
ELASTIC_ROBOT = "mikhel-6"
ELASTIC_URI = f"virtual:{ELASTIC_ROBOT}?elastic_links=yes&pace=fast&seed={SEED}"
PLACES_DEG = ((20.0, -35.0, 60.0, 15.0, 50.0, 0.0), (0.0, 20.0, 20.0, 0.0, 40.0, 0.0))
LOAD, LOAD_CENTER = 10.0, (0.0, 0.0, 0.1)
SWEPT_JOINTS = (1, 3)
PERIOD_S, PLAN_S = 8.0, 3.0
_ATTEMPTS = 4
_VERSION = 1
"""Of what is in the visit: another number makes it again."""
_LABELS = (*FIT_RUNS, *HELD_OUT_RUNS)


Stage = tuple[str, Callable[[Path], None]]
"""What is done, and what does it to the visit at a path."""


@dataclass(frozen=True)
class MadeVisits:
    """The visit with nearly everything in it, one before, when a gear was still whole, and one more."""

    visit: Path
    earlier: Path
    elastic: Path
    """To an arm whose links give: its stiffness, and its tool brought back under a load."""


def made_visits(
    folder: Path | None = None, *, say: Callable[[str], None] = lambda _words: None
) -> MadeVisits:
    """The visits, made where they are not there yet; ``say`` is told what is being done."""
    place = folder or Path(tempfile.gettempdir()) / f"torsion-gallery-{_VERSION}"
    place.mkdir(parents=True, exist_ok=True)
    made = MadeVisits(place / "cell-4.h5", place / "cell-4-last-year.h5", place / "cell-7.h5")
    if not made.earlier.exists():
        _make(made.earlier, _EARLIER, say)
    if not made.visit.exists():
        _make(made.visit, _STAGES, say)
    if not made.elastic.exists():
        _make(made.elastic, _ELASTIC, say)
    return made


def _make(path: Path, stages: tuple[Stage, ...], say: Callable[[str], None]) -> None:
    """Stage after stage on a copy, which becomes the visit when all are done; the copy outlives a failure."""
    for number, (name, stage) in enumerate(stages, start=1):
        done = _beside(path, number)
        if not done.exists():
            say(f"{path.stem}: {name}")
            _try(stage, _beside(path, number - 1), done)
    _beside(path, len(stages)).rename(path)
    for left in path.parent.glob(f"{path.stem}.stage-*"):
        left.unlink()


def _beside(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}.stage-{number}")


def _try(stage: Callable[[Path], None], before: Path, after: Path) -> None:
    work = after.with_name(f"{after.name}.h5")
    for left in reversed(range(_ATTEMPTS)):
        work.unlink(missing_ok=True)
        if before.exists():
            shutil.copy(before, work)
        try:
            stage(work)
            break
        except (DeviceError, Cancelled, TorsionError):
            if not left:
                raise
    work.rename(after)


def _record(path: Path, *, worn: tuple[int, ...]) -> None:
    record_virtual_visit(path, robot=ROBOT, labels=_LABELS, seed=SEED, worn=worn, monitor=NullMonitor())


def _identify(path: Path) -> None:
    settings = IdentificationSettings(
        residual=ResidualKind.GMM, features=FeatureKind.DEFLECTION, physical=True
    )
    identify_model(path=path, fit=FIT_RUNS, validate=HELD_OUT_RUNS, settings=settings, monitor=NullMonitor())


def _twist(path: Path) -> None:
    analyse_twist(visit=path, fit=FIT_RUNS, validate=HELD_OUT_RUNS, monitor=NullMonitor())


def _stiffness(path: Path) -> None:
    create_visit(path=path, robot=ELASTIC_ROBOT, monitor=NullMonitor())
    analyse_stiffness(visit=path, monitor=NullMonitor())


def _compensate(path: Path) -> None:
    from app.features.tool_correction.command import CompensatePair
    from app.features.tool_correction.procedure import CompensateProcedure

    places = tuple(np.radians(place) for place in PLACES_DEG)
    pair = CompensatePair(CompensateProcedure(places=places), LOAD, LOAD_CENTER)
    with session_of(
        path, robot=ELASTIC_ROBOT, seed=SEED, monitor=NullMonitor(), elastic_links=True
    ) as session:
        run_unwatched(session, pair, NullMonitor(), name=pair.name)


def _run(path: Path, procedure: "Procedure") -> None:
    with session_of(path, robot=ROBOT, seed=SEED, monitor=NullMonitor(), worn=WORN) as session:
        run_unwatched(session, procedure, NullMonitor(), name=procedure.name)


def _check(path: Path) -> None:
    from app.features.encoders.procedure import CheckProcedure

    _run(path, CheckProcedure())


def _friction(path: Path) -> None:
    from app.features.friction.procedure import FrictionProcedure
    from core.friction.sweeps.settings import QUICK

    _run(path, FrictionProcedure(replace(QUICK, joints=SWEPT_JOINTS), is_quick=True))


def _load_steps(path: Path) -> None:
    from app.features.twist.load_steps_procedure import LoadStepsProcedure
    from core.elasticity.load_steps_plan import LoadStepSettings

    _run(path, LoadStepsProcedure(LoadStepSettings(joints=SWEPT_JOINTS, seconds=20.0)))


def _excite(path: Path) -> None:
    from app.features.excitation.procedure import ExciteProcedure
    from app.features.excitation.tasks import keep_plan
    from core.excitation.plan import plan_excitation
    from core.excitation.settings import ExcitationSettings, TrajectoryKind

    with session_of(path, robot=ROBOT, seed=SEED, monitor=NullMonitor(), worn=WORN) as session:
        settings = ExcitationSettings(
            kind=TrajectoryKind.MODIFIED,
            start=tuple(session.circumstances().start.tolist()),
            period_s=PERIOD_S,
            seconds=PLAN_S,
            seed=SEED,
        )
        plan = plan_excitation(session.robot, settings, monitor=NullMonitor())
        procedure = ExciteProcedure(plan, cycles=2, payload_mass=0.0, rehearse=False)
        run_unwatched(session, procedure, NullMonitor(), name=procedure.name)
        robot = session.robot
    keep_plan(path=path, plan=plan, robot=robot, monitor=NullMonitor())


def _verify(path: Path) -> None:
    from app.features.verification.procedure import VerifyProcedure

    wanted = VerificationMotions(motions=(VerifiedMotion.POINTS,))
    _run(path, VerifyProcedure(wanted, payload_mass=0.0, rehearse=False))


def _payload(path: Path) -> None:
    from app.features.payload.procedure import PayloadPair, PayloadProcedure

    settings = PayloadPlanSettings(mode=PayloadMode.QUICK)
    _run(path, PayloadPair(PayloadProcedure(settings=settings, load=PayloadRun.UNLOADED), MASS, CENTER))


_EARLIER = (
    ("recordings", lambda path: _record(path, worn=())),
    ("the model", _identify),
    ("the twist of the gears", _twist),
)
_STAGES = (
    ("recordings", lambda path: _record(path, worn=WORN)),
    ("the model", _identify),
    ("the encoders", _check),
    ("friction", _friction),
    ("load steps", _load_steps),
    ("a planned motion", _excite),
    ("the twist of the gears", _twist),
    ("verification", _verify),
    ("the payload", _payload),
)
_ELASTIC = (("the stiffness", _stiffness), ("the tool under a load", _compensate))
