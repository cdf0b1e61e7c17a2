"""Set-up checks: false alarms on recordings without a fault, and faults found in corrupted copies.

The copies come in two halves: ``tried`` with joints, angles and lags that were looked at while the checks
were made, and ``kept``, made after the limits were frozen. Real recordings are only read; the measurement
holds figures alone.

``python tests/campaigns/setup_checks.py``; ``--quick`` for one fit in place of two.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from _measurement import REPOSITORY, write_measurement
from scipy.spatial.transform import Rotation

from core.exchange.import_recording import import_recording
from core.friction.models import FrictionKind
from core.identification.identify import identify
from core.identification.result import IdentificationResult
from core.identification.settings import IdentificationSettings
from core.identification.synthetic import synthesize
from core.quality import Verdict
from core.recording import FloatArray, Quantity, Recording
from core.robot.dynamics import inverse_dynamics
from core.robot.library import load_robot
from core.robot.model import RobotModel

Runs = dict[str, Recording]
UR10E = {
    "20_02_10-30sec_12harm": (635, 3510),
    "20_02_12-40sec_12harm": (500, 4460),
    "20_02_12-50sec_12harm": (355, 5090),
    "20_02_05-20sec_8harm": (320, 2310),
    "20_02_19_14harm50sec": (195, 4966),
}
FOUR, ONE = tuple(UR10E)[:4], tuple(UR10E)[4:]
VIRTUAL = (
    "ur10e",
    "ec66",
    "generic-6r",
    "panda",
    "lwr4",
    "kr300",
    "tx40",
    "mikhel-6",
    "mikhel-3",
    "szabo-3r",
)
MOTION = (Quantity.POSITION, Quantity.VELOCITY)
TORQUE = (Quantity.CURRENT, Quantity.TORQUE, Quantity.MOTOR_TORQUE)


@dataclass(frozen=True)
class Copy:
    """A corrupted copy: the code and joints that are wanted, and the true size of the fault."""

    kind: str
    code: str
    joints: tuple[int, ...]
    size: float
    change: Callable[[Runs, RobotModel], tuple[Runs, RobotModel]]


@dataclass
class Tally:
    """Copies of one kind: how many, how many alarmed, were named right, and their errors."""

    copies: int = 0
    lowered: int = 0
    named: int = 0
    other: Counter[str] = field(default_factory=Counter)
    error: list[float] = field(default_factory=list)

    def numbers(self) -> dict[str, object]:
        """The figures for the measurement."""
        worst = max(self.error, default=None)
        return {
            "copies": self.copies, "not_good": self.lowered, "named": self.named,
            "named_otherwise": dict(self.other), "largest_error": worst,
        }  # fmt: skip


def tilted(degrees: float, axis: Sequence[float]) -> Copy:
    """The arm stands otherwise than described, turned about an axis."""
    turn = Rotation.from_rotvec(np.radians(degrees) * np.array(axis) / np.linalg.norm(axis)).as_matrix()
    return Copy(
        f"tilted {degrees:g}°", "mounting", (), np.radians(degrees),
        lambda runs, robot: (runs, replace(robot, gravity=turn @ robot.gravity)),
    )  # fmt: skip


def changed(
    kind: str, code: str, joints: Sequence[int], size: float,
    change: Callable[[FloatArray, FloatArray], FloatArray], quantities: Sequence[Quantity] = TORQUE,
) -> Copy:  # fmt: skip
    """A copy whose columns were changed by ``change(time, values)``."""

    def all_runs(runs: Runs, robot: RobotModel) -> tuple[Runs, RobotModel]:
        made = {}
        for label, run in runs.items():
            columns = dict(run.columns)
            for quantity in set(quantities) & set(columns):
                columns[quantity] = change(np.asarray(run.time), np.array(columns[quantity], float))
            made[label] = replace(run, columns=columns)
        return made, robot

    return Copy(kind, code, tuple(joints), size, all_runs)


def late(joints: Sequence[int], seconds: float) -> Copy:
    """Torques that are late."""

    def change(time: FloatArray, values: FloatArray) -> FloatArray:
        for joint in joints:
            values[:, joint] = np.interp(time - seconds, time, values[:, joint])
        return values

    kind = f"{'all torques' if len(joints) > 1 else 'one torque'} {1e3 * seconds:g} ms late"
    return changed(kind, "channel-late", joints, seconds, change)


def times(kind: str, code: str, joint: int, factor: float, quantities: Sequence[Quantity] = TORQUE) -> Copy:
    """One joint's columns times a factor."""
    factors = lambda values: np.where(np.arange(values.shape[1]) == joint, factor, 1.0)  # noqa: E731
    return changed(
        kind, code, (joint,), abs(factor - 1.0), lambda _, values: values * factors(values), quantities
    )


