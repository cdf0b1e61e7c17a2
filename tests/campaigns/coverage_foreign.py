"""How often stated 95 % intervals hold the truth of arms that share no code with the identification.

The arms are those of ``_foreign_arm``: MuJoCo's rigid bodies with friction outside every fitted family, slow
warming, gears that bend, and drive gains up to 3 % from the data sheet, all drawn anew for each arm.

- dynamics: base parameters, rotor inertias and friction at steady speed, under the mean load of the motion,
  of a three-joint arm, drive gains known or of the data sheet;
- chosen: base parameters and rotor inertias again, friction model and cut-off chosen by data, as
  ``torsion identify`` does;
- stiffness of its gears by both encoders, with the model found before;
- drive gains from one pair of runs and from three;
- payload: mass and centre by sweeps of a six-joint arm, all together and in three steps, drive gains known
  or of the data sheet; also how many masses are within 2 % or 20 g of the truth.

Stated are 95 % intervals as value ± 1.96 standard deviations. Quantities without a
stated value are not counted.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from types import SimpleNamespace

import numpy as np
from _foreign_arm import ForeignArm, excitation, straight
from _measurement import REPOSITORY, write_measurement
from _twist_visits import one_thread
from _virtual_payload import plan_for, strokes_of

from core.base_parameters import find_base_parameters
from core.elasticity.identify import identify_elasticity
from core.identification.gains.identify import identify_gains
from core.identification.identify import identify
from core.identification.result import IdentificationResult
from core.identification.settings import CHOSEN_BY_DATA, IdentificationSettings
from core.payload.identify import identify_payload
from core.payload.plan import PayloadMode
from core.payload.result import QUANTITIES, PayloadEstimate
from core.payload.settings import GainKnowledge
from core.recording import FloatArray, Recording
from core.robot.library import load_robot
from core.robot.model import RobotModel
from devices.virtual.physics.geometry import home_pose

NAME = "coverage_foreign"
SEED = 20_000
ARM, PAYLOAD_ARM = "szabo-3r", "ec66"
RATED = np.array([60.0, 90.0, 30.0])
SIZE = np.array([1.2, 1.0, 1.2])
"""Largest way of each joint from its zero, rad."""
SECONDS = 24.0
ARMS = {"dynamics": 200, "chosen": 200, "gains": 70, "payload": 100}
"""Arms of each kind; enough for 200 truths of every quantity."""
ARMS_WITH_STIFFNESS = 70
LOADS = (("", 1.0, 6.0), ("", 1.0, 6.0), (", under 1 kg", 0.2, 1.0))
"""Loads that each arm carries: words that name them, and the range of their masses, kg."""
ALL_STEPS = 4
"""Three steps, and all sweeps together."""
GAIN_KG = 3.0
PAIRS = 3
QUICK_ARMS = 2
PROCESSES = 2
MOST_S = 30 * 60.0
"""After which no further arm is begun; the numbers say how many there were."""
WITHIN_95 = 1.96
NEAR_SHARE, NEAR_KG = 0.02, 0.02
"""A mass is near the truth within this share of it or this many kg, whichever is more."""
SPEEDS = (0.2, 0.5, 1.0)
"""Steady speeds at which friction is asked for, rad/s."""


@dataclass(frozen=True)
class Answer:
    """One stated value: quantity, error over its standard deviation, error over the truth, and truth."""

    quantity: str
    ratio: float
    relative: float
    truth: float

    @property
    def is_near(self) -> bool:
        """True for a mass within ``NEAR_SHARE`` or ``NEAR_KG`` of the truth."""
        return abs(self.relative * self.truth) <= max(NEAR_SHARE * self.truth, NEAR_KG)


def main() -> int:
    """Run the campaign; ``--quick`` takes two arms of each kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="two arms of each kind")
    parser.add_argument("--most-s", type=float, default=MOST_S, help="begin no further arm after this time")
    parser.add_argument("--processes", type=int, default=PROCESSES, help="arms at the same time")
    parser.add_argument("--only", nargs="+", choices=ARMS, help="only these kinds")
    arguments = parser.parse_args()
    began = time.monotonic()
    kinds = arguments.only or list(ARMS)
    cases = [
        (kind, SEED + number)
        for number in range(max(ARMS.values()))
        for kind in kinds
        if number < (QUICK_ARMS if arguments.quick else ARMS[kind])
    ]
    processes = 0 if arguments.quick else arguments.processes
    answers = list(_run(cases, processes=processes, most_s=arguments.most_s))
    numbers = summary(answers)
    for what, value in numbers.items():
        print(f"{what}: {value:.4g}", flush=True)
    print(f"{len(answers)} answers in {time.monotonic() - began:.0f} s")
    if not arguments.quick:
        write_measurement(NAME, seed=SEED, numbers={**_others(kinds), **numbers})
    return 0


