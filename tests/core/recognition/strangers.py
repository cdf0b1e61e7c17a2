"""Recordings as strangers make them, with what is true of each: unit, wrap, sign, order, rate, gaps."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
from scipy.io import savemat

from core.errors import BadFile
from core.recognition.reading import look_at, read_recordings
from core.recognition.understanding import Understanding
from core.recognition.user_answers import Answers, parse_answers
from core.recording import Quantity, Recording
from core.robot.dynamics import inverse_dynamics
from core.robot.library import load_robot, shipped_robots
from core.robot.model import JointKind, RobotModel

UNITS = ("rad", "deg", "rev", "counts")
FAULTS = (
    "", "sign", "order", "gaps", "names", "publisher", "held", "pace",
    "zero", "late", "placeholder", "shaft", "torque sign",
)  # fmt: skip
"""Nothing; one speed reversed; two speeds exchanged; pauses of the logger; joints by the alphabet, with their
names in cells; rows of a second program that stands still; torques that stand for a quarter of the time;
every second row of the second half missing, with a clock that was made up by counting; the zero of a joint
a few degrees elsewhere; speeds behind their positions; -9999 and the like for values that were not there;
joints that are counted at their motors; a torque that counts the other way round."""
_ASKS = {"sign", "order", "held", "pace", "zero", "shaft", "torque sign"}
_REMARKS = {
    "zero": {"torque-unweighed", "zero-doubtful"}, "torque sign": {"torque-unweighed"},
    "late": {"speed-late", "speed-ahead"}, "shaft": {"torque-unweighed"},
}  # fmt: skip
"""Remarks by which a fault is known that nothing but masses, or nothing at all, could tell from the truth."""
_PLACEHOLDERS = (-9999.0, 32767.0, 1e6, -999999.0)
RATES = (20.0, 40.0, 125.0, 250.0)
FORMS = ("csv", "npz", "mat")
PERIOD = {"rad": 2.0 * np.pi, "deg": 360.0, "rev": 1.0}
ROWS = 1200


class Outcome(StrEnum):
    """What came of a recording."""

    RIGHT = "right"
    ASKED = "asked"
    """A question whose first choices are right."""
    REMARKED = "taken with a remark"
    ASKED_OTHERWISE = "asked otherwise"
    """A question or refusal; none of the first choices is silently taken."""
    WRONG = "silently wrong"


@dataclass(frozen=True)
class Stranger:
    """One recording: how it is written, and the motion (N, joints) in rad, rad/s and N·m that it is of."""

    robot: RobotModel
    unit: str
    is_wrapped: bool
    has_units: bool
    fault: str
    rate: float
    form: str
    counts: int
    time: np.ndarray
    position: np.ndarray
    velocity: np.ndarray
    torque: np.ndarray
    zero: np.ndarray
    """Angles (joints,) in rad that a file with other zeros is off by."""
    turns: np.ndarray
    """Turns (joints,) of the encoder for one of the joint, in a file with joints counted at their motors."""

    @property
    def says_plainly(self) -> bool:
        """True if the file says everything, and what it says is so: nothing has to be asked."""
        return self.has_units and self.unit != "counts" and self.fault not in _ASKS


def arms(count: int, *, seed: int) -> list[RobotModel]:
    """The shipped arms whose joints all turn, and others of other lengths, masses and limits."""
    random = np.random.default_rng(seed)
    shipped = [
        robot
        for robot in (load_robot(name) for name in shipped_robots())
        if all(joint.kind is JointKind.REVOLUTE for joint in robot.joints) and not robot.output_locked
    ]
    found = [robot for robot in shipped if robot.inertial_parameters is not None]
    plain = [robot for robot in shipped if robot.inertial_parameters is None]
    made = [*found, *plain]
    while len(made) < count:
        base = found[int(random.integers(len(found)))]
        size, mass = (float(np.exp(random.uniform(-0.7, 0.7))) for _ in range(2))
        bodies = np.array(base.inertial_parameters)
        bodies[:, 0] *= mass
        bodies[:, 1:4] *= mass * size
        bodies[:, 4:] *= mass * size**2
        joints = tuple(replace(joint, a=joint.a * size, d=joint.d * size) for joint in base.joints)
        name = f"{base.name}-{len(made)}"
        made.append(replace(base, name=name, joints=joints, inertial_parameters=bodies, capsules=()))
    return made[:count]


def stranger(robot: RobotModel, random: np.random.Generator, **how: Any) -> Stranger:
    """A motion of the arm within its limits, to be written as ``how`` says; what it leaves open is drawn."""
    joints = robot.joint_count
    fault = str(how.get("fault", random.choice(FAULTS)))
    if joints < 2 and fault in {"order", "names"}:
        fault = ""
    rate = float(how.get("rate", random.choice(RATES)))
    time = np.arange(ROWS) / rate
    fastest = np.array(
        [min(joint.velocity, 3.0) if np.isfinite(joint.velocity) else 2.0 for joint in robot.joints]
    )
    lower = np.array([max(joint.lower, -2.8) for joint in robot.joints])
    upper = np.array([min(joint.upper, 2.8) for joint in robot.joints])
    reach = random.uniform(0.2, 0.42, joints) * (upper - lower)
    middle = 0.5 * (lower + upper) + random.uniform(-0.06, 0.06, joints) * (upper - lower)
    speed = random.uniform(0.3, 0.7, joints) * fastest / reach
    speed = np.minimum(speed, 2.0 * np.pi * rate / 60.0)
    angle = np.outer(time, speed) + random.uniform(0.0, 2.0 * np.pi, joints)
    position = middle + reach * np.sin(angle)
    velocity = reach * speed * np.cos(angle)
    acceleration = -reach * speed**2 * np.sin(angle)
    body = robot
    if robot.inertial_parameters is None:
        bodies = np.zeros((joints, 10))
        bodies[:, 0] = random.uniform(2.0, 8.0, joints)
        bodies[:, 1:3] = bodies[:, :1] * random.uniform(-0.2, 0.2, (joints, 2))
        bodies[:, [4, 6, 9]] = 0.1 * bodies[:, :1]
        body = replace(robot, inertial_parameters=bodies)
    torque = inverse_dynamics(body, position, velocity, acceleration)
    largest = np.abs(torque).max()
    torque = (
        torque + 0.03 * largest * np.tanh(velocity / 0.05) + random.normal(0.0, 0.003 * largest, torque.shape)
    )
    sign = robot.reported_sign
    shown = robot.position_as_reported(position)
    return Stranger(
        robot, str(how.get("unit", random.choice(UNITS))), bool(how.get("wrapped", random.integers(2))),
        bool(how.get("units", random.integers(2))), fault, rate, str(how.get("form", random.choice(FORMS))),
        int(2 ** random.integers(12, 18)), time, shown, _behind(sign * velocity, fault, random),
        sign * torque, *_counted(joints, fault, random),
    )  # fmt: skip


def _behind(velocity: np.ndarray, fault: str, random: np.random.Generator) -> np.ndarray:
    """Speeds that are some rows late, of one joint or of all."""
    if fault != "late":
        return velocity
    rows, late = int(random.integers(1, 6)), velocity.copy()
    joints = slice(None) if random.integers(2) else [int(random.integers(velocity.shape[1]))]
    late[rows:, joints] = velocity[:-rows, joints]
    return late


def _counted(joints: int, fault: str, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Zeros and turns that a file has."""
    zero, turns = np.zeros(joints), np.ones(joints)
    if fault == "zero":
        zero[min(1 + int(random.integers(2)), joints - 1)] = np.deg2rad(random.choice([-15, -5, 5, 8, 15]))
    if fault == "shaft":
        places = random.choice(joints, size=max(1, joints // 3), replace=False)
        turns[places] = random.choice([-121.0, 50.0, 100.0, 160.0], size=places.size)
    return zero, turns


def written(made: Stranger, folder: Path) -> Path:
    """Write the recording in its form."""
    counts = made.counts
    factor = {"rad": 1.0, "deg": np.pi / 180.0, "rev": 2.0 * np.pi, "counts": 2.0 * np.pi / counts}[made.unit]
    place = made.turns * (made.position + made.zero) / factor
    speed, torque = made.turns * made.velocity / factor, made.torque.copy()
    if made.unit == "counts":
        place, speed = np.rint(place), np.rint(speed)
    if made.is_wrapped:
        place = np.mod(place, PERIOD.get(made.unit, counts))
    joints = place.shape[1]
    if made.fault == "sign":
        speed[:, joints // 2] *= -1.0
    if made.fault == "torque sign":
        torque[:, joints // 2] *= -1.0
    if made.fault == "placeholder":
        torque[300:303, 0] = torque[700, joints - 1] = _PLACEHOLDERS[joints % len(_PLACEHOLDERS)]
    if made.fault == "order":
        speed[:, [0, joints - 1]] = speed[:, [joints - 1, 0]]
    names, order = list(made.robot.joint_names), np.arange(joints)
    if made.fault == "names":
        order = np.argsort(names)
    time, table = made.time, np.hstack([place[:, order], speed[:, order], torque[:, order]])
    time, table = _lost(made, time, table)
    unit = made.unit if made.has_units else ""
    rates = {"rad": "rad/s", "deg": "deg/s", "rev": "rev/s", "counts": "counts/s"}
    units = (unit, rates[unit] if unit else "", "Nm" if unit else "")
    if made.form == "csv" or made.fault == "names":
        return _text(made, folder / "run.csv", time, table, units, [names[place] for place in order])
    tails = (unit, {"rad": "radps", "deg": "degps", "rev": "rps"}.get(unit, unit), "Nm" if unit else "")
    arrays = {
        f"{name}_{tail}" if tail else name: table[:, joints * at : joints * (at + 1)]
        for at, (name, tail) in enumerate(zip(("pos", "vel", "trq"), tails, strict=True))
    }
    path = folder / f"run.{made.form}"
    if made.form == "npz":
        np.savez(path, **{"t": time, **arrays})  # type: ignore[arg-type]
    else:
        savemat(path, {"log": {"time": time.reshape(-1, 1), **arrays}})
    return path


def _lost(made: Stranger, time: np.ndarray, table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows and values that a logger loses, or has of another program."""
    joints = made.robot.joint_count
    if made.fault == "gaps":
        kept = np.ones(time.size, dtype=bool)
        kept[400:430] = kept[800:815] = False
        time, table = time[kept], table[kept]
    if made.fault == "held":
        table[400:700, 2 * joints :] = table[400, 2 * joints :]
    if made.fault == "pace":
        kept = np.r_[: ROWS // 2, ROWS // 2 : ROWS : 2]
        time, table = time[: kept.size], table[kept]
    if made.fault == "publisher":
        time = np.sort(np.concatenate([time, time + 0.4 / made.rate]))
        table = np.stack([table, np.zeros_like(table)], axis=1).reshape(-1, table.shape[1])
    return time, table


def _text(
    made: Stranger,
    path: Path,
    time: np.ndarray,
    table: np.ndarray,
    units: Sequence[str],
    names: Sequence[str],
) -> Path:
    joints = made.robot.joint_count
    has_names = made.fault == "names"
    header = ["time [s]", *(f"name{joint}" for joint in range(joints if has_names else 0))]
    for name, unit in zip(("position", "velocity", "torque"), units, strict=True):
        header += [f"{name}{joint}{f' [{unit}]' if unit else ''}" for joint in range(joints)]
    front = "".join(f",{name}" for name in names) if has_names else ""
    with path.open("w", encoding="utf-8", newline="") as stream:
        stream.write(",".join(header) + "\n")
        for stamp, row in zip(time, table, strict=True):
            stream.write(f"{stamp:.6f}{front}," + ",".join(f"{value:.8g}" for value in row) + "\n")
    return path


def outcome(made: Stranger, path: Path) -> Outcome:
    """What becomes of the written recording."""
    try:
        found = look_at(path, robot=made.robot)
        if found.is_complete:
            (recording,) = read_recordings(path, found=found, robot=made.robot)
            return _taken(recording, made)
    except BadFile:
        return Outcome.ASKED_OTHERWISE
    return Outcome.ASKED if _first_is_true(made, path, found) else Outcome.ASKED_OTHERWISE


def _taken(recording: Recording, made: Stranger) -> Outcome:
    """What a recording is that was taken without a question."""
    said = {one.code for one in recording.dropped} & _REMARKS.get(made.fault, set())
    if is_true(recording, made) and (said or made.fault != "late"):
        return Outcome.RIGHT
    return Outcome.REMARKED if said else Outcome.WRONG


def _first_is_true(made: Stranger, path: Path, found: Understanding) -> bool:
    """True if the first choice of every question, taken in turn, leads to what is true."""
    said: list[str] = []
    for _ in range(4):
        said += [_filled(group.answer(group.choices[0]), made) for group in found.questions]
        try:
            found = look_at(path, answers=parse_answers(said) if said else Answers(), robot=made.robot)
            if found.is_complete:
                (recording,) = read_recordings(path, found=found, robot=made.robot)
                return is_true(recording, made)
        except (BadFile, ValueError):
            return False
        except Exception as error:
            if type(error).__name__ == "BadRequest":
                return False
            raise
    return False


def _filled(answer: str, made: Stranger) -> str:
    """An answer with the numbers that only a person knows: counts of a turn, and ratios of gears."""
    columns, _, meaning = answer.partition("=")
    name, _, unit = meaning.partition(" ")
    sizes, _, plain = unit.rpartition(" ")
    if "N" in sizes.split(",") and plain != "counts/turn" and len(sizes.split(",")) == made.turns.size:
        parts = zip(sizes.split(","), made.turns, strict=True)
        said = ",".join(f"{1.0 / turn:.12g}" if one == "N" else one for one, turn in parts)
        return f"{columns}={name} {said} {plain}"
    return answer.replace("N counts/turn", f"{made.counts} counts/turn")


def is_true(recording: Recording, made: Stranger) -> bool:
    """True if each row is one of the motion, in every quantity; whole turns at the start do not count."""
    near = np.array([int(np.argmin(np.abs(made.time - stamp))) for stamp in recording.time])
    if (
        np.abs(made.time[near] - recording.time).max() > 0.05 / made.rate
        or len(near) < 0.9 * made.time.size - 60
    ):
        return False
    truth = {Quantity.POSITION: made.position, Quantity.VELOCITY: made.velocity, Quantity.TORQUE: made.torque}
    slack = {Quantity.POSITION: 1e-6, Quantity.VELOCITY: 1e-5, Quantity.TORQUE: 1e-4}
    for quantity, column in recording.columns.items():
        values = np.asarray(column[:])
        if quantity not in truth or values.shape[1] != made.position.shape[1]:
            return False
        error = values - truth[quantity][near]
        if quantity is Quantity.POSITION:
            error = error - 2.0 * np.pi * np.rint(np.median(error, axis=0) / (2.0 * np.pi))
        coarse = 2.0 * np.pi / made.counts if made.unit == "counts" else 0.0
        largest = float(np.abs(truth[quantity]).max())
        if np.abs(error).max() > max(slack[quantity], 1e-6) * max(largest, 1.0) + coarse:
            return False
    return True
