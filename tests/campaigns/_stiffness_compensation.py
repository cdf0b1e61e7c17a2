"""Tools of loaded arms brought back: what each way removes of the shift, and how well it is foretold.

Two kinds of arm: ``settled`` ones, whose gears and links give and that have no other fault, and ``standing``
ones with every imperfection that go from place to place. Free-space poses where joints dominate are those,
clear of floor and arm, at which the joints' own springs make half or more of the full model's shift.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from _stiffness_arm import ArmToLookAt, Load, Place, SettledArm, StandingArm, free_places
from _stiffness_ways import (
    EXPERIMENT,
    FULL,
    JOINTS,
    REDUCED,
    Corrected,
    Stepping,
    Way,
    by_load_tests,
    corrected_places,
    measured_model,
    ways_of,
)

from core.recording import FloatArray
from core.robot.library import load_robot
from core.robot.model import RobotModel
from core.stiffness.prediction import FlangeLoad, predict_shift
from core.stiffness.reduction import reduce_stiffness

ROBOT = "mikhel-6"
JOINTS_DOMINATE = 0.5
ENOUGH = 0.8
TRAINING = 20
"""Places of load tests, none of them among those that are corrected."""
DRAWS = 10
"""Of what is known of springs and payload, for each arm and load."""
MASS_STD, CENTER_STD_M = 0.005, 1e-3
"""Of a payload as it was measured: share of its mass, and of each coordinate."""
WITHIN_95 = 1.96
THREE_WAYS = (JOINTS, REDUCED, FULL)
RATED = Load("10 kg", 10.0)
HEAVY = Load("30 kg", 30.0)
OFF_AXIS = Load("20 kg off axis", 20.0, center=(0.15, 0.1, 0.1))
PULL = Load("10 kg and a pull of 300 N sideways", 10.0, pull=(0.0, 300.0, 0.0))
"""The description allows 10 kg; the others stay within the virtual arm's rated torques."""
LOADS = (RATED, HEAVY, OFF_AXIS, PULL)
Numbers = dict[str, float]


@dataclass(frozen=True)
class Case:
    """One arm under one load."""

    load: Load
    seed: int
    places: int
    is_settled: bool = False
    ways: tuple[str, ...] = ()
    """All where empty."""

    @property
    def has_tests(self) -> bool:
        """Whether load tests are made before."""
        return not self.ways or EXPERIMENT in self.ways

    @property
    def name(self) -> str:
        """For tables; arms of several seeds are summed up together."""
        return f"{'settled' if self.is_settled else 'standing'}: {self.load.name}"


def run(case: Case) -> list[Corrected]:
    """All places of a case."""
    robot = load_robot(ROBOT)
    generator = np.random.default_rng([case.seed, 7])
    places = free_places(robot, case.places, loads=LOADS, generator=generator)
    training = free_places(robot, TRAINING, loads=LOADS, generator=generator) if case.has_tests else ()
    arm = _arm(case, robot, start=places[0])
    tested = [arm.arrive(place) for place in training]
    unloaded = [arm.arrive(place) for place in places]
    arm.put_on(case.load)
    ways: dict[str, Way] = {
        name: way for name, way in ways_of(robot, generator).items() if not case.ways or name in case.ways
    }
    if case.has_tests:
        loaded = [arm.arrive(place) for place in training]
        found = by_load_tests(
            robot, load=case.load, places=training, unloaded=tested, loaded=loaded, generator=generator
        )
        ways[EXPERIMENT] = Stepping(found)
    corrected = corrected_places(arm, robot, load=case.load, places=places, unloaded=unloaded, ways=ways)
    return list(corrected)


def _arm(case: Case, robot: RobotModel, *, start: Place) -> ArmToLookAt:
    if case.is_settled:
        return SettledArm(robot, seed=case.seed)
    return StandingArm(robot, seed=case.seed, start=start.before)


def compensation_numbers(found: Mapping[Case, Sequence[Corrected]]) -> Numbers:
    """Cases of one name summed up together, way by way."""
    numbers: Numbers = {}
    for name in dict.fromkeys(case.name for case in found):
        rows = [row for case, some in found.items() if case.name == name for row in some]
        of = f"compensation: {name}"
        numbers[f"{of}: arms"] = sum(case.name == name for case in found)
        numbers[f"{of}: places"] = len(rows)
        dominated = [row for row in rows if row.joints_share >= JOINTS_DOMINATE]
        numbers[f"{of}: places where joints dominate"] = len(dominated)
        numbers[f"{of}: smallest share of joints"] = min(row.joints_share for row in rows)
        shifts = _lengths([row.shift for row in dominated])
        numbers[f"{of}: shift, mean, mm"] = 1e3 * float(shifts.mean())
        numbers[f"{of}: shift, smallest, mm"] = 1e3 * float(shifts.min())
        numbers[f"{of}: shift, largest, mm"] = 1e3 * float(shifts.max())
        stray = np.degrees(np.array([row.stray for row in rows])) * 3600.0
        numbers[f"{of}: twist beyond the springs', rms, arcsec"] = float(np.sqrt(np.mean(stray**2)))
        loop = np.array([row.loop for row in rows])
        numbers[f"{of}: tool off as the loop has not arrived, mean, mm"] = 1e3 * float(loop.mean())
        for way in dict.fromkeys(way for row in rows for way in row.outcomes):
            for what, value in _way([row for row in dominated if way in row.outcomes], way).items():
                numbers[f"{of}: {way}: {what}"] = value
    return numbers