def exchanged(order: Sequence[int], joints: int = 6) -> Copy:
    """Torques of some joints, each in the channel of the next."""
    every = np.arange(joints)
    every[list(order)] = np.roll(list(order), 1)
    kind = f"{len(order)} torques exchanged"
    return changed(kind, "channels-exchanged", sorted(order), 0.0, lambda _, values: values[:, every])


def tried() -> Iterator[Copy]:
    """Copies that were looked at while the checks were made."""
    for degrees in (2.0, 5.0):
        for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)):
            yield tilted(degrees, axis)
    for joint in (0, 2, 4):
        yield late((joint,), 0.02)
        yield times("torque reversed", "sign-reversed", joint, -1.0)
        yield times("current × 1.1", "scale-off", joint, 1.1)
    for pair in ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 2), (0, 4)):
        yield exchanged(pair)


def kept() -> Iterator[Copy]:
    """Copies made after the limits were frozen: other joints, angles, lags and combinations."""
    for degrees in (1.0, 3.0, 4.0, 7.0, 20.0):
        for axis in ((1.0, 1.0, 0.0), (-1.0, 2.0, 0.0), (-1.0, -0.3, 0.0)):
            yield tilted(degrees, axis)
    for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0), (1.0, 1.0, 0.0)):
        yield replace(tilted(90.0, axis), kind="on a wall")
    for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)):
        yield replace(tilted(180.0, axis), kind="upside down")
    for joint in (1, 3, 5):
        for seconds in (0.010, 0.015, 0.020, 0.030):
            yield late((joint,), seconds)
        yield times("torque reversed", "sign-reversed", joint, -1.0)
        yield times("current × 1.1", "scale-off", joint, 1.1)
        yield times("current × 0.9", "scale-off", joint, 0.9)
    yield late(tuple(range(6)), 0.02)
    for joint in range(6):
        yield times("position reversed", "sign-reversed", joint, -1.0, MOTION)
        yield times("joint mirrored (both)", "", joint, -1.0, (*MOTION, *TORQUE))
        yield times("current × 1.3", "scale-off", joint, 1.3)
    for pair in ((0, 3), (0, 5), (1, 3), (1, 4), (1, 5), (2, 4), (2, 5), (3, 5)):
        yield exchanged(pair)
    for three in ((0, 1, 2), (1, 3, 5), (3, 4, 5)):
        yield exchanged(three)
    yield changed("all currents × 1.1", "", (), 0.1, lambda _, values: 1.1 * values)


def coupled(joint: int, share: float) -> Copy:
    """A joint that is counted from the horizon: it reads more or less by what the joint before has turned."""

    def change(_: FloatArray, values: FloatArray) -> FloatArray:
        values[:, joint] += share * values[:, joint - 1]
        return values

    return changed("joint counted from the horizon", "joint-coupled", (joint,), share, change, MOTION)


def zero_off(joints: Sequence[int], degrees: float) -> Copy:
    """Joints whose zero is elsewhere than described."""

    def change(_: FloatArray, values: FloatArray) -> FloatArray:
        values[:, list(joints)] += np.radians(degrees)
        return values

    kind = f"{'zeros of two joints' if len(joints) > 1 else 'zero of a joint'} {abs(degrees):g}° off"
    return changed(kind, "zero-off", joints, np.radians(degrees), change, (Quantity.POSITION,))


def without_gravity(share: float = 1.0) -> Copy:
    """Torques from which the controller took this share of the weight that the description states."""

    def change(runs: Runs, robot: RobotModel) -> tuple[Runs, RobotModel]:
        made = {}
        for label, run in runs.items():
            place = robot.position_from_reported(np.asarray(run.columns[Quantity.POSITION], float))
            still = np.zeros_like(place)
            weight = robot.reported_sign * inverse_dynamics(robot, place, still, still)
            quantity = next(one for one in TORQUE if one in run.columns)
            if quantity is Quantity.CURRENT:
                weight = robot.current_from_torque(weight, drive_gain=robot.drive_gain)
            values = np.asarray(run.columns[quantity], float) - share * weight
            made[label] = replace(run, columns={**run.columns, quantity: values})
        return made, robot

    kind = "torque without gravity" if share == 1.0 else f"torque without gravity, masses {share:g} of it"
    return Copy(kind, "without-gravity", (), 0.0, change)


