"""What a planned motion buys: parameters found from it against those from a random motion.

On the virtual robot (open EC66, its own friction, noise and following error), from the same pose, within
the same limits, as many periods of the same length: a planned trajectory and random feasible ones, run by
the same procedure and identified with the same settings. Side by side: the standard deviations that the
identification states, the errors against the parameters that the virtual arm was built with, and the
error on a motion that neither was fitted to. Also how far the arm went, following error included. And
[Szabo]'s three-axis arm with the noise of its paper in closed form (known answer K6).
"""

import argparse
import tempfile
from pathlib import Path

import numpy as np
from _measurement import write_measurement
from _virtual_cell import run_whole, virtual_session

from app.arm.session import RobotSession
from app.features.excitation.procedure import ExciteProcedure
from app.visit.recordings import robot_of
from core.base_parameters import find_base_parameters
from core.excitation.evaluate import evaluate_trajectory
from core.excitation.plan import ExcitationPlan, plan_excitation
from core.excitation.runs.excitation_run import ExcitationRun
from core.excitation.settings import ExcitationSettings, TrajectoryKind
from core.excitation.unplanned_motions import random_motion
from core.identification.identify import identify
from core.identification.result import IdentificationResult
from core.identification.settings import IdentificationSettings
from core.robot.model import RobotModel
from core.storage.visit import Visit
from devices.motion import RunTrajectory
from devices.virtual.settings import VirtualSettings
from tests.core.excitation import test_variance as szabo

ROBOT, SEED = "ec66", 11
CYCLES, QUICK_CYCLES = 3, 1
RANDOM_SEEDS, QUICK_RANDOM_SEEDS = (1, 2, 3), (1,)
PLAN_S, QUICK_PLAN_S = 10.0, 1.0
LIMIT_USE = 0.995
"""Of the limits, for random motions as for planned ones."""
HELD_OUT_SEED = 100
"""Of the motion that nothing is fitted to."""

Numbers = dict[str, float]