def _way(rows: Sequence[Corrected], way: str) -> Numbers:
    outcomes = [row.outcomes[way] for row in rows]
    before = _lengths([one.left[0] for one in outcomes])
    once, last = _lengths([one.first for one in outcomes]), _lengths([one.last for one in outcomes])
    removed = 1.0 - last / before
    numbers: Numbers = {
        "left, mean, mm": 1e3 * float(last.mean()),
        "left, largest, mm": 1e3 * float(last.max()),
        "removed of all shifts together": 1.0 - float(last.sum() / before.sum()),
        "removed of all shifts together, one step": 1.0 - float(once.sum() / before.sum()),
        "removed, mean": float(removed.mean()),
        "removed, median": float(np.median(removed)),
        "removed, worst": float(removed.min()),
        "places with at least 80 % removed": float(np.mean(removed >= ENOUGH)),
        "steps, mean": float(np.mean([one.steps for one in outcomes])),
    }
    large = before >= np.median(before)
    numbers["removed, worst of the larger half of shifts"] = float(removed[large].min())
    refused = [one.end for one in outcomes if one.end not in ("done", "last")]
    return numbers | {f"ended, {code}": refused.count(code) for code in dict.fromkeys(refused)}


def _lengths(vectors: Sequence[FloatArray]) -> FloatArray:
    return np.asarray(np.linalg.norm(np.array(vectors), axis=1))


def prediction_numbers(found: Mapping[Case, Sequence[Corrected]], *, seed: int) -> Numbers:
    """Foretold shifts against true ones; springs and payload known as a person measured them."""
    numbers: Numbers = {}
    for name in dict.fromkeys(case.name for case in found if not any(case.load.pull)):
        foretold = [
            one
            for case, rows in found.items()
            if case.name == name
            for one in _foretold(case, rows, np.random.default_rng([seed, case.seed, 9]))
        ]
        of = f"prediction: {name}"
        true = np.array([one.true for one in foretold])
        size = np.linalg.norm(true, axis=1)
        for model in ("full", "reduced", "joints_only"):
            off = np.linalg.norm(np.array([getattr(one, model) for one in foretold]) - true, axis=1)
            words = model.replace("_", " ")
            numbers[f"{of}: {words}: error, mean, mm"] = 1e3 * float(off.mean())
            numbers[f"{of}: {words}: error of all shifts together"] = float(off.sum() / size.sum())
        ratio = np.array([(one.full - one.true) / one.std for one in foretold])
        numbers[f"{of}: full: within 95 % of stated doubt"] = float(np.mean(np.abs(ratio) < WITHIN_95))
        numbers[f"{of}: full: rms of error over stated deviation"] = float(np.sqrt(np.mean(ratio**2)))
        exact = np.array([row.foretold for case, rows in found.items() if case.name == name for row in rows])
        truth = np.array([row.shift for case, rows in found.items() if case.name == name for row in rows])
        off = np.linalg.norm(exact - truth, axis=1)
        numbers[f"{of}: full, all exactly known: error, mean, mm"] = 1e3 * float(off.mean())
    return numbers


@dataclass(frozen=True, eq=False)
class _Foretold:
    """Shifts (3,) m of one place, foretold by a person who measured springs and payload."""

    true: FloatArray
    full: FloatArray
    reduced: FloatArray
    joints_only: FloatArray
    std: FloatArray


def _foretold(case: Case, rows: Sequence[Corrected], generator: np.random.Generator) -> Iterator[_Foretold]:
    robot, load = load_robot(ROBOT), case.load
    std = np.array([MASS_STD * load.mass, *(CENTER_STD_M,) * 3])
    for _ in range(DRAWS):
        model = measured_model(robot, generator)
        reduced = reduce_stiffness(model)
        mass, x, y, z = np.array([load.mass, *load.center]) + std * generator.standard_normal(4)
        known = FlangeLoad(float(mass), (float(x), float(y), float(z)), np.diag(std**2))
        for row in rows:
            said = predict_shift(model, reduced, row.place.goal, known)
            yield _Foretold(row.shift, said.full, said.reduced, said.joints_only, said.std)
