"""Emulated drives of CiA 402 behind an adapter that speaks slcan, the arm they drive, and their files."""

import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import starmap
from pathlib import Path

import numpy as np

from core.bounds import JointNumber, Seed, check_bounds
from core.recording import FloatArray
from core.robot.library import load_robot
from core.robot.model import RobotModel
from core.storage.output_writer import write_whole
from devices.cia402.drive_map import map_text
from devices.emulated.arm import PhysicalArm
from devices.emulated.bus import EmulatedBus
from devices.emulated.cia402_drive import Drive, Encoders, Measured
from devices.emulated.cia402_objects import Objects
from devices.emulated.moteus_settings import check_worn, read_joints
from devices.emulated.slcan import Adapter, Frame
from devices.emulated.ur_settings import SUBJECT, read_seed
from devices.family import Option, one_of, read_name
from devices.virtual.firmware.paths import PathPoint
from devices.virtual.firmware.plant import PERIOD_S
from devices.virtual.pace import RealPace

DRIFT_PPM = 50.0
"""Clocks of the drives run fast or slow by up to this much."""
_FULL = 1000
_TICKS = 1e6
_STARTS_APART_S, _FIRST_START_S = 137.0, 20.0
_MOST_SHAFT_TURNS = 10_000
_SPEED_SHARE, _ASSUMED_SPEED = 1.2, 3.0


class DrivesPath:
    """The set-points of the drives; endless. Each call of ``at`` is one control period."""

    duration = math.inf

    def __init__(self, drives: Sequence[Drive], *, scale: FloatArray) -> None:
        self._drives, self._scale = drives, scale

    def at(self, _time: float) -> PathPoint:
        """Set-points of this moment in the reported convention."""
        position = np.array([drive.point.position for drive in self._drives]) * self._scale
        velocity = np.array([drive.point.velocity for drive in self._drives]) * self._scale
        return PathPoint(position, velocity, np.zeros_like(velocity))


class DrivenArm(PhysicalArm):
    """An arm whose joints each have a drive with a clock of its own."""

    def __init__(
        self,
        robot: RobotModel,
        *,
        seed: int,
        first_serial: int,
        is_homed: bool,
        worn: tuple[int, ...] = (),
    ) -> None:
        super().__init__(robot, seed=seed, worn=worn)
        nominal = self._plant.nominal
        self.counts_per_turn = nominal.motor_counts_per_turn
        self.link_counts_per_turn = nominal.link_counts_per_turn
        self.gear_ratio = nominal.gear_ratio
        self.has_link_encoder = bool(nominal.has_link_encoder.all())
        self._rated = nominal.torque_limit / np.abs(self.gear_ratio)
        self._gain = nominal.drive_gain / np.abs(self.gear_ratio)
        self._scale = 2.0 * np.pi / (self.counts_per_turn * self.gear_ratio)
        limits = self._joints
        speed = np.where(np.isfinite(limits.velocity), limits.velocity, _ASSUMED_SPEED)
        self.drives = tuple(
            Drive(
                joint + 1,
                serial=first_serial + joint,
                rated=round(1e3 * self._rated[joint]),
                speed=_SPEED_SHARE * speed[joint] / abs(self._scale[joint]),
                acceleration=float(limits.acceleration[joint] / abs(self._scale[joint])),
                is_homed=is_homed,
                encoders=Encoders(
                    round(self.counts_per_turn[joint]),
                    Fraction(abs(float(self.gear_ratio[joint]))).limit_denominator(_MOST_SHAFT_TURNS),
                    round(self.link_counts_per_turn[joint]) if self.has_link_encoder else 0,
                ),
            )
            for joint in range(robot.joint_count)
        )
        random = np.random.default_rng(seed)
        self._rate = 1.0 + 1e-6 * random.uniform(-DRIFT_PPM, DRIFT_PPM, robot.joint_count)
        self._start = _FIRST_START_S + random.uniform(0.0, _STARTS_APART_S, robot.joint_count)
        self._phase = random.uniform(0.0, 1.0, robot.joint_count)
        self._time = 0.0
        self._older = self._newer = self._measure()

    def period(self) -> None:
        """Run one control period of drives and arm."""
        is_powered = any(drive.is_powered for drive in self.drives)
        if is_powered != self.is_commanded:
            self.set_brakes(engaged=not is_powered)
            if is_powered:
                self._drive.follow(DrivesPath(self.drives, scale=self._scale))
        self.step()
        self._time += PERIOD_S
        self._older, self._newer = self._newer, self._measure()
        for drive, measured in zip(self.drives, self._newer, strict=True):
            drive.measured = measured
            drive.period(measured.ticks)

    def sample(self, passed: float) -> None:
        """Let every drive take its newest sample, ``passed`` of a control period after the last one."""
        for drive, phase, older, newer in zip(
            self.drives, self._phase, self._older, self._newer, strict=True
        ):
            drive.measured = newer if phase <= passed else older

    def _measure(self) -> tuple[Measured, ...]:
        readings = self._drive.readings
        motor = self._drive.measured / self._scale
        torque = _FULL * readings.current * np.sign(self.gear_ratio) * self._gain / self._rated
        ticks = _TICKS * (self._start + self._time * self._rate)
        rows = zip(motor, readings.link_counts, torque, ticks, strict=True)
        return tuple(starmap(_rounded, rows))


