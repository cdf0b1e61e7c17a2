"""Recordings with the columns of many loggers, controllers and programs, each with our own motion in it.

The names of columns, delimiters, clocks and units are those that these programs write; where one writes a
unit that its file does not state, the columns have to be asked for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np

from core.recording import FloatArray, Quantity
from tests.core.recognition.written_forms import Motion

BEGIN = datetime(2024, 3, 5, 14, 7, 58, 120_000)  # noqa: DTZ001  loggers write local time
EPOCH = 1_710_000_000
_P, _V, _I, _T = Quantity.POSITION, Quantity.VELOCITY, Quantity.CURRENT, Quantity.TORQUE
_LP, _MP, _MV = Quantity.LINK_POSITION, Quantity.MOTOR_POSITION, Quantity.MOTOR_VELOCITY
_TR, _IR, _TEMP = Quantity.TORQUE_REFERENCE, Quantity.CURRENT_REFERENCE, Quantity.TEMPERATURE
DEG, RPM = 180.0 / np.pi, 60.0 / (2.0 * np.pi)
COUNTS = 2**19 / (2.0 * np.pi)
Clock = Callable[[FloatArray], list[str]]


def truth_of(motion: Motion, quantity: Quantity) -> FloatArray:
    """What a quantity is in SI units, on both sides of the gear alike."""
    return {
        _P: motion.position, _LP: motion.position, _MP: motion.position, _V: motion.velocity,
        _MV: motion.velocity, _I: motion.current, _IR: motion.current, _T: motion.torque,
        _TR: motion.torque, _TEMP: motion.temperature,
        Quantity.ACCELERATION: np.gradient(motion.velocity, motion.time, axis=0),
    }[quantity]  # fmt: skip


@dataclass(frozen=True)
class Block:
    """Columns of one quantity for each joint: pattern of their names, and numbers for one SI unit."""

    names: str
    quantity: Quantity | None
    """None for columns that must not come in, such as commands."""
    scale: float = 1.0
    offset: float = 0.0
    first: int = 1
    digits: str = ".9g"

    def columns(self, motion: Motion) -> dict[str, list[str]]:
        """The cells of each column."""
        table = truth_of(motion, self.quantity or _P) * self.scale + self.offset
        return {
            self.names.format(j=place + self.first): [f"{value:{self.digits}}" for value in column]
            for place, column in enumerate(table.T)
        }


def seconds(scale: float = 1.0, *, begin: float = 0.0, digits: str = ".9g") -> Clock:
    """A clock of numbers."""
    return lambda time: [f"{begin + scale * moment:{digits}}" for moment in time]


def stamped(form: str, *, begin: datetime = BEGIN, cut: int = 0) -> Clock:
    """A clock of moments as text; ``cut`` digits are taken from the microseconds."""

    def written(time: FloatArray) -> list[str]:
        texts = [(begin + timedelta(microseconds=round(1e6 * moment))).strftime(form) for moment in time]
        return [text[: len(text) - cut] for text in texts]

    return written


def counted(nanoseconds: int) -> Clock:
    """Whole units of so many nanoseconds since 1970."""
    return lambda time: [str((EPOCH * 10**9 + round(1e9 * float(moment))) // nanoseconds) for moment in time]


@dataclass(frozen=True)
class MakerForm:
    """One program's form: clock, blocks, signs, and what only a person can say of it."""

    name: str
    clock: tuple[str, Clock] | None
    blocks: tuple[Block, ...]
    answers: tuple[str, ...] = ()
    """What a person says; without any, everything is recognised."""
    joints: int = 6
    delimiter: str = ","
    decimal: str = "."
    encoding: str = "utf-8"
    before: tuple[str, ...] = ()
    ending: str = "csv"
    is_nameless: bool = False
    extra: tuple[tuple[str, Clock], ...] = ()
    """Further columns, after the clock."""
    digits: float = 1e-7

    @property
    def holds(self) -> set[Quantity]:
        """The quantities that come in."""
        return {block.quantity for block in self.blocks if block.quantity is not None}

    def write(self, motion: Motion, folder: Path) -> Path:
        """Write the motion in this form."""
        columns: dict[str, list[str]] = {}
        for name, clock in ((self.clock,) if self.clock else ()) + self.extra:
            columns[name] = clock(motion.time)
        for block in self.blocks:
            columns |= block.columns(motion)
        if self.decimal == ",":
            numbers = {name: cells for name, cells in columns.items() if ":" not in cells[0]}
            columns |= {name: [cell.replace(".", ",") for cell in cells] for name, cells in numbers.items()}
        lines = [*self.before] if self.is_nameless else [*self.before, self.delimiter.join(columns)]
        lines += [self.delimiter.join(cells) for cells in zip(*columns.values(), strict=True)]
        path = folder / f"{self.name}.{self.ending}"
        path.write_bytes(("\n".join(lines) + "\n").encode(self.encoding))
        return path


