"""Recordings of one made-up motion in the forms of many programs, written as those programs write them."""

import csv
import gzip
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import h5py
import numpy as np
from scipy.io import savemat

from core.recording import Quantity
from core.robot.dynamics import inverse_dynamics
from core.robot.library import load_robot

UR_JOINTS = (
    "shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint",
    "wrist_1_joint", "wrist_2_joint", "wrist_3_joint",
)  # fmt: skip


@dataclass(frozen=True)
class Motion:
    """A run of an arm that is held by its description's masses.

    Time (N,) s, position (N, joints) rad, velocity rad/s, current A, torque N·m, temperature K.
    """

    time: np.ndarray
    position: np.ndarray
    velocity: np.ndarray
    current: np.ndarray
    torque: np.ndarray
    temperature: np.ndarray


def made_motion(
    joints: int = 6, *, seconds: float = 6.0, rate: float = 250.0, seed: int = 0, scale: float = 1.0
) -> Motion:
    """A smooth motion of all joints of an arm, with its weight, inertia, friction and noise.

    ``scale`` makes it smaller, about the zeros of the joints; its torques are its own.
    """
    robot = load_robot({6: "ur10e", 7: "lwr4"}[joints])
    random = np.random.default_rng(seed)
    time = np.arange(round(seconds * rate)) / rate
    speed = 0.6 + 0.25 * np.arange(joints)
    phase = random.uniform(0.0, 2.0 * np.pi, joints)
    reach = scale * random.uniform(0.4, 0.9, joints)
    place = scale * random.uniform(-0.6, 0.6, joints)
    angle = np.outer(time, speed) + phase
    position = place + reach * np.sin(angle)
    velocity = reach * speed * np.cos(angle)
    acceleration = -reach * speed**2 * np.sin(angle)
    torque = inverse_dynamics(robot, position, velocity, acceleration)
    torque += 6.0 * np.tanh(velocity / 0.05) + random.normal(0.0, 0.3, position.shape)
    current = torque / 11.0
    temperature = 303.15 + 4.0 * np.outer(time / time[-1], np.ones(joints)) + np.arange(joints)
    return Motion(time, position, velocity, current, torque, temperature)


@dataclass(frozen=True)
class Form:
    """One program's form: how a motion is written, and what must come out of it."""

    name: str
    write: Callable[[Motion, Path], Path]
    holds: frozenset[Quantity]
    joints: int = 6
    digits: float = 1e-9
    """Largest difference in rad that the written digits leave."""
    options: tuple[str, ...] = ()
    needs: str = ""
    """Library without which the form is not written."""
    file: str = "run.csv"
    other: dict[str, str] = field(default_factory=dict)


def rows_of(*parts: np.ndarray) -> np.ndarray:
    """Columns beside one another."""
    return np.column_stack(parts)


def write_rows(path: Path, header: str, table: np.ndarray, *, delimiter: str = ",", digits: int = 10) -> Path:
    """A header line (none where empty) and rows of numbers."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        if header:
            stream.write(header + "\n")
        for row in table:
            stream.write(delimiter.join(f"{value:.{digits}f}" for value in row) + "\n")
    return path


def named(pattern: str, joints: int, *, first: int = 0, sign: str = ",") -> str:
    """The names of one quantity's columns."""
    return sign.join(pattern.format(j=joint + first) for joint in range(joints))


def _ur_rtde(motion: Motion, path: Path) -> Path:
    names = ["timestamp"]
    for field_name in (
        "target_q",
        "actual_q",
        "actual_qd",
        "actual_current",
        "target_current",
        "target_moment",
    ):
        names += [f"{field_name}_{joint}" for joint in range(6)]
    names += [f"joint_temperatures_{joint}" for joint in range(6)] + ["robot_mode", "safety_mode"]
    table = rows_of(
        1000.0 + motion.time, motion.position + 1e-4, motion.position, motion.velocity, motion.current,
        motion.current + 0.01, motion.torque, motion.temperature - 273.15, np.full(motion.time.size, 7.0),
        np.ones(motion.time.size),
    )  # fmt: skip
    return write_rows(path, " ".join(names), table, delimiter=" ")


def _ur_headerless(motion: Motion, path: Path) -> Path:
    table = rows_of(
        motion.time, motion.position, motion.velocity,
        motion.current, motion.current + 0.02, motion.torque + 0.22,
    )  # fmt: skip
    return write_rows(path, "", table)


def _excel_german(motion: Motion, path: Path) -> Path:
    header = [
        "Zeit [ms]",
        *(f"Position_J{j + 1}(°)" for j in range(6)),
        *(f"Strom_J{j + 1} [A]" for j in range(6)),
    ]
    table = rows_of(1e3 * motion.time, np.degrees(motion.position), motion.current)
    with path.open("w", encoding="cp1252", newline="\r\n") as stream:
        stream.write(";".join(header) + "\n")
        for row in table:
            stream.write(";".join(f"{value:.8f}".replace(".", ",") for value in row) + "\n")
    return path