def _rounded(motor: float, link: int, torque: float, ticks: float) -> Measured:
    return Measured(round(motor), int(link), round(torque), round(ticks))


SCHEME = "cia402"
FIRST_SERIAL = 402_000_000


class Homed(StrEnum):
    """True if the drives know their zero when they are switched on."""

    YES = "yes"
    NO = "no"


@dataclass(frozen=True)
class EmulatedCia402Settings:
    """Which arm the drives move."""

    robot: str
    seed: Seed = 0
    """Number of the arm among the many of this type."""
    homed: Homed = Homed.YES
    worn: tuple[JointNumber, ...] = ()
    """Joints with backlash, counted from 0; from 1 in the text."""

    def __post_init__(self) -> None:
        """Check the bounds of the settings; an error carries the name of the setting."""
        check_bounds(self)

    @property
    def serial(self) -> str:
        """Serial number of the arm: that of its first drive."""
        return str(FIRST_SERIAL + 100 * self.seed + 1)


def parse_emulated_cia402(name: str) -> EmulatedCia402Settings:
    """Read ``cia402:ec66?seed=3&homed=no&worn=2``.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``.
    """
    robot, given = read_name(name, scheme=SCHEME, subject=SUBJECT, options=OPTIONS)
    return EmulatedCia402Settings(robot, **given)  # type: ignore[arg-type]  # each reader gives its type


OPTIONS = (
    Option("seed", "number of the arm among the many of this type", read_seed),
    Option("homed", "no: the drives must be homed after switching on", one_of(Homed)),
    Option("worn", "joints with play, such as 2,3", read_joints),
)


FAULT_CODE = 0x7500
_SYNC = 0x80


class EmulatedCia402(EmulatedBus):
    """The drives of the arm of ``settings``; see ``EmulatedBus``."""

    def __init__(
        self, settings: EmulatedCia402Settings, *, link: Path | None = None, port: int | None = None
    ) -> None:
        self.settings = settings
        robot = load_robot(settings.robot)
        is_homed = settings.homed is Homed.YES
        check_worn(settings.worn, joints=robot.joint_count)
        self.arm = DrivenArm(
            robot,
            seed=settings.seed,
            first_serial=int(settings.serial),
            is_homed=is_homed,
            worn=settings.worn,
        )
        self._adapter = Adapter(self._send, self._news)
        self._looked_at = time.monotonic()
        self._is_silent: set[int] = set()
        super().__init__(link=link, port=port)
        self.map = self._folder / f"{settings.robot}.toml"
        write_whole(self.map, table_of(self.arm, is_homed=is_homed).encode())
        self.eds = self._folder / "drive.eds"
        write_whole(self.eds, eds_of(self.arm.drives[0].objects).encode())
        self.arm.period()  # the first one is slow; the drives answer from now on
        self._thread.start()

    @property
    def uri(self) -> str:
        """The name under which this program's driver reaches the drives."""
        return f"cia402:slcan:{self.channel}?map={self.map}"

    @property
    def uri_by_eds(self) -> str:
        """The name under which it reaches them without the table."""
        return f"cia402:slcan:{self.channel}?eds={self.eds}&nodes=1-{len(self.arm.drives)}"

    def fail(self, joint: int) -> None:
        """Let the drive of a joint, counted from 1, fall into a fault."""
        self.do(lambda: self.arm.drives[joint - 1].fail(FAULT_CODE))

    def silence(self, joint: int) -> None:
        """Take the drive of a joint, counted from 1, off the bus."""
        self.do(lambda: self._is_silent.add(joint))

    def home(self) -> None:
        """Home every drive at its present position."""

        def home() -> None:
            for drive in self.arm.drives:
                drive.is_homed = True

        self.do(home)

    def pull(self) -> None:
        """Take every drive off the bus."""
        self.do(lambda: self._is_silent.update(range(1, len(self.arm.drives) + 1)))

    def plug(self) -> None:
        """Put every drive back on the bus."""
        self.do(self._is_silent.clear)

    def _step(self) -> None:
        self.arm.period()
        self._looked_at = time.monotonic()

    def _answer(self, content: bytes, pace: RealPace) -> bytes:
        del pace
        return self._adapter.take(content) + self._adapter.news()

    def _send(self, frame: Frame) -> Iterator[Frame]:
        if frame[0] == _SYNC:
            self.arm.sample(min((time.monotonic() - self._looked_at) / PERIOD_S, 1.0))
        for drive in self.arm.drives:
            if drive.node not in self._is_silent:
                yield from drive.take(frame)

    def _news(self) -> Iterator[Frame]:
        for drive in self.arm.drives:
            frames = tuple(drive.news())
            if drive.node not in self._is_silent:
                yield from frames


