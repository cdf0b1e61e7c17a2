"""What one step of the excitation search costs: value and gradient, beside the value alone.

[Liu]'s problem on three arms, five harmonics, 200 samples, without floor, body and torques. Processor time of
the whole process, the median over many calls, with one thread for linear algebra, as the program has it.
"""

import argparse
import os
import time
from collections.abc import Callable
from statistics import median

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from _measurement import write_measurement

from core.excitation.optimisers.problem import Problem
from core.excitation.settings import ExcitationSettings
from core.robot.dynamics import regressor, regressor_gradient
from core.robot.library import load_robot

ARMS = ("generic-6r", "ec66", "ur10e")
CALLS, QUICK_CALLS = 1000, 10
SHARPNESS = 10.0


def main() -> int:
    """Run the campaign; ``--quick`` makes few calls and writes nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few calls")
    quick = parser.parse_args().quick
    numbers: dict[str, float] = {}
    for robot in ARMS:
        numbers |= {
            f"{robot}: {what}": value for what, value in costs(robot, QUICK_CALLS if quick else CALLS)
        }
    for what, value in numbers.items():
        print(f"{what}: {value:.3g}")
    numbers["load_average_of_the_machine"] = os.getloadavg()[0]
    if not quick:
        write_measurement("gradient_cost", seed=0, numbers=numbers)
    return 0


def costs(robot: str, calls: int) -> list[tuple[str, float]]:
    """Milliseconds of the steps, and how many values differences would need instead of a gradient."""
    problem = Problem(
        load_robot(robot), ExcitationSettings(limits="liu", collision=False, torque=False, seed=0)
    )
    x = problem.random(np.random.default_rng(0))
    motion = problem.basis.motion(x)
    arguments = (load_robot(robot), motion.position, motion.velocity, motion.acceleration)
    weights = np.ones_like(regressor(*arguments))
    return [
        (
            "value and gradient, ms",
            milliseconds(lambda: problem.objective(x, sharpness=SHARPNESS, keep_out_weight=1.0), calls),
        ),
        ("value alone, ms", milliseconds(lambda: problem.value(x), calls)),
        ("regressor, ms", milliseconds(lambda: regressor(*arguments), calls)),
        ("regressor's gradient, ms", milliseconds(lambda: regressor_gradient(*arguments, weights), calls)),
        ("values that differences would need", float(problem.size + 1)),
    ]


def milliseconds(call: Callable[[], object], calls: int) -> float:
    """Processor time of a call in ms, the median; the first call, which may compile, is left out."""
    call()
    spent = []
    for _ in range(calls):
        before = time.process_time()
        call()
        spent.append(time.process_time() - before)
    return 1e3 * median(spent)


if __name__ == "__main__":
    raise SystemExit(main())