def _units_in_second_line(motion: Motion, path: Path) -> Path:
    with path.open("w", encoding="utf-8", newline="") as stream:
        stream.write("# logger 2.1\n# 2024-03-05\n\n")
        stream.write(
            "\t".join(["time", *(f"q{j + 1}" for j in range(6)), *(f"tau_meas{j + 1}" for j in range(6))])
            + "\n"
        )
        stream.write("\t".join(["s", *["deg"] * 6, *["Nm"] * 6]) + "\n")
        for row in rows_of(motion.time, np.degrees(motion.position), motion.torque):
            stream.write("\t".join(f"{value:.9f}" for value in row) + "\n")
    return path


def _savetxt(motion: Motion, path: Path) -> Path:
    names = " ".join(
        ["t", *(f"q{j}" for j in range(6)), *(f"dq{j}" for j in range(6)), *(f"tau{j}" for j in range(6))]
    )
    np.savetxt(path, rows_of(motion.time, motion.position, motion.velocity, motion.torque), header=names)
    return path


def _interleaved(motion: Motion, path: Path) -> Path:
    names, parts = ["timestamp_us"], [1e6 * motion.time]
    for joint in range(6):
        names += [
            f"joint_{joint + 1}_position_rad",
            f"joint_{joint + 1}_velocity_rad_s",
            f"joint_{joint + 1}_current_A",
        ]
        parts += [motion.position[:, joint], motion.velocity[:, joint], motion.current[:, joint]]
    return write_rows(path, ",".join(names), rows_of(*parts))


def _plotjuggler(motion: Motion, path: Path) -> Path:
    names, parts = ["__time"], [1.7e9 + motion.time]
    for kind, values in (
        ("effort", motion.current),
        ("position", motion.position),
        ("velocity", motion.velocity),
    ):
        for joint in (2, 1, 0, 3, 4, 5):
            names.append(f"/joint_states/{UR_JOINTS[joint]}/{kind}")
            parts.append(values[:, joint])
    return write_rows(path, ",".join(names), rows_of(*parts))


def _rostopic_echo(motion: Motion, path: Path) -> Path:
    names = ["%time", "field.header.seq", "field.header.stamp", "field.header.frame_id"]
    names += [f"field.name{j}" for j in range(6)]
    for kind in ("position", "velocity", "effort"):
        names += [f"field.{kind}{j}" for j in range(6)]
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(names)
        for number, row in enumerate(rows_of(motion.position, motion.velocity, motion.torque)):
            stamp = 1_700_000_000_000_000_000 + round(1e9 * motion.time[number])
            arm = [f"panda_joint{j + 1}" for j in range(6)]
            writer.writerow([stamp + 100_000, number, stamp, "", *arm, *(f"{value:.10f}" for value in row)])
    return path


def _seconds_and_nanoseconds(motion: Motion, path: Path) -> Path:
    names = [
        "header.stamp.sec",
        "header.stamp.nanosec",
        *(f"position[{j}]" for j in range(6)),
        *(f"velocity[{j}]" for j in range(6)),
    ]
    with path.open("w", encoding="utf-8", newline="") as stream:
        stream.write(",".join(names) + "\n")
        for number, row in enumerate(rows_of(motion.position, motion.velocity)):
            nanoseconds = round(1e9 * motion.time[number])
            stream.write(f"{1_700_000_000 + nanoseconds // 10**9},{nanoseconds % 10**9},")
            stream.write(",".join(f"{value:.10f}" for value in row) + "\n")
    return path


def _packed(motion: Motion, path: Path) -> Path:
    plain = path.with_suffix("")
    names = ("J{j}_pos[rad]", "J{j}_vel[rpm]", "J{j}_torque[Nm]")
    header = ",".join(["t", *(named(name, 6, first=1) for name in names)])
    write_rows(
        plain,
        header,
        rows_of(motion.time, motion.position, motion.velocity * 60.0 / (2.0 * np.pi), motion.torque),
    )
    path.write_bytes(gzip.compress(plain.read_bytes()))
    plain.unlink()
    return path


def _wide_text(motion: Motion, path: Path) -> Path:
    names = ("ActPos{j}", "CmdPos{j}", "MotorTemp{j}", "ActCurrent{j}[mA]")
    header = ",".join(["Time(s)", *(named(name, 6, first=1) for name in names)])
    table = rows_of(
        motion.time,
        np.degrees(motion.position),
        np.degrees(motion.position) + 0.01,
        motion.temperature - 273.15,
        1e3 * motion.current,
    )
    path.write_text("", encoding="utf-8")
    write_rows(path, header, table)
    path.write_bytes(path.read_text("utf-8").encode("utf-16"))
    return path