def other_unit(kind: str, factor: Callable[[RobotModel], FloatArray | float]) -> Copy:
    """Efforts in another unit than they are said to be in."""

    def change(runs: Runs, robot: RobotModel) -> tuple[Runs, RobotModel]:
        made = {}
        for label, run in runs.items():
            columns = dict(run.columns)
            for quantity in set(TORQUE) & set(columns):
                columns[quantity] = np.asarray(columns[quantity], float) * factor(robot)
            made[label] = replace(run, columns=columns)
        return made, robot

    return Copy(kind, "effort-unit", (), 0.0, change)


def velocity(kind: str, code: str, joints: Sequence[int], change: Callable[[FloatArray], FloatArray]) -> Copy:
    """A velocity that is not that of its joint."""
    return changed(kind, code, joints, 0.0, lambda _, values: change(values), (Quantity.VELOCITY,))


def swapped(values: FloatArray, pair: tuple[int, int]) -> FloatArray:
    """Two columns exchanged."""
    values[:, list(pair)] = values[:, list(pair)[::-1]]
    return values


def unsigned(values: FloatArray, joint: int) -> FloatArray:
    """One column without its sign."""
    values[:, joint] = np.abs(values[:, joint])
    return values


def read_otherwise(*, kept: bool) -> Iterator[Copy]:
    """Faults of reading: coupled joints, zeros, weight, units, velocities; in two halves as the others."""
    for joint, share in ((2, 1.0), (3, -1.0)) if not kept else ((2, -1.0), (3, 1.0)):
        yield coupled(joint, share)
    for joint in (1, 2) if not kept else (1, 2, 3):
        for degrees in (-90.0, 20.0, 10.0) if not kept else (90.0, 45.0, -20.0, -10.0):
            yield zero_off((joint,), degrees)
    if kept:
        yield zero_off((4,), 90.0)
        yield zero_off((1, 3), -90.0)
    for share in (1.0,) if not kept else (0.9, 1.1):
        yield without_gravity(share)
    if not kept:
        yield other_unit("effort in N·m taken as A", lambda robot: np.asarray(robot.drive_gain))
    else:
        yield other_unit("effort in mA taken as A", lambda robot: 1e3)
        yield other_unit(
            "effort in % taken as A", lambda robot: robot.drive_gain * 100.0 / robot.torque_limit
        )
    for joint in (1, 3) if not kept else (0, 2, 4, 5):
        yield velocity(
            "velocity without sign", "velocity-unsigned", (joint,), lambda v, joint=joint: unsigned(v, joint)
        )
    for pair in ((1, 2),) if not kept else ((0, 1), (3, 5), (2, 4)):
        yield velocity(
            "velocities exchanged", "velocity-exchanged", pair, lambda v, pair=pair: swapped(v, pair)
        )


def judge(copies: Iterator[Copy], runs: Runs, robot: RobotModel, fit: Sequence[str]) -> dict[str, object]:
    """Identify each copy, and count by kinds."""
    tallies: dict[str, Tally] = {}
    for copy in copies:
        found = identify(*copy.change(runs, robot), fit=fit)
        tally = tallies.setdefault(copy.kind, Tally())
        tally.copies += 1
        setup = found.setup
        assert setup is not None
        code, names = "", ()
        if setup.reasons:
            code, names = setup.reasons[0].code, setup.reasons[0].facts["joints"]
        tally.lowered += found.judgement.verdict is Verdict.REPEAT
        wanted = tuple(robot.joint_names[joint] for joint in copy.joints)
        right = bool(code) and code == copy.code and (not wanted or set(wanted) <= set(names))
        tally.named += right
        if not right:
            tally.other[" ".join((code or "nothing", *(names if code != "mounting" else ())))] += 1
        if code == copy.code == "mounting":
            tally.error.append(abs(float(np.degrees(setup.mounting_angle - copy.size))))
        elif code == copy.code == "channel-late" and right:
            tally.error += [1e3 * abs(float(setup.lag[joint]) - copy.size) for joint in copy.joints]
        print(
            f"{copy.kind:24s} {copy.joints!s:20s} {code or '-':20s} {names if code != 'mounting' else ''}",
            flush=True,
        )
    return {kind: tally.numbers() for kind, tally in tallies.items()}


