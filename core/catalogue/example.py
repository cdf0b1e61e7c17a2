"""A fleet to try the catalogue with: visits whose results were drawn at random, with worn arms among them.

Nothing was measured: every result has the mark *synthetic*. Arms of a model differ as gears of one type do,
measurements differ by a little more than their ±, friction follows the temperature, and of some arms one
joint wears from a visit on.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from core.bounds import Bounds
from core.catalogue.key_figures import FRICTION_SPEED
from core.elasticity.result import ELASTICITY, Elasticity, JointElasticity, Measured
from core.errors import BadRequest
from core.friction.sweeps.result import FRICTION_SWEEPS, FrictionSweeps, JointSweeps, SweepPoints
from core.identification.synthetic import synthesize
from core.monitor import Monitor
from core.payload.result import PAYLOAD, PAYLOAD_WRITE, KeptSetting, PayloadEstimate, PayloadResult, SetLoad
from core.payload.settings import PayloadSettings
from core.quality import Judgement
from core.recording import Mark, Recording
from core.robot.library import load_robot
from core.robot.model import RobotModel
from core.robot.toml_format import write_toml
from core.storage.visit import Visit

MODELS = ("ec66", "ur5e", "ur10e")
_ARMS_DIFFER, _VISITS_DIFFER, _STATED = 0.08, 0.006, 0.012
"""Relative standard deviations of arms, of visits beyond the ±, and the ± that results state."""
_WORN_SHARE = 0.12
_MASS_STD = 0.02
_RUNS, _RUN_S = ("run-1", "run-2"), 12.0
_FRICTION_PER_KELVIN = -0.008
_ARCSEC = float(np.radians(1.0 / 3600.0))
_SPEEDS = FRICTION_SPEED * np.array([0.25, 0.5, 1.0, 2.0, 4.0])
_FIRST = datetime(2016, 1, 11, 8, 0, tzinfo=UTC)
_DAYS_BETWEEN = 170.0

ARMS = Bounds(lower=1, upper=10_000, whole=True)
RECORDINGS = Bounds(lower=0, upper=10_000, whole=True)
WRONG_PAYLOADS = Bounds(lower=0, upper=10_000, whole=True)
VISITS = Bounds(lower=1, upper=100_000, whole=True)


@dataclass(frozen=True)
class WornArm:
    """A worn arm of the example: its joint, and the file of the first visit that can show it."""

    joint: str
    first_worn_visit: str
    stiffness_lost: float
    """Share of the stiffness that is gone."""


@dataclass(frozen=True)
class WrongPayload:
    """An arm of the example whose controller has another mass set than the one on its flange, kg."""

    visit: str
    """File of its last visit, which shows it."""
    true_mass: float
    set_mass: float


@dataclass(frozen=True)
class _Wear:
    joint: int
    first: int
    lost: float


def write_example(
    folder: Path,
    *,
    arms: int,
    visits: int,
    seed: int,
    monitor: Monitor,
    wrong_payloads: int = 0,
    recordings: int = 0,
) -> Mapping[str, WornArm | WrongPayload]:
    """Write so many visits to so many arms into a folder; returns the worn arms by serial number.

    At least one arm is worn if any is visited twice. With ``wrong_payloads`` the load of every arm is
    measured at its last visit, and so many sound arms have another mass set in their controllers; they are
    returned too. The last visits of the first ``recordings`` arms have recordings, computed from the seed,
    of which a model can be identified.

    Raises
    ------
    BadRequest
        ``fleet-example-counts`` without an arm, or with fewer visits than arms.
    BadFile
        ``file-exists`` where a visit of that name is there.
    """
    if arms < 1 or visits < arms:
        raise BadRequest("fleet-example-counts", arms=arms, visits=visits)
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(seed)
    models = [load_robot(name) for name in MODELS]
    descriptions = [write_toml(model) for model in models]
    counts = np.full(arms, visits // arms) + (np.arange(arms) < visits % arms)
    last_seen_twice = int(np.count_nonzero(counts > 1)) - 1
    truth: dict[str, WornArm | WrongPayload] = {}
    written = 0
    for number, count in enumerate(counts.tolist()):
        model = models[number % len(models)]
        serial = _serial(model.name, number)
        arm = _Arm(model, serial, rng)
        is_last_chance = number == last_seen_twice and not truth
        wear = _wear(count, model.joint_count, rng, share=1.0 if is_last_chance else _WORN_SHARE)
        for visit in range(count):
            monitor.check()
            monitor.report(written / visits, serial)
            path = folder / f"{serial.lower()}-{visit + 1:02d}.h5"
            lost = wear.lost if wear is not None and visit >= wear.first else 0.0
            worn = wear.joint if wear is not None else 0
            runs = (
                _runs(model, serial, _when(visit), seed) if number < recordings and visit == count - 1 else ()
            )
            _write(path, descriptions[number % len(models)], arm, visit, worn, lost, runs)
            if wear is not None and visit == wear.first:
                truth[serial] = WornArm(model.joint_names[wear.joint], path.name, wear.lost)
            written += 1
    if wrong_payloads:
        truth |= _write_payloads(folder, counts.tolist(), truth, wrong_payloads, seed)
    monitor.report(1.0, "")
    return truth


def _write_payloads(
    folder: Path, counts: Sequence[int], worn: Mapping[str, WornArm | WrongPayload], wrong: int, seed: int
) -> dict[str, WrongPayload]:
    """Add the measured and the set load to the last visit of every arm; of some sound ones it is wrong."""
    rng, truth = np.random.default_rng((seed, 1)), dict[str, WrongPayload]()
    for number, count in enumerate(counts):
        robot = MODELS[number % len(MODELS)]
        serial = _serial(robot, number)
        path = folder / f"{serial.lower()}-{count:02d}.h5"
        mass = float(rng.uniform(0.5, 3.0))
        error = float(rng.choice([-1.0, 1.0]) * rng.uniform(0.2, 0.45))
        is_wrong = serial not in worn and len(truth) < wrong
        load = SetLoad(mass + error if is_wrong else mass)
        if is_wrong:
            truth[serial] = WrongPayload(path.name, mass, load.mass)
        found = mass + float(rng.normal(0.0, _MASS_STD))
        when = _when(count - 1)
        estimate = PayloadEstimate(found, np.zeros(3), np.diag([_MASS_STD**2, 1e-4, 1e-4, 1e-4]))
        payload = PayloadResult(
            robot, PayloadSettings(), estimate, (), serial=serial, created_at=when, mark=Mark.SYNTHETIC
        )
        kept = KeptSetting(load, load, load, measured_at=when, created_at=when, mark=Mark.SYNTHETIC)
        with Visit.open(path) as visit, visit.change() as draft:
            draft.add_result(PAYLOAD, payload)
            draft.add_result(PAYLOAD_WRITE, kept)
    return truth


def _serial(robot: str, number: int) -> str:
    return f"{robot.upper()}-{number + 1:04d}"


def _wear(visits: int, joints: int, rng: np.random.Generator, *, share: float) -> _Wear | None:
    """Wear of one joint from a visit on; None beyond this share of arms, and for those of a single visit."""
    draws = rng.uniform(size=2)
    joint = int(rng.integers(joints))
    if visits < 2 or draws[0] > share:
        return None
    return _Wear(joint, int(rng.integers(1, visits)), 0.04 + 0.16 * float(draws[1]))


class _Arm:
    """One arm of a model: what its gears are like, and what a visit finds of them."""

    def __init__(self, model: RobotModel, serial: str, rng: np.random.Generator) -> None:
        self.model, self.serial, self._rng = model, serial, rng
        joints = model.joint_count
        size = np.linspace(1.0, 0.15, joints)
        self._stiffness = 3.0e4 * size * self._factor(_ARMS_DIFFER, joints)
        self._friction = 12.0 * size * self._factor(_ARMS_DIFFER, joints)
        self._backlash = 8.0 * _ARCSEC * self._factor(_ARMS_DIFFER, joints)
        self._loop = 25.0 * _ARCSEC * self._factor(_ARMS_DIFFER, joints)

    def _factor(self, std: float, count: int) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
        return np.exp(self._rng.normal(0.0, std, count))

    def _found(self, value: float, stated: float) -> Measured:
        beyond = self._rng.normal(0.0, _VISITS_DIFFER) * value
        return Measured(value + float(self._rng.normal(0.0, stated)) + float(beyond), stated)

    def twist(self, worn: int, lost: float, temperature: float, when: str) -> Elasticity:
        """Result of load steps of this arm."""
        joints = []
        for number, name in enumerate(self.model.joint_names):
            gone = lost if number == worn else 0.0
            stiffness = float(self._stiffness[number]) * (1.0 - gone)
            backlash = float(self._backlash[number]) + 120.0 * _ARCSEC * gone
            loop = float(self._loop[number]) * (1.0 + 2.0 * gone)
            joints.append(
                JointElasticity(
                    name,
                    number,
                    stiffness=self._found(stiffness, _STATED * stiffness),
                    backlash=self._found(backlash, 1.5 * _ARCSEC),
                    hysteresis_width=self._found(loop, 2.0 * _ARCSEC),
                )
            )
        return Elasticity(
            self.model.name,
            (),
            tuple(joints),
            Judgement.of(()),
            temperature=temperature,
            serial=self.serial,
            recorded_at=when,
            created_at=when,
            mark=Mark.SYNTHETIC,
        )

    def friction(self, worn: int, lost: float, temperature: float, when: str) -> FrictionSweeps:
        """Result of friction sweeps of this arm."""
        warm = float(np.exp(_FRICTION_PER_KELVIN * (temperature - 295.0)))
        joints = []
        for number, name in enumerate(self.model.joint_names):
            level = float(self._friction[number]) * warm * (1.0 + 1.2 * (lost if number == worn else 0.0))
            found = self._found(level, _STATED * level)
            shape = 0.8 + 0.2 * _SPEEDS / FRICTION_SPEED
            count = _SPEEDS.size
            points = SweepPoints(
                _SPEEDS,
                found.value * shape,
                np.full(count, found.std),
                np.zeros(count),
                np.full(count, 10.0),
                np.full(count, 200.0),
                np.zeros(count),
                20.0 * np.arange(count, dtype=np.float64),
                np.full(count, temperature),
            )
            joints.append(JointSweeps(name, number, is_prismatic=False, points=points))
        return FrictionSweeps(
            (), self.model.name, tuple(joints), Judgement.of(()), serial=self.serial, measured_at=when
        )

    def temperature(self) -> float:
        """Temperature of the arm at a visit, K."""
        return float(self._rng.uniform(288.0, 306.0))


def _when(visit: int) -> str:
    """Time stamp of a visit by its number."""
    return (_FIRST + timedelta(days=_DAYS_BETWEEN * visit)).isoformat()


def _runs(model: RobotModel, serial: str, when: str, seed: int) -> Iterator[Recording]:
    """The recordings of an arm: two runs with a motion of their own each."""
    for label in _RUNS:
        made = synthesize(model, seed=seed, duration_s=_RUN_S, label=label)
        yield replace(made, origin=replace(made.origin, serial=serial, recorded_at=when))


def _write(
    path: Path, description: str, arm: _Arm, visit: int, worn: int, lost: float, runs: Iterable[Recording]
) -> None:
    when = _when(visit)
    temperature = arm.temperature()
    with Visit.create(path, robot_toml=description) as made, made.change() as draft:
        for run in runs:
            draft.add_recording(run)
        draft.add_result(ELASTICITY, arm.twist(worn, lost, temperature, when))
        draft.add_result(FRICTION_SWEEPS, arm.friction(worn, lost, temperature, when))