def _others(kinds: list[str]) -> dict[str, float]:
    """Numbers measured before of the kinds that were not asked for."""
    path = REPOSITORY / "resources" / "measurements" / f"{NAME}.json"
    if set(kinds) == set(ARMS) or not path.exists():
        return {}
    numbers: dict[str, float] = json.loads(path.read_text(encoding="utf-8"))["numbers"]
    return numbers


def summary(answers: list[Answer]) -> dict[str, float]:
    """For each quantity how many intervals there are, how many hold the truth, and the usual error."""
    found: dict[str, float] = {}
    for quantity in dict.fromkeys(one.quantity for one in answers):
        ratio = np.array([one.ratio for one in answers if one.quantity == quantity])
        relative = np.array([one.relative for one in answers if one.quantity == quantity])
        found |= {
            f"{quantity}: intervals": float(ratio.size),
            f"{quantity}: 95 % intervals that hold the truth": float(np.mean(np.abs(ratio) < WITHIN_95)),
            f"{quantity}: rms of error over stated deviation": float(np.sqrt(np.mean(ratio**2))),
            f"{quantity}: median error over stated deviation": float(np.median(ratio)),
        }
        if np.all(np.isfinite(relative)):
            found[f"{quantity}: median relative error"] = float(np.median(np.abs(relative)))
            found[f"{quantity}: median stated deviation, relative"] = float(
                np.median(np.abs(relative / ratio))
            )
        if quantity.startswith("payload mass"):
            near = [one.is_near for one in answers if one.quantity == quantity]
            found[f"{quantity}: within 2 % or 20 g"] = float(np.mean(near))
    return found


def _run(cases: list[tuple[str, int]], *, processes: int, most_s: float) -> Iterator[Answer]:
    if processes == 0:
        for case in cases:
            yield from _judged(case)
        return
    began = time.monotonic()
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=one_thread) as pool:
        waiting = [pool.submit(_judged, case) for case in cases]
        for number, (future, case) in enumerate(zip(waiting, cases, strict=True)):
            if time.monotonic() - began > most_s:
                pool.shutdown(cancel_futures=True)
                return
            yield from future.result()
            print(f"{number + 1} of {len(cases)}: {case[0]}", flush=True)


def _judged(case: tuple[str, int]) -> list[Answer]:
    kind, seed = case
    found: Mapping[str, Callable[[int], Iterator[Answer]]] = {
        "dynamics": _dynamics,
        "chosen": _chosen,
        "gains": _gains,
        "payload": _payload,
    }
    return list(found[kind](seed))


def _answers(quantity: str, value: FloatArray, std: FloatArray, truth: FloatArray) -> Iterator[Answer]:
    value, std, truth = np.atleast_1d(value), np.atleast_1d(std), np.atleast_1d(truth)
    for one, spread, true in zip(value.tolist(), std.tolist(), truth.tolist(), strict=True):
        if np.isfinite(one) and np.isfinite(spread) and spread > 0.0:
            relative = (one - true) / true if true else float("nan")
            yield Answer(quantity, (one - true) / spread, relative, true)


def _dynamics(seed: int) -> Iterator[Answer]:
    arm, robot, runs = _recorded(seed)
    for gains, known in (("", arm.joints.gain), (", gains of the data sheet", None)):
        settings = IdentificationSettings(drive_gain=known)
        found = identify(runs, robot, fit=tuple(runs), settings=settings)
        yield from _bodies(found, arm, gains)
        yield from _friction(found, arm, gains)
        if not gains and seed < SEED + ARMS_WITH_STIFFNESS:
            yield from _stiffness(found, arm, runs)


def _chosen(seed: int) -> Iterator[Answer]:
    arm, robot, runs = _recorded(seed)
    settings = replace(CHOSEN_BY_DATA, drive_gain=arm.joints.gain)
    yield from _bodies(identify(runs, robot, fit=tuple(runs), settings=settings), arm, ", chosen by data")


def _recorded(seed: int) -> tuple[ForeignArm, RobotModel, dict[str, Recording]]:
    """An arm, its description with the gains of the data sheet, and two runs of it."""
    robot = load_robot(ARM)
    arm = ForeignArm(robot, rated=RATED, seed=seed)
    motion = partial(excitation, 3, seconds=SECONDS, size=SIZE)
    runs = {
        f"run {number}": arm.record(motion(seed=10 * seed + number), f"run {number}", both_encoders=True)
        for number in range(2)
    }
    return arm, replace(robot, drive_gain=arm.data_sheet), runs