def _without_clock(motion: Motion, path: Path) -> Path:
    header = f"n,{named('q{j}', 6, first=1)},{named('qd{j}', 6, first=1)}"
    return write_rows(path, header, rows_of(np.arange(motion.time.size), motion.position, motion.velocity))


def _nested_struct(motion: Motion, path: Path) -> Path:
    log = {"t": motion.time, "q": motion.position, "dq": motion.velocity, "tau": motion.torque}
    savemat(path, {"data": {"log": log, "name": "run"}})
    return path


def _nested_hdf5(motion: Motion, path: Path) -> Path:
    with h5py.File(path, "w") as file:
        group = file.create_group("data")
        for name, values in (
            ("time", motion.time[:, None]),
            ("position", motion.position),
            ("motor_current", motion.current),
        ):
            group.create_dataset(name, data=np.asarray(values).T)
    return path


def _one_array(motion: Motion, path: Path) -> Path:
    np.save(path, rows_of(motion.time, motion.position, motion.velocity))
    return path


def _kuka_style(motion: Motion, path: Path) -> Path:
    names = ("AxisAct A{j} [°]", "Drehmoment A{j} [Nm]")
    header = ";".join(["Zeit", *(named(name, 6, first=1, sign=";") for name in names)])
    return write_rows(
        path, header, rows_of(motion.time, np.degrees(motion.position), motion.torque), delimiter=";"
    )


def _parquet(motion: Motion, path: Path) -> Path:
    import pyarrow as pa
    from pyarrow import parquet

    columns = {"timestamp": motion.time}
    columns |= {f"q_{j}": motion.position[:, j] for j in range(6)} | {
        f"i_{j}": motion.current[:, j] for j in range(6)
    }
    parquet.write_table(pa.table(columns), path)
    return path


def _excel(motion: Motion, path: Path) -> Path:
    from openpyxl import Workbook

    book = Workbook()
    book.active.append(
        ["Time (s)", *(f"Angle {j + 1} (deg)" for j in range(6)), *(f"Current {j + 1} (A)" for j in range(6))]
    )
    for row in rows_of(motion.time, np.degrees(motion.position), motion.current)[:600]:
        book.active.append([float(value) for value in row])
    book.save(path)
    return path


_P, _V, _I, _T = Quantity.POSITION, Quantity.VELOCITY, Quantity.CURRENT, Quantity.TORQUE
_IN_RAD = ("--column", "2-7=position rad")
_UR = frozenset({_P, _V, _I, Quantity.CURRENT_REFERENCE, Quantity.TORQUE_REFERENCE})
FORMS = (
    Form("ur-rtde", _ur_rtde, _UR | {Quantity.TEMPERATURE}),
    Form("ur-headerless", _ur_headerless, _UR),
    Form("excel-german", _excel_german, frozenset({_P, _I}), digits=1e-8),
    Form("units-in-second-line", _units_in_second_line, frozenset({_P, _T})),
    Form("savetxt", _savetxt, frozenset({_P, _V, _T}), file="run.txt"),
    Form("interleaved", _interleaved, frozenset({_P, _V, _I})),
    Form("plotjuggler", _plotjuggler, frozenset({_P, _V, _I})),
    Form("rostopic-echo", _rostopic_echo, frozenset({_P, _V, _T}), options=("--effort", "torque")),
    Form("seconds-and-nanoseconds", _seconds_and_nanoseconds, frozenset({_P, _V})),
    Form("packed", _packed, frozenset({_P, _V, _T}), file="run.csv.gz"),
    Form("utf-16", _wide_text, frozenset({_P, _I, Quantity.TEMPERATURE})),
    Form(
        "without-clock",
        _without_clock,
        frozenset({_P, _V}),
        options=("--rate", "250", "--column", "2-7=position rad"),
    ),
    Form("nested-struct", _nested_struct, frozenset({_P, _V, _T}), file="run.mat"),
    Form(
        "nested-hdf5",
        _nested_hdf5,
        frozenset({_P, _I}),
        file="run.mat",
        options=("--column", "7-12=position rad"),
    ),
    Form("one-array", _one_array, frozenset({_P, _V}), file="run.npy", options=_IN_RAD),
    Form("kuka-style", _kuka_style, frozenset({_P, _T})),
    Form("parquet", _parquet, frozenset({_P, _I}), file="run.parquet", needs="pyarrow", options=_IN_RAD),
    Form("excel", _excel, frozenset({_P, _I}), file="run.xlsx", needs="openpyxl"),
)