_HEAD = """\
Which object of which drive is what. One [[joint]] per joint, in the order of the description.
This table is of the emulated drives; change the numbers to those of yours."""


def table_of(arm: DrivenArm, *, is_homed: bool) -> str:
    """Write the table of an arm's drives."""
    rows = []
    for joint, drive in enumerate(arm.drives):
        turned = {
            "gear_ratio": abs(float(arm.gear_ratio[joint])),
            "sign": 1 if arm.gear_ratio[joint] > 0.0 else -1,
        }
        position = {"object": "0x6064", "counts_per_turn": arm.counts_per_turn[joint], **turned}
        link = {
            "object": "0x60E4:1",
            "counts_per_turn": arm.link_counts_per_turn[joint],
            "gear_ratio": 1,
            "sign": 1,
        }
        rows.append(
            {
                "node": drive.node,
                "clock": "0x1013",
                "homing": "absolute" if is_homed else "required",
                "position": {**position, "side": "motor"},
                **({"link": {**link, "side": "link"}} if arm.has_link_encoder else {}),
                "torque": {"object": "0x6077", "rated": "0x6076", **turned},
            }
        )
    return map_text(rows, head=_HEAD)


_NAMES = {
    0x1000: "Device type",
    0x1001: "Error register",
    0x1013: "High resolution time stamp",
    0x1016: "Consumer heartbeat time",
    0x1017: "Producer heartbeat time",
    0x1018: "Identity",
    0x6007: "Abort connection option code",
    0x603F: "Error code",
    0x6040: "Control word",
    0x6041: "Status word",
    0x6060: "Modes of operation",
    0x6061: "Modes of operation display",
    0x6064: "Position actual value",
    0x6076: "Motor rated torque",
    0x6077: "Torque actual value",
    0x607A: "Target position",
    0x6081: "Profile velocity",
    0x6083: "Profile acceleration",
    0x6084: "Profile deceleration",
    0x608F: "Position encoder resolution",
    0x6091: "Gear ratio",
    0x60C2: "Interpolation time period",
    0x60E4: "Additional position actual value",
    0x60E6: "Additional position encoder resolution - encoder increments",
    0x60E8: "Additional gear ratio - motor shaft revolutions",
    0x60EB: "Additional position encoder resolution - motor revolutions",
    0x60ED: "Additional gear ratio - driving shaft revolutions",
}
_TYPES = {(1, False): 5, (2, False): 6, (4, False): 7, (1, True): 2, (2, True): 3, (4, True): 4}
"""Data types of CiA 301 by size in bytes and sign."""
_VARIABLE, _RECORD = 7, 9


def eds_of(objects: Objects) -> str:
    """Write an EDS (CiA 306) of a drive's objects."""
    places = objects.places
    members = Counter(index for index, _ in places)
    pieces = ["[FileInfo]\nFileName=drive.eds\nFileVersion=1\nFileRevision=0\nEDSVersion=4.0\n"]
    pieces.append("[DeviceInfo]\nVendorName=\nVendorNumber=0\nProductName=Emulated drive\n")
    mandatory = (0x1000, 0x1001, 0x1018)
    pieces.append(_listed("MandatoryObjects", mandatory))
    pieces.append(_listed("OptionalObjects", [index for index in members if index not in mandatory]))
    pieces.append(_listed("ManufacturerObjects", ()))
    headed: set[int] = set()
    for index, sub in places:
        name = _NAMES.get(index, "PDO")
        if members[index] > 1 and index not in headed:
            headed.add(index)
            pieces.append(
                f"[{index:04X}]\nParameterName={name}\nObjectType={_RECORD}\nSubNumber={members[index]}\n"
            )
        entry = objects[index, sub]
        section = f"{index:04X}" + (f"sub{sub:X}" if members[index] > 1 else "")
        pieces.append(
            f"[{section}]\nParameterName={name} {sub}\nObjectType={_VARIABLE}\n"
            f"DataType=0x{_TYPES[entry.size, entry.signed]:04X}\n"
            f"AccessType={'ro' if entry.is_fixed else 'rw'}\nPDOMapping={int(_is_sent(index))}\n"
        )
    return "\n".join(pieces)


def _listed(section: str, indices: Sequence[int]) -> str:
    rows = (f"{place}=0x{index:04X}\n" for place, index in enumerate(indices, 1))
    return f"[{section}]\nSupportedObjects={len(indices)}\n" + "".join(rows)


def _is_sent(index: int) -> bool:
    """True for the objects that a PDO can carry."""
    return index == 0x1013 or index >= 0x6000
