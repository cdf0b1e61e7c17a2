"""Whether stated intervals hold the truth: errors of base parameters over their stated deviations.

The physics of the virtual robot, with everything that makes it imperfect (friction of none of the
fitted forms, hysteresis, ripple, temperature, quantised encoders, following error, noise), identified
by the default chain. One group of cases repeats a motion, one fits several motions together, one
is fitted by maximum likelihood, and one has synthetic arms whose friction is of the fitted form, where
nothing but noise is left. Stated are 95 % intervals as estimate ± 1.96 standard deviations.

The arm of each seed has drive gains of its own, up to 3 % from the data sheet. They are a measurement of
their own, so the true ones are given here; what the data sheet's would do is a group too. Short
motions, 16 s, are another one.

Per parameter, a bias shows as a mean error over the seeds that is larger than their scatter explains:
the model's form. Parameters that fall outside because of it are named.
"""

if __name__ == "coverage":  # the compiler of the kernels asks for the tool of that name
    raise ImportError("a campaign, not the tool that counts lines")

import argparse
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context

import numpy as np
from _measurement import write_measurement
from _virtual_runs import random_excitation, record_runs, true_base_parameters

from core.base_parameters import find_base_parameters
from core.identification.identify import identify
from core.identification.settings import EstimatorKind, IdentificationSettings
from core.identification.synthetic import synthesize, synthetic_arm
from core.recording import FloatArray, Recording
from core.robot.library import load_robot
from core.robot.model import RobotModel
from devices.virtual.physics.truth import true_arm

SEED = 1000
"""Of the first arm; the others follow."""
ROBOTS = ("ec66", "generic-6r")
SYNTHETIC_ROBOT = "ur10e"
PERIOD_S, CYCLES = 20.0, 3
MOTIONS = 3
SYNTHETIC_S = 60.0
SHORT_PERIOD_S, SHORT_CYCLES = 8.0, 2
ARMS = {"repeated": 16, "several": 4, "likelihood": 4, "pure-noise": 10, "short": 4, "data-sheet": 2}
QUICK_PERIOD_S, QUICK_CYCLES = 20.0, 2
PROCESSES = 2
MOST_S = 15 * 60.0
"""After which no further arm is waited for; the numbers say how many there were."""
WITHIN_95, WITHIN_99 = 1.96, 2.576
BIASED = 3.0
"""Standard errors of a mean from which on it is a bias, by chance 1 in 100 with ten arms."""
FAR = 0.5
"""Of a stated deviation, from which on a bias moves an interval off the truth too often."""
APART = "data-sheet"
"""The group that cannot be as good as it says; by how much it is not, is measured."""
WHOLE = f"all but {APART}"
LOWEST_COVERAGE, HIGHEST_COVERAGE = 0.90, 0.99
SMALLEST_RATIO, LARGEST_RATIO = 0.7, 1.5


@dataclass(frozen=True)
class Case:
    """One identification: a robot, a seed, and the group it belongs to."""

    group: str
    robot: str
    seed: int
    period_s: float = PERIOD_S
    cycles: int = CYCLES


@dataclass(frozen=True)
class Found:
    """Names of the base parameters, errors (b,) of the estimate and what was stated for them (b,)."""

    case: Case
    names: tuple[str, ...]
    error: FloatArray
    std: FloatArray
    white_std: FloatArray

    @property
    def ratio(self) -> FloatArray:
        """(b,) errors over stated standard deviations."""
        return self.error / self.std