def clean_runs(folder: Path) -> Iterator[tuple[str, Runs, RobotModel, Sequence[str], IdentificationSettings]]:
    """Every recording without a fault, alone and together."""
    usual, plain = IdentificationSettings(), IdentificationSettings(friction=FrictionKind.COULOMB_VISCOUS)
    ur10e, robot = ur10e_runs(folder), load_robot("ur10e")
    yield "ur10e four", ur10e, robot, FOUR, usual
    for label in ur10e:
        yield f"ur10e {label}", ur10e, robot, (label,), usual
    for name, labels in (("lwr4", "13"), ("kr300", "AB")):
        runs = {
            label: import_recording(folder / name / f"{name}_{label}.npz", layout="npz", label=label)
            for label in labels
        }
        for fit in (*runs, "".join(runs)):
            yield f"{name} {fit}", runs, load_robot(name), tuple(fit), plain
    tx40 = {"tx40": import_recording(folder / "tx40" / "tx40.npz", layout="npz", label="tx40")}
    for cutoff in (6.0, 20.0):
        yield f"tx40 {cutoff:g} Hz", tx40, load_robot("tx40"), ("tx40",), replace(usual, filter_hz=cutoff)
    for name in VIRTUAL:
        virtual = load_robot(name)
        for seed in range(2):
            runs = {label: synthesize(virtual, seed=seed, label=label, duration_s=40.0) for label in "ab"}
            yield f"virtual {name} {seed}", runs, virtual, ("a",), usual
        yield f"virtual {name}, two runs", runs, virtual, ("a", "b"), usual


def ur10e_runs(folder: Path) -> Runs:
    """The five excitation runs of the real UR10e."""
    return {
        label: import_recording(folder / "ur10e" / f"{label}.csv", layout="ur10e-31", rows=rows, label=label)
        for label, rows in UR10E.items()
    }


def figures(found: IdentificationResult) -> Mapping[str, object]:
    """The largest statistic of each check on a clean run, in standard deviations."""
    setup = found.setup
    assert setup is not None
    with np.errstate(invalid="ignore", divide="ignore"):
        return {
            "alarms": list(setup.codes),
            "exchange": setup.exchange_log_error,
            "friction_sigma": _least(setup.friction / setup.friction_std),
            "mounting_deg": [float(np.degrees(one)) for one in (setup.mounting_angle, setup.mounting_std)],
            "lag_sigma": _most(setup.lag / setup.lag_std),
            "lag_ms": _most(1e3 * setup.lag),
            "scale_sigma": _most(setup.scale / setup.scale_std),
            "unexplained": _most(setup.unexplained),
        }


def _most(values: FloatArray) -> float | None:
    known = np.abs(values[np.isfinite(values)])
    return float(known.max()) if known.size else None


def _least(values: FloatArray) -> float | None:
    known = values[np.isfinite(values)]
    return float(known.min()) if known.size else None


def main() -> None:
    """Run the campaign and write its measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=REPOSITORY.parent / "shared" / "data")
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    runs, robot = ur10e_runs(arguments.data), load_robot("ur10e")
    clean = {}
    for name, every, arm, fit, settings in clean_runs(arguments.data):
        clean[name] = figures(identify(every, arm, fit=fit, settings=settings))
        print(name, clean[name], flush=True)
    numbers: dict[str, object] = {
        "clean_runs": len(clean),
        "false_alarms": sum(bool(one["alarms"]) for one in clean.values()),
        "clean": clean,
    }
    for name, fit in (("one run", ONE),) if arguments.quick else (("four runs", FOUR), ("one run", ONE)):
        numbers[f"{name}, tried"] = judge(tried(), runs, robot, fit)
        numbers[f"{name}, kept"] = judge(kept(), runs, robot, fit)
    numbers["one run, read otherwise, tried"] = judge(read_otherwise(kept=False), runs, robot, ONE)
    numbers["one run, read otherwise, kept"] = judge(read_otherwise(kept=True), runs, robot, ONE)
    print(write_measurement("setup_checks", seed=0, numbers=numbers))


if __name__ == "__main__":
    main()