def main() -> int:
    """Run the campaign; ``--quick`` runs one period each, against one random motion."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one period, one random motion")
    quick = parser.parse_args().quick
    numbers = _szabo()
    with (
        tempfile.TemporaryDirectory() as folder,
        virtual_session(Path(folder) / "cell.h5", VirtualSettings(robot=ROBOT, seed=SEED)) as session,
    ):
        plan_s = QUICK_PLAN_S if quick else PLAN_S
        seeds = QUICK_RANDOM_SEEDS if quick else RANDOM_SEEDS
        numbers |= _on_virtual_robot(
            session, plan_s=plan_s, seeds=seeds, cycles=QUICK_CYCLES if quick else CYCLES
        )
    for what, value in numbers.items():
        print(f"{what}: {value:.4g}", flush=True)
    if not quick:
        write_measurement("excitation_value", seed=SEED, numbers=numbers)
    return 0


def _szabo() -> Numbers:
    """Closed-form standard deviations of the 15 inertial parameters, planned over random."""
    planned = szabo.columns_of(plan_excitation(szabo.ROBOT, szabo.SETTINGS).trajectory)
    ordinary, weighted = szabo.deviations(planned)
    drawn, chosen = (
        [
            _mean_ratio(weighted[:15], szabo.deviations(szabo.columns_of(motion_of(seed)))[1][:15])
            for seed in range(9)
        ]
        for motion_of in (szabo.drawn_motion, szabo.chosen_motion)
    )
    return {
        "szabo-3r: weighted over ordinary least squares, largest of 24": float((weighted / ordinary).max()),
        "szabo-3r: weighted over ordinary least squares, mean of 24": float((weighted / ordinary).mean()),
        "szabo-3r: standard deviations, planned over random, median of 9": float(np.median(drawn)),
        "szabo-3r: standard deviations, planned over best of 40 random, median of 9": float(
            np.median(chosen)
        ),
    }


def _on_virtual_robot(
    session: RobotSession, *, plan_s: float, seeds: tuple[int, ...], cycles: int
) -> Numbers:
    robot = session.robot
    settings = ExcitationSettings(
        kind=TrajectoryKind.MODIFIED, start=tuple(session.circumstances().start.tolist()), seconds=plan_s
    )
    plan = plan_excitation(robot, settings)
    found = _run(session, plan, label="planned", cycles=cycles)
    names = [f"random-{seed}" for seed in seeds]
    for seed, label in zip((*seeds, HELD_OUT_SEED), (*names, "held-out"), strict=True):
        _run(session, _random_plan(session, settings, seed), label=label, cycles=cycles)
    planned, *others = (_identified(session, label) for label in ("planned", *names))
    return {
        "condition number, planned": plan.condition_number,
        "limit use of the arm with its following error, planned": found["worst"],
        "following error, planned, deg": float(np.degrees(found["following_error"])),
        **_side_by_side(robot, planned, others),
    }


def _side_by_side(
    robot: RobotModel, planned: IdentificationResult, others: list[IdentificationResult]
) -> Numbers:
    std = [_mean_ratio(_std(planned), _std(other)) for other in others]
    errors = [_errors(robot, result) for result in (planned, *others)]
    relative = [_mean_ratio(errors[0], other) for other in errors[1:]]
    held_out = [result.validation[0].total_rms_torque for result in (planned, *others)]
    return {
        "stated standard deviations, planned over random, median": float(np.median(std)),
        "stated standard deviations, planned over random, worst": max(std),
        "errors against the truth, planned over random, median": float(np.median(relative)),
        "held-out error, planned, N·m": held_out[0],
        "held-out error, random, median, N·m": float(np.median(held_out[1:])),
    }


def _run(session: RobotSession, plan: ExcitationPlan, *, label: str, cycles: int) -> dict[str, float]:
    procedure = ExciteProcedure(plan, cycles=cycles, label=label, payload_mass=0.0, rehearse=False)
    run = run_whole(session, procedure).found
    assert isinstance(run, ExcitationRun)
    assert run.peaks.inside, run.peaks.limit_use
    return {"worst": run.peaks.worst, "following_error": float(run.following_error.max())}


def _random_plan(session: RobotSession, settings: ExcitationSettings, seed: int) -> ExcitationPlan:
    """A random feasible trajectory from the same pose within the same limits, judged like a plan."""
    circumstances = session.circumstances()

    def allowed(trajectory: object) -> bool:
        return circumstances.allow(RunTrajectory(trajectory), proven=True)

    motion = random_motion(
        session.robot,
        start=circumstances.start,
        generator=np.random.default_rng(seed),
        limit_use=LIMIT_USE,
        is_allowed=allowed,
    )
    return evaluate_trajectory(session.robot, motion, settings)


def _identified(session: RobotSession, label: str) -> IdentificationResult:
    with Visit.open(session.visit) as visit:
        recordings = {name: visit.recording(name) for name in (label, "held-out")}
        return identify(
            recordings,
            robot_of(visit),
            fit=(label,),
            validate=("held-out",),
            settings=IdentificationSettings(),
        )


def _std(result: IdentificationResult) -> np.ndarray:
    return np.array([parameter.std for parameter in result.base_parameters])


def _errors(robot: RobotModel, result: IdentificationResult) -> np.ndarray:
    """Against the description, whose links the virtual arm is built with; rotors left out."""
    links = find_base_parameters(robot, rotor_inertia=False)
    truth = dict(zip(links.expressions, links.values(robot.inertial_parameters.ravel()), strict=True))
    found = {parameter.expression: parameter.value for parameter in result.base_parameters}
    shared = sorted(truth.keys() & found.keys())
    assert len(shared) > len(truth) // 2, shared
    return np.array([abs(found[name] - truth[name]) for name in shared])


def _mean_ratio(ours: np.ndarray, theirs: np.ndarray) -> float:
    """Geometric mean: every parameter counts the same, whatever its unit."""
    usable = np.isfinite(ours) & np.isfinite(theirs) & (ours > 0.0) & (theirs > 0.0)
    return float(np.exp(np.mean(np.log(ours[usable] / theirs[usable]))))


if __name__ == "__main__":
    raise SystemExit(main())
