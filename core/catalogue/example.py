"""A fleet to try the catalogue with: visits whose results were drawn at random, with worn arms among them.

Nothing was measured: every result has the mark *synthetic*. Arms of a model differ as gears of one type do,
measurements differ by a little more than their ±, friction follows the temperature, and of some arms one
joint wears from a visit on.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from core.catalogue.key_figures import FRICTION_SPEED
from core.elasticity.result import ELASTICITY, Elasticity, JointElasticity, Measured
from core.errors import BadRequest
from core.friction.sweeps.result import FRICTION_SWEEPS, FrictionSweeps, JointSweeps, SweepPoints
from core.monitor import Monitor
from core.quality import Judgement
from core.recording import Mark
from core.robot.library import load_robot
from core.robot.model import RobotModel
from core.robot.toml_format import write_toml
from core.storage.visit import Visit

MODELS = ("ec66", "ur5e", "ur10e")
_ARMS_DIFFER, _VISITS_DIFFER, _STATED = 0.08, 0.006, 0.012
"""Relative standard deviations of arms, of visits beyond the ±, and the ± that results state."""
_WORN_SHARE = 0.12
_FRICTION_PER_KELVIN = -0.008
_ARCSEC = float(np.radians(1.0 / 3600.0))
_SPEEDS = FRICTION_SPEED * np.array([0.25, 0.5, 1.0, 2.0, 4.0])
_FIRST = datetime(2016, 1, 11, 8, 0, tzinfo=UTC)
_DAYS_BETWEEN = 170.0


@dataclass(frozen=True)
class WornArm:
    """A worn arm of the example: its joint, and the file of the first visit that can show it."""

    joint: str
    first_worn_visit: str
    stiffness_lost: float
    """Share of the stiffness that is gone."""


@dataclass(frozen=True)
class _Wear:
    joint: int
    first: int
    lost: float


def write_example(
    folder: Path, *, arms: int, visits: int, seed: int, monitor: Monitor
) -> Mapping[str, WornArm]:
    """Write so many visits to so many arms into a folder; returns the worn arms by serial number.

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
    truth: dict[str, WornArm] = {}
    written = 0
    for number, count in enumerate(counts.tolist()):
        model = models[number % len(models)]
        serial = f"{model.name.upper()}-{number + 1:04d}"
        arm = _Arm(model, serial, rng)
        wear = _wear(count, model.joint_count, rng)
        for visit in range(count):
            monitor.check()
            monitor.report(written / visits, serial)
            path = folder / f"{serial.lower()}-{visit + 1:02d}.h5"
            lost = wear.lost if wear is not None and visit >= wear.first else 0.0
            worn = wear.joint if wear is not None else 0
            _write(path, descriptions[number % len(models)], arm, visit, worn, lost)
            if wear is not None and visit == wear.first:
                truth[serial] = WornArm(model.joint_names[wear.joint], path.name, wear.lost)
            written += 1
    monitor.report(1.0, "")
    return truth


def _wear(visits: int, joints: int, rng: np.random.Generator) -> _Wear | None:
    """Wear of one joint from a visit on; None for most arms, and for those of a single visit."""
    draws = rng.uniform(size=2)
    joint = int(rng.integers(joints))
    if visits < 2 or draws[0] > _WORN_SHARE:
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
        """What load steps of this arm find."""
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
        """What friction sweeps of this arm find."""
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
        """Of the arm at a visit, K."""
        return float(self._rng.uniform(288.0, 306.0))


def _write(path: Path, description: str, arm: _Arm, visit: int, worn: int, lost: float) -> None:
    when = (_FIRST + timedelta(days=_DAYS_BETWEEN * visit)).isoformat()
    temperature = arm.temperature()
    with Visit.create(path, robot_toml=description) as made, made.change() as draft:
        draft.add_result(ELASTICITY, arm.twist(worn, lost, temperature, when))
        draft.add_result(FRICTION_SWEEPS, arm.friction(worn, lost, temperature, when))