def main() -> int:
    """Run the campaign; ``--quick`` runs one arm of two groups, two periods each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two arms, two periods each")
    quick = parser.parse_args().quick
    began = time.monotonic()
    cases = _quick_cases() if quick else _cases()
    found = list(_run(cases, processes=1 if quick else PROCESSES))
    numbers = _numbers(found)
    for what, value in numbers.items():
        print(f"{what}: {value:.4g}", flush=True)
    print(f"{len(found)} identifications in {time.monotonic() - began:.0f} s")
    if quick:
        return 0
    write_measurement("coverage", seed=SEED, numbers=numbers)
    return 0 if _holds(numbers) else 1


def _cases() -> list[Case]:
    """All groups, arm by arm, so that whatever is finished in time says something of each."""
    found = []
    for arm in range(max(ARMS.values())):
        for group in (group for group, arms in ARMS.items() if arm < arms):
            robots = (SYNTHETIC_ROBOT,) if group == "pure-noise" else ROBOTS
            length = (SHORT_PERIOD_S, SHORT_CYCLES) if group == "short" else (PERIOD_S, CYCLES)
            found += [Case(group, robot, SEED + arm, *length) for robot in robots]
    return found


def _quick_cases() -> list[Case]:
    return [
        Case("repeated", ROBOTS[0], SEED, QUICK_PERIOD_S, QUICK_CYCLES),
        Case("pure-noise", SYNTHETIC_ROBOT, SEED, QUICK_PERIOD_S, QUICK_CYCLES),
    ]


def _run(cases: list[Case], *, processes: int) -> Iterator[Found]:
    """What is finished within the time, in the order of the cases."""
    if processes == 1:
        yield from map(_identified, cases)
        return
    began = time.monotonic()
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(_identified, case) for case in cases]
        for number, future in enumerate(waiting):
            if time.monotonic() - began > MOST_S:
                pool.shutdown(cancel_futures=True)
                return
            found = future.result()
            rms = float(np.sqrt(np.mean(found.ratio**2)))
            print(f"{number + 1} {found.case.group} {found.case.robot}: {rms:.2f}", flush=True)
            yield found


def _identified(case: Case) -> Found:
    robot = load_robot(case.robot)
    if case.group == "pure-noise":
        return _pure_noise(case, robot)
    names, truth = true_base_parameters(robot, seed=case.seed)
    drive = true_arm(robot, case.seed).drive
    settings = IdentificationSettings(
        drive_gain=drive.nominal_gain if case.group == "data-sheet" else drive.gain,
        estimator=EstimatorKind.ML if case.group == "likelihood" else EstimatorKind.WLS,
    )
    return _compared(case, names, truth, _virtual_runs(case, robot), robot, settings)


def _virtual_runs(case: Case, robot: RobotModel) -> dict[str, Recording]:
    count = MOTIONS if case.group == "several" else 1
    cycles = 1 if case.group == "several" else case.cycles
    motions = [
        random_excitation(robot, seed=1000 * number + case.seed, period_s=case.period_s, cycles=cycles)
        for number in range(count)
    ]
    return record_runs(robot, motions, seed=case.seed)


def _pure_noise(case: Case, robot: RobotModel) -> Found:
    """An arm whose friction is of the fitted form: neither Stribeck's rise nor a harder direction."""
    still = np.zeros(robot.joint_count)
    arm = replace(synthetic_arm(robot, seed=case.seed), stribeck=still, asymmetry=still)
    run = synthesize(robot, seed=case.seed, arm=arm, duration_s=case.period_s * case.cycles)
    base = find_base_parameters(robot, rotor_inertia=True)
    truth = base.values(np.concatenate([arm.parameters.ravel(), arm.rotor_inertia]))
    return _compared(case, base.expressions, truth, {run.label: run}, robot, IdentificationSettings())


def _compared(
    case: Case,
    names: tuple[str, ...],
    truth: FloatArray,
    runs: Mapping[str, Recording],
    robot: RobotModel,
    settings: IdentificationSettings,
) -> Found:
    result = identify(runs, robot, fit=tuple(runs), settings=settings)
    count = len(names)
    assert result.column_names[:count] == names
    std = np.sqrt(np.diag(result.covariance))[:count]
    return Found(case, names, result.estimate[:count] - truth, std, result.white_noise_std[:count])


def _numbers(found: list[Found]) -> dict[str, float]:
    numbers: dict[str, float] = {}
    for group, robot in dict.fromkeys((one.case.group, one.case.robot) for one in found):
        chosen = [one for one in found if (one.case.group, one.case.robot) == (group, robot)]
        numbers |= {f"{group}, {robot}: {what}": value for what, value in _calibration(chosen).items()}
        numbers |= {f"{group}, {robot}: {what}": value for what, value in _outside(chosen).items()}
    calibrated = [one for one in found if one.case.group != APART]
    return {
        **{f"{WHOLE}: {what}": value for what, value in _calibration(calibrated).items()},
        **numbers,
    }


def _calibration(found: list[Found]) -> dict[str, float]:
    ratio = np.concatenate([one.ratio for one in found])
    white = np.concatenate([one.error / one.white_std for one in found])
    return {
        "identifications": len(found),
        "cases": ratio.size,
        "95 % intervals that hold the truth": float(np.mean(np.abs(ratio) < WITHIN_95)),
        "99 % intervals that hold the truth": float(np.mean(np.abs(ratio) < WITHIN_99)),
        "rms of error over stated deviation": float(np.sqrt(np.mean(ratio**2))),
        "rms of error over white-noise deviation": float(np.sqrt(np.mean(white**2))),
    }


def _outside(found: list[Found]) -> dict[str, float]:
    """Mean error over stated deviation of the parameters that fall outside because of the model's form."""
    if len(found) < 4:
        return {}
    ratio = np.array([one.ratio for one in found])
    mean = ratio.mean(axis=0)
    of_mean = ratio.std(axis=0, ddof=1) / np.sqrt(len(found))
    biased = (np.abs(mean) > BIASED * of_mean) & (np.abs(mean) > FAR)
    return {
        f"outside by the model's form, mean error over stated deviation: {found[0].names[index]}": float(
            mean[index]
        )
        for index in np.flatnonzero(biased)
    }


def _holds(numbers: Mapping[str, float]) -> bool:
    coverage = numbers[f"{WHOLE}: 95 % intervals that hold the truth"]
    ratio = numbers[f"{WHOLE}: rms of error over stated deviation"]
    return LOWEST_COVERAGE <= coverage <= HIGHEST_COVERAGE and SMALLEST_RATIO <= ratio <= LARGEST_RATIO


if __name__ == "__main__":
    raise SystemExit(main())