def _bodies(found: IdentificationResult, arm: ForeignArm, words: str) -> Iterator[Answer]:
    """Base parameters and rotor inertias against the arm's own."""
    base = find_base_parameters(arm.robot, rotor_inertia=True)
    truth = base.values(np.concatenate([arm.links.ravel(), arm.joints.rotor]))
    is_rotor = np.array(["Ia_" in name and "+" not in name for name in base.expressions])
    value = found.estimate[: truth.size]
    std = np.sqrt(np.diag(found.covariance))[: truth.size]
    for what, chosen in (("base parameters", ~is_rotor), ("rotor inertia", is_rotor)):
        yield from _answers(f"{what}{words}", value[chosen], std[chosen], truth[chosen])


def _friction(found: IdentificationResult, arm: ForeignArm, gains: str) -> Iterator[Answer]:
    """Friction at steady speeds under the usual load of the motion, mean of both directions."""
    for joint, friction in enumerate(found.friction):
        places = [found.column_names.index(one.expression) for one in friction.coefficients]
        load = float(arm.usual_load[joint])
        for speed in SPEEDS:
            # presliding state, v, v |v|, v³ and load of the default friction model
            columns = np.array([1.0, speed, speed**2, speed**3, load])
            value = columns @ found.estimate[places]
            spread = np.sqrt(columns @ found.covariance[np.ix_(places, places)] @ columns)
            truth = np.array(arm.friction_at(joint, speed, load))
            yield from _answers(f"friction at steady speed{gains}", value, spread, truth)


def _stiffness(
    found: IdentificationResult, arm: ForeignArm, runs: Mapping[str, Recording]
) -> Iterator[Answer]:
    gears = identify_elasticity(runs, arm.robot, found, fit=tuple(runs))
    for joint, gear in enumerate(gears.joints):
        if gear.stiffness is not None:
            value, std = np.array(gear.stiffness.value), np.array(gear.stiffness.std)
            truth = np.array(1.0 / arm.joints.compliance[joint])
            yield from _answers("stiffness", value, std, truth)


def _gains(seed: int) -> Iterator[Answer]:
    robot = load_robot(ARM)
    arm = ForeignArm(robot, rated=RATED, seed=seed)
    center = np.array([0.02, 0.03, 0.08])
    runs, pairs = {}, []
    for number in range(PAIRS):
        pair = (f"free {number}", f"loaded {number}")
        for label, mass in zip(pair, (0.0, GAIN_KG), strict=True):
            arm.carry(mass, center)
            way = excitation(3, seed=100 * seed + number, seconds=SECONDS, size=SIZE)
            runs[label] = replace(arm.record(way, label), payload_mass=mass)
        pairs.append(pair)
    for count in (1, PAIRS):
        found = identify_gains(runs, robot, pairs=pairs[:count])
        words = f"drive gains, {count} pair{'s' if count > 1 else ''}"
        yield from _answers(words, found.drive_gain, found.std, arm.joints.gain)


def _payload(seed: int) -> Iterator[Answer]:
    robot = load_robot(PAYLOAD_ARM)
    arm = ForeignArm(robot, rated=np.asarray(robot.torque_limit), seed=seed)
    home = home_pose(robot)
    planned = strokes_of(plan_for(SimpleNamespace(robot=robot, home=home), mode=PayloadMode.QUICK))
    places, speeds = [home], []
    for stroke in planned:
        for place in (None, *stroke.places):
            target = stroke.start.copy()
            if place is not None:
                target[stroke.joint] = place
            places.append(target)
            speeds.append(0.5 if place is None else stroke.speed)
    way = straight(places, speeds)
    draw = np.random.default_rng([seed, 9])
    empty = arm.record(way, "empty")
    for number, (size, least, most) in enumerate(LOADS):
        truth = np.array([draw.uniform(least, most), *draw.uniform((-0.05, -0.05, 0.03), (0.05, 0.05, 0.15))])
        arm.carry(float(truth[0]), truth[1:])
        label = f"load {number}"
        runs = {"empty": empty, label: arm.record(way, label)}
        for words, known, gain in (
            ("gains known", GainKnowledge.exact(robot.joint_count), arm.joints.gain),
            ("gains of the data sheet", GainKnowledge.manufacturer(robot.joint_count), arm.data_sheet),
        ):
            found = identify_payload(
                runs, robot, unloaded=["empty"], loaded=[label], gains=known, drive_gain=gain
            )
            yield from _carried(f"all together, {words}{size}", found.estimate, truth)
            if len(found.steps) == ALL_STEPS:
                yield from _carried(f"three steps, {words}{size}", found.steps[-2].estimate, truth)
        arm.carry(0.0, truth[1:])


def _carried(way: str, found: PayloadEstimate, truth: FloatArray) -> Iterator[Answer]:
    value = np.array([found.mass, *found.center_of_mass])
    std = np.sqrt(np.diag(found.covariance))
    for place, quantity in enumerate(QUANTITIES):
        name = "mass" if quantity == "mass" else "centre"
        yield from _answers(f"payload {name}, {way}", value[place], std[place], truth[place])


if __name__ == "__main__":
    raise SystemExit(main())
