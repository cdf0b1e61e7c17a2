"""[Wu]'s comparison: trajectories that start and end at rest by themselves against the plain series.

On virtual robots with their following error: `modified` and `fourier-free`, both searched for 10 s
under the same limits, both run for as many periods (the plain series between two leads from and to
rest), identified with the same settings, and verified on the same motions that neither was fitted to:
a second excitation, moves from pose to pose, and the circle.
"""

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from _measurement import write_measurement
from _virtual_cell import in_memory, run_whole, virtual_session

from app.arm.session import RobotSession
from app.features.excitation.procedure import ExciteProcedure
from app.features.verification.procedure import VerifyProcedure
from app.visit.recordings import robot_of
from core.excitation.plan import plan_excitation
from core.excitation.runs.excitation_run import ExcitationRun
from core.excitation.settings import ExcitationSettings, TrajectoryKind
from core.identification.identify import identify
from core.identification.result import IdentificationResult
from core.identification.verification_result import ALL_MOTIONS, VerificationMotions, VerifiedMotion
from core.storage.visit import Visit
from devices.virtual.settings import VirtualSettings

ROBOT = "ec66"
SEEDS, QUICK_SEEDS = (1, 2, 3), (1,)
KINDS = (TrajectoryKind.MODIFIED, TrajectoryKind.FREE)
SEARCH_S, QUICK_SEARCH_S = 10.0, 0.5
PERIOD_S, QUICK_PERIOD_S = 20.0, 5.0
CYCLES, QUICK_CYCLES = 2, 1

Numbers = dict[str, float]


def main() -> int:
    """Run the campaign; ``--quick`` takes one arm and short motions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one arm, short motions")
    quick = parser.parse_args().quick
    arms = []
    for seed in QUICK_SEEDS if quick else SEEDS:
        with tempfile.TemporaryDirectory() as folder:
            arms.append(_arm(Path(folder) / "cell.h5", seed, quick=quick))
        print(f"seed {seed}: {arms[-1]}", flush=True)
    numbers = {what: float(np.mean([arm[what] for arm in arms])) for what in arms[0]}
    for what, value in numbers.items():
        print(f"{what}: {value:.4g}", flush=True)
    if not quick:
        write_measurement("boundary_conditions", seed=SEEDS[0], numbers=numbers)
    return 0


def _arm(visit: Path, seed: int, *, quick: bool) -> Numbers:
    found: Numbers = {}
    with virtual_session(visit, VirtualSettings(robot=ROBOT, seed=seed)) as session:
        for kind in KINDS:
            found |= _excited(session, kind, seed=seed, quick=quick)
        _identified(visit, KINDS[0])
        motions = (VerifiedMotion.POINTS,) if quick else ALL_MOTIONS
        wanted = VerificationMotions(motions=motions, seed=SEEDS[-1] + seed)
        fresh = run_whole(session, VerifyProcedure(wanted, payload_mass=0.0, rehearse=False)).recordings
    for kind in KINDS:
        result = _identified(visit, kind, validate=[label for label in fresh if "ramp" not in label])
        for item in result.validation:
            if not item.used_in_fit:
                rms = float(np.linalg.norm(item.moving_rms_torque))
                found[f"{kind}: RMS on {item.recording}, joints in motion, N·m"] = rms
    return found


def _identified(visit: Path, label: str, *, validate: Sequence[str] = ()) -> IdentificationResult:
    """Identified from one recording, and stored."""
    with Visit.open(visit) as stored:
        recordings = {name: in_memory(stored.recording(name)) for name in (label, *validate)}
        result = identify(recordings, robot_of(stored), fit=(label,), validate=tuple(validate))
        stored.add_result("identification", result)
    return result


def _excited(session: RobotSession, kind: TrajectoryKind, *, seed: int, quick: bool) -> Numbers:
    settings = ExcitationSettings(
        kind=kind,
        start=tuple(session.circumstances().start.tolist()),
        period_s=QUICK_PERIOD_S if quick else PERIOD_S,
        seconds=QUICK_SEARCH_S if quick else SEARCH_S,
        seed=seed,
    )
    plan = plan_excitation(session.robot, settings)
    procedure = ExciteProcedure(
        plan, cycles=QUICK_CYCLES if quick else CYCLES, label=kind.value, payload_mass=0.0, rehearse=False
    )
    run = run_whole(session, procedure).found
    assert isinstance(run, ExcitationRun)
    return {
        f"{kind}: condition number": plan.condition_number,
        f"{kind}: following error, deg": float(np.degrees(run.following_error.max())),
    }


if __name__ == "__main__":
    raise SystemExit(main())