def _scope() -> tuple[str, ...]:
    """Lines above the values of an export of TwinCAT's Scope with one time for all channels."""
    parts = (("ActPos", "°"), ("ActVelo", "°/s"), ("ActTorque", "Nm"))
    names = [f"Axis {joint}.{part}" for part, _ in parts for joint in range(1, 7)]
    units = [unit for _, unit in parts for _ in range(6)]
    return (
        "Name,Scope Project", "File,C:\\run.svdx", "Starttime of export,133541234567890000", "",
        ",".join(["Name", *names]), ",".join(["Data-Type", *["REAL64"] * 18]),
        ",".join(["SampleTime[ms]", *["4"] * 18]), ",".join(["Unit", *units]), "",
    )  # fmt: skip


_SI = (Block("q{j}", _P), Block("qd{j}", _V), Block("tau{j}", _T))
_T_S = ("t", seconds())
MAKERS = (
    MakerForm("iso-8601", ("timestamp", stamped("%Y-%m-%dT%H:%M:%S.%f")), _SI),
    MakerForm(
        "iso-8601-zone",
        ("time", stamped("%Y-%m-%dT%H:%M:%S.%f+02:00")),
        (Block("q{j} [deg]", _P, DEG), Block("i{j} [A]", _I)),
    ),
    MakerForm("pandas-index-of-moments", ("", stamped("%Y-%m-%d %H:%M:%S.%f")), _SI),
    MakerForm(
        "excel-german-moments",
        ("Zeit", stamped("%d.%m.%Y %H:%M:%S,%f", cut=3)),
        (Block("Position A{j} [°]", _P, DEG), Block("Strom A{j} [A]", _I)),
        delimiter=";",
        decimal=",",
        encoding="cp1252",
    ),
    MakerForm(
        "time-of-day-over-midnight",
        ("Time", stamped("%H:%M:%S.%f", begin=datetime(2024, 3, 5, 23, 59, 58))),  # noqa: DTZ001
        (Block("J{j} pos (deg)", _P, DEG), Block("J{j} current (A)", _I)),
    ),
    MakerForm(
        "american-moments",
        ("Date Time", stamped("%m/%d/%Y %I:%M:%S.%f %p")),
        (Block("Joint{j}_Position_deg", _P, DEG), Block("Joint{j}_Torque_Nm", _T)),
    ),
    MakerForm("matlab-datetime", ("Time", stamped("%d-%b-%Y %H:%M:%S.%f")), _SI),
    MakerForm(
        "date-and-time-of-day",
        ("Date", stamped("%Y/%m/%d")),
        (Block("Angle{j}(deg)", _P, DEG), Block("Torque{j}(Nm)", _T)),
        extra=(("Time", stamped("%H:%M:%S.%f")),),
    ),
    MakerForm("epoch-s", ("t", seconds(begin=EPOCH, digits=".6f")), _SI),
    MakerForm("epoch-ms", ("timestamp", counted(10**6)), _SI),
    MakerForm("epoch-us", ("timestamp", counted(10**3)), _SI),
    MakerForm("epoch-ns", ("timestamp", counted(1)), _SI),
    MakerForm(
        "windows-ticks",
        (
            "FileTime",
            lambda time: [str(133_541_234_567_890_000 + round(1e7 * float(moment))) for moment in time],
        ),
        _SI,
        digits=1e-6,
    ),
    MakerForm(
        "spreadsheet-days", ("Time", seconds(1.0 / 86_400.0, begin=45_356.5, digits=".12f")), _SI, digits=1e-6
    ),
    MakerForm(
        "datarecorder-sunrise",
        ("ZeitInSec", counted(10**9)),
        (
            Block("axisQMsr_LBR_iiwa_7_R800_1[{j}]", _P, first=0),
            Block("axisTauMsr_LBR_iiwa_7_R800_1[{j}]", _T, first=0),
        ),
        extra=(("ZeitInNanoSec", lambda time: [str(round(1e9 * float(moment)) % 10**9) for moment in time]),),
        joints=7,
        delimiter=" ",
        ending="log",
    ),
    MakerForm(
        "pyfri",
        ("index", lambda time: [str(row) for row in range(time.size)]),
        (Block("mp{j}", _P), Block("ip{j}", None), Block("mt{j}", _T), Block("et{j}", None)),
        extra=(
            ("time", seconds()),
            ("record_time_nsec", counted(1)),
            ("tsec", counted(10**9)),
            ("tnsec", lambda time: [str(round(1e9 * float(moment)) % 10**9) for moment in time]),
        ),
        joints=7,
    ),
    MakerForm(
        "franka",
        ("time", seconds()),
        (
            Block("q{j}", _P),
            Block("dq{j}", _V),
            Block("tau_J{j}", _T),
            Block("tau_J_d{j}", _TR),
            Block("q_d{j}", None),
        ),
        joints=7,
    ),
    MakerForm(
        "libfranka-log",
        ("duration", seconds()),
        (
            Block("cmd.q_d[{j}]", None, first=0),
            Block("state.q[{j}]", _P, first=0),
            Block("state.dq[{j}]", _V, first=0),
            Block("state.tau_J[{j}]", _T, first=0),
        ),
        joints=7,
    ),
    MakerForm(
        "velocities-called-v",
        ("time", seconds()),
        (Block("q{j}", _P), Block("v{j}", _V), Block("tau{j}", _T), Block("q_des{j}", None)),
    ),
    MakerForm(
        "angles-and-torques",
        ("timestamp_ms", seconds(1e3)),
        (Block("j{j}_angle", _P, DEG), Block("j{j}_torque", _T)),
        answers=("8-13=torque N·m",),
    ),
    MakerForm(
        "kinova",
        ("time", seconds()),
        (
            Block("position_{j}", _P, DEG, first=0),
            Block("velocity_{j}", _V, DEG, first=0),
            Block("torque_{j}", _T, first=0),
            Block("current_motor_{j}", _I, first=0),
        ),
        answers=("16-22=torque N·m", "23-29=current A"),
        joints=7,
    ),
    MakerForm(
        "xarm",
        ("Timestamp", seconds()),
        (Block("J{j} angle(°)", _P, DEG), Block("J{j} speed(°/s)", _V, DEG), Block("J{j} current(A)", _I)),
    ),
    MakerForm(
        "denso-control-log",
        ("Time[ms]", seconds(1e3)),
        (Block("J{j} Encoder[deg]", _P, DEG), Block("J{j} Motor Current[%]", _I, 1.0 / 0.4)),
        answers=("8-13=current 0.4 A",),
    ),
    MakerForm(
        "fanuc",
        ("Tick(ms)", seconds(1e3)),
        (Block("J{j} FB POS(deg)", _P, DEG), Block("J{j} CURRENT(A)", _I)),
    ),
    MakerForm(
        "staubli",
        ("time (s)", seconds()),
        (
            Block("pos[{j}] (deg)", _P, DEG, first=0),
            Block("posCmd[{j}] (deg)", None, DEG, first=0),
            Block("cur[{j}] (A)", _I, first=0),
        ),
        delimiter=";",
    ),
    MakerForm(
        "twincat-scope",
        ("", seconds(1e3)),
        (Block("p{j}", _P, DEG), Block("v{j}", _V, DEG), Block("m{j}", _T)),
        before=_scope(),
        is_nameless=True,
    ),
    MakerForm(
        "siemens-trace",
        ("Zeit [s]", seconds()),
        (
            Block("Achse{j}.r482 Lageistwert [Grad]", _P, DEG),
            Block("Achse{j}.r61 Drehzahlistwert [1/min]", _V, RPM),
            Block("Achse{j}.r80 Drehmomentistwert [Nm]", _T),
        ),
        delimiter=";",
        decimal=",",
        encoding="cp1252",
    ),
    MakerForm(
        "kuka-rsi",
        ("Timestamp", stamped("%d-%m-%Y %H:%M:%S.%f")),
        (
            Block("Receive.AIPos.A{j}", _P, DEG),
            Block("Receive.ASPos.A{j}", None, DEG),
            Block("Receive.MACur.A{j}", _I, 4.0),
        ),
        answers=("14-19=current 0.25 A",),
    ),
    MakerForm(
        "kuka-variables",
        ("Time", seconds()),
        (Block("$AXIS_ACT.A{j}", _P, DEG), Block("$TORQUE_AXIS_ACT[{j}]", _T)),
    ),
    MakerForm(
        "doosan",
        ("time_stamp", seconds()),
        (
            Block("actual_joint_position_{j}", _P, DEG, first=0),
            Block("actual_joint_position_abs_{j}", _LP, DEG, first=0),
            Block("actual_joint_velocity_{j}", _V, DEG, first=0),
            Block("raw_joint_torque_{j}", _T, first=0),
        ),
        answers=("20-25=torque N·m",),
    ),
    MakerForm(
        "flexiv",
        ("time", seconds()),
        (
            Block("q_{j}", _P),
            Block("theta_{j}", _MP),
            Block("dq_{j}", _V),
            Block("dtheta_{j}", _MV),
            Block("tau_{j}", _T),
            Block("tau_des_{j}", _TR),
        ),
        joints=7,
    ),
    MakerForm(
        "ur-rtde-library",
        ("timestamp", seconds()),
        (
            Block("actual_q_{j}", _P, first=0),
            Block("actual_qd_{j}", _V, first=0),
            Block("actual_current_{j}", _I, first=0),
            Block("actual_TCP_pose_{j}", None, first=0),
        ),
    ),
    MakerForm(
        "counts",
        ("t_ms", seconds(1e3)),
        (Block("enc{j}_counts", _P, COUNTS, digits=".0f"), Block("i{j}_mA", _I, 1e3)),
        answers=("2-7=position 524288 counts/turn",),
        digits=1e-5,
    ),
    MakerForm(
        "cia-402-objects",
        ("time_s", seconds()),
        (
            Block("axis{j} 0x6064 Position actual value", _P, COUNTS, digits=".0f"),
            Block("axis{j} 0x6077 Torque actual value", _T, 10.0, digits=".0f"),
        ),
        answers=("2-7=position 524288 counts/turn", "8-13=torque 0.1 N·m"),
        digits=0.06,
    ),
    MakerForm(
        "plotjuggler-of-panda",
        ("__time", seconds(begin=EPOCH, digits=".6f")),
        (
            Block("/joint_states/panda_joint{j}/position", _P),
            Block("/joint_states/panda_joint{j}/velocity", _V),
            Block("/joint_states/panda_joint{j}/effort", _T),
        ),
        joints=7,
    ),
    MakerForm(
        "mujoco",
        ("time", seconds()),
        (
            Block("qpos_{j}", _P, first=0),
            Block("qvel_{j}", _V, first=0),
            Block("qfrc_actuator_{j}", _T, first=0),
        ),
    ),
    MakerForm(
        "pybullet",
        ("timeStamp", seconds()),
        (Block("q{j}", _P, first=0), Block("u{j}", _V, first=0), Block("t{j}", _T, first=0)),
        answers=("14-19=torque N·m",),
    ),
    MakerForm(
        "jaka",
        ("time", seconds()),
        (
            Block("joint_actual_position[{j}]", _P, DEG, first=0),
            Block("instVel[{j}]", _V, DEG, first=0),
            Block("instTorq[{j}]", _T, first=0),
        ),
        answers=("14-19=torque N·m",),
    ),
    MakerForm(
        "chinese",
        ("时间(s)", seconds()),
        (Block("关节{j}角度(°)", _P, DEG), Block("关节{j}速度(°/s)", _V, DEG), Block("关节{j}电流(A)", _I)),
        encoding="gb18030",
    ),
    MakerForm(
        "codesys-trace",
        ("Timestamp", seconds(1e6)),
        (Block("MAIN.axis[{j}].fActPosition", _P, DEG), Block("MAIN.axis[{j}].fActVelocity", _V, DEG)),
        delimiter=";",
    ),
    MakerForm(
        # the help of CODESYS 2.3 on a trace in an ASCII file: a cycle in front, names in the third line
        "codesys-2-trace",
        None,
        (Block("PLC_PRG.axis{j}_pos", _P, DEG), Block("PLC_PRG.axis{j}_current", _I)),
        answers=("rate:125", "8-13=current A"),
        delimiter=" ",
        before=("CoDeSys Trace", "D:\\PROJECTS\\ARM.PRO"),
        ending="txt",
        extra=(("Cycle", lambda time: [str(number) for number in range(time.size)]),),
    ),
    MakerForm(
        "writematrix",
        ("", seconds()),
        (Block("q{j}", _P), Block("qd{j}", _V), Block("tau{j}", _T)),
        answers=("14-19=torque",),
        is_nameless=True,
    ),
    MakerForm(
        "positions-and-speeds-only",
        _T_S,
        (Block("q{j}", _P), Block("qd{j}", _V)),
        answers=("2-7=position rad",),
    ),
    MakerForm(
        "shares-of-a-turn",
        _T_S,
        (Block("position_{j}", _P, 0.5 / np.pi), Block("current_{j}", _I)),
        answers=("2-7=position rev", "8-13=current A"),
    ),
)
