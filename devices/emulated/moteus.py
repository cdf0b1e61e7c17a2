"""An emulated arm of moteus drives behind an emulated adapter: fdcanusb, or one that speaks slcan.

A drive has no brake: in mode 0 a real joint is free. The emulated gears are self-locking and hold the arm.
"""

import math
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from core.robot.library import load_robot
from devices.emulated.bus import EmulatedBus
from devices.emulated.moteus_arm import TwoEncoderArm, turns_of
from devices.emulated.moteus_settings import EmulatedMoteusSettings, check_worn
from devices.emulated.slcan import FLEXIBLE, Adapter
from devices.emulated.slcan import Frame as Line
from devices.errors import ProtocolError
from devices.moteus.drives import EMULATED_SERIAL
from devices.moteus.settings import FDCANUSB, SLCAN, MoteusSettings
from devices.protocol_moteus.frames import (
    Frame,
    Poll,
    Read,
    Refused,
    Reply,
    Subframe,
    Text,
    Write,
    decode,
    encode,
    padded,
)
from devices.protocol_moteus.lines import Lines, checked, parse_line, received_line
from devices.protocol_moteus.registers import Kind, Mode, Register
from devices.transport.local_port import LocalPort
from devices.virtual.pace import RealPace

LONGEST_START_S = 3000.0
"""The drives' clocks began up to this long before the arm was switched on, each at its own time."""


class Bus:
    """The drives and the adapter's text protocol, without a port: bytes in, bytes out."""

    def __init__(self, settings: EmulatedMoteusSettings) -> None:
        robot = load_robot(settings.robot)
        check_worn(settings.worn, joints=robot.joint_count)
        self.settings = settings
        self.arm = TwoEncoderArm(robot, seed=settings.seed, worn=settings.worn)
        dice, n = random.Random(settings.seed), robot.joint_count  # no secret
        drifts = 1e-6 * settings.drift * np.linspace(-1.0, 1.0, n)
        self.drives = {
            place + 1: MoteusDrive(
                self.arm,
                place,
                seed=settings.seed,
                drift=float(drifts[place]),
                start_s=dice.uniform(0.0, LONGEST_START_S),
                watchdog=math.nan if settings.watchdog is None else settings.watchdog,
            )
            for place in range(n)
        }
        self._lines = Lines()

    @property
    def ids(self) -> tuple[int, ...]:
        """Ids of the drives in the order of the joints."""
        return tuple(self.drives)

    def step(self) -> None:
        """Run one control period."""
        self.arm.step()
        for drive in self.drives.values():
            drive.step()
        if all(drive.mode is Mode.STOPPED for drive in self.drives.values()):
            self.arm.set_brakes(engaged=True)

    def take(self, content: bytes) -> bytes:
        """Take in bytes of the host; return the adapter's answer."""
        return b"".join(self._answer(line) for line in self._lines.feed(content))

    def _answer(self, text: bytes) -> bytes:
        try:
            line = parse_line(text)
        except ProtocolError as error:
            return checked(f"ERR {error.facts.get('reason', '')}".encode()) + b"\r\n"
        ok = b"OK" if line.frame is not None else b"ERR unknown command"
        told = (checked(ok) if line.had_checksum else ok) + b"\r\n"
        if line.word != "can" or line.frame is None:
            return told
        return told + b"".join(
            received_line(answer, with_checksum=line.had_checksum) for answer in self.answers(line.frame)
        )

    def answers(self, frame: Frame) -> list[Frame]:
        """Answers of the drives to a frame."""
        drive = self.drives.get(frame.destination)
        answer = None if drive is None else drive.answer(frame)
        return [] if answer is None else [answer]


class EmulatedMoteus(EmulatedBus):
    """An arm of moteus drives; see ``EmulatedBus``.

    A pseudo-terminal is that of an fdcanusb adapter, a port of this computer that of one that speaks slcan.
    """

    def __init__(
        self, settings: EmulatedMoteusSettings, *, link: Path | None = None, port: int | None = None
    ) -> None:
        self.bus = Bus(settings)
        self.bus.step()  # what is compiled at first use must not keep the first host waiting
        super().__init__(link=link, port=port)
        adapter = Adapter(self._send, form=FLEXIBLE)
        is_by_port = isinstance(self._cable, LocalPort)
        self.interface, self._take = (SLCAN, adapter.take) if is_by_port else (FDCANUSB, self.bus.take)
        self._thread.start()

    @property
    def uri(self) -> str:
        """The name under which this program's driver reaches it."""
        return MoteusSettings(self.interface, self.channel, ids=self.bus.ids).uri

    def fail(self, drive: int, fault: int) -> None:
        """Put a drive into the mode of a fault."""
        self.do(lambda: self.bus.drives[drive].fail(fault))

    def silence(self, drive: int, *, silent: bool = True) -> None:
        """Let a drive answer nothing, as without its supply, or answer again."""

        def switch() -> None:
            self.bus.drives[drive].is_silent = silent

        self.do(switch)

    def restart(self, drive: int) -> None:
        """Switch a drive off and on."""
        self.do(self.bus.drives[drive].restart)

    def pull(self) -> None:
        """Pull the adapter's cable."""
        self._cable.pull()

    def plug(self) -> None:
        """Plug the adapter's cable in again."""
        self._cable.plug()

    def _step(self) -> None:
        self.bus.step()

    def _answer(self, content: bytes, pace: RealPace) -> bytes:
        if not content:
            return b""
        # what a drive measures is of the moment at which it is asked
        self._advance(pace)
        return self._take(content)

    def _send(self, frame: Line) -> list[Line]:
        return [(each.identifier, each.data) for each in self.bus.answers(Frame(*frame))]


ZERO_CELSIUS_K = 273.15
TURN = 2.0 * math.pi
SUPPLY_V = 24.0
MODEL, FIRMWARE, MAP_VERSION = 8, 0x000108, 5
_NO_REGISTER = 1
_MILLISECONDS = 1000.0
_COUNTER_BITS, _SIGN_BIT = 32, 1 << 31
_VALID_ROTOR, _VALID_OUTPUT = 0b0001, 0b0010
_KEPT = {Mode.POSITION, Mode.ZERO_VELOCITY, Mode.BRAKE, Mode.STOPPED}
_LEFT_BY_STOP_ONLY = {Mode.TIMED_OUT, Mode.FAULT}


class MoteusDrive:
    """The drive of joint ``place``; its clock is ``drift`` times too fast and began at ``start_s``."""

    def __init__(
        self, arm: TwoEncoderArm, place: int, *, seed: int, drift: float, start_s: float, watchdog: float
    ) -> None:
        self._arm, self._place = arm, place
        self._pace, self._start = 1.0 + drift, start_s
        self._serial = (EMULATED_SERIAL, seed, place + 1)
        self.mode = Mode.STOPPED
        self.fault = 0
        self.is_silent = False
        """True if it answers nothing, as without its supply."""
        self.settings = {
            "servo.default_timeout_s": watchdog,
            "servo.timeout_mode": float(Mode.ZERO_VELOCITY),
            "motor_position.rotor_to_output_ratio": 1.0 / float(arm.ratio[place]),
            "motor_position.output.sign": 1.0,
            "motor_position.sources.0.type": 1.0,
            "motor_position.sources.0.reference": 0.0,
            "motor_position.sources.1.type": 1.0 if arm.has_output_encoder[place] else 0.0,
            "motor_position.sources.1.reference": 1.0,
            "motor_position.sources.2.type": 0.0,
            "motor_position.sources.2.reference": 0.0,
            "servopos.position_min": float(turns_of(arm.joints.lower)[place]),
            "servopos.position_max": float(turns_of(arm.joints.upper)[place]),
        }
        self._command: dict[int, float] = {}
        self._silent_after = math.inf
        self._asked_text, self._answer_text = b"", b""

    # Time

    def step(self) -> None:
        """Look at the watchdog; once in each control period."""
        if self.mode is Mode.POSITION and self._arm.time > self._silent_after:
            self.mode = Mode.TIMED_OUT
            self._arm.path.let_go(self._place)

    def starve(self) -> None:
        """Let the time of its watchdog pass now, as if nobody had commanded it."""
        self._silent_after = -math.inf
        self.step()

    @property
    def counter(self) -> int:
        """Its own clock in whole milliseconds, as int32."""
        ticks = int((self._arm.time * self._pace + self._start) * _MILLISECONDS) % (1 << _COUNTER_BITS)
        return ticks - (1 << _COUNTER_BITS) if ticks & _SIGN_BIT else ticks

    def fail(self, fault: int) -> None:
        """Go into the mode of a fault, left by a stop only."""
        self.mode, self.fault = Mode.FAULT, fault
        self._arm.path.let_go(self._place)

    def restart(self) -> None:
        """Switch it off and on: its clock restarts, and it holds nothing."""
        self._start = -self._arm.time * self._pace
        self.mode, self.fault, self._command = Mode.STOPPED, 0, {}
        self._arm.path.let_go(self._place)

    # Frames

    def answer(self, frame: Frame) -> Frame | None:
        """Take in a frame; return the answer if it asks for one."""
        if self.is_silent:
            return None
        try:
            subframes = decode(frame.data)
        except ProtocolError:  # a drive takes in what it understood before, and answers nothing
            return None
        # a frame's registers are of one moment
        values = self._values() if any(isinstance(each, Read) for each in subframes) else {}
        found = [reply for each in subframes for reply in self._take(each, values)]
        self._obey(subframes)
        if not frame.asks:
            return None
        return Frame(frame.destination << 8 | frame.source, padded(encode(found)))

    def _take(self, subframe: Subframe, values: Mapping[int, float]) -> Sequence[Subframe]:
        match subframe:
            case Read(register, kind, count):
                return _read(values, register, count, kind=kind)
            case Text(content, False, _):
                self._hear(content)
            case Poll(most, channel):
                said, self._answer_text = self._answer_text[:most], self._answer_text[most:]
                return [Text(said, from_drive=True, channel=channel)]
        return []

    def _obey(self, subframes: Sequence[Subframe]) -> None:
        """Carry out what a frame writes, as a whole."""
        written = {
            each.register + place: value
            for each in subframes
            if isinstance(each, Write)
            for place, value in enumerate(each.values)
        }
        mode = written.pop(Register.MODE, None)
        if mode is not None and mode in set(Mode):
            self._enter(Mode(int(mode)))
            self._command = {}
        self._command.update(written)
        if self.mode is Mode.POSITION and (mode is not None or written):
            self._follow()

    def _enter(self, mode: Mode) -> None:
        if mode not in _KEPT or (self.mode in _LEFT_BY_STOP_ONLY and mode is not Mode.STOPPED):
            return
        if mode is Mode.STOPPED:
            self.fault = 0
        if mode is not Mode.POSITION:
            self._arm.path.let_go(self._place)
        else:
            self._arm.set_brakes(engaged=False)
        self.mode = mode

    def _follow(self) -> None:
        told = self._command
        nothing = math.nan
        self._arm.path.command(
            self._place,
            TURN * told.get(Register.COMMAND_POSITION, 0.0),
            TURN * told.get(Register.COMMAND_VELOCITY, 0.0),
            velocity_limit=TURN * told.get(Register.VELOCITY_LIMIT, nothing),
            acceleration=TURN * told.get(Register.ACCELERATION_LIMIT, nothing),
        )
        timeout = told.get(Register.WATCHDOG_TIMEOUT, nothing)
        if math.isnan(timeout):
            timeout = self.settings["servo.default_timeout_s"]
        self._silent_after = math.inf if math.isnan(timeout) else self._arm.time + timeout

    def _values(self) -> Mapping[int, float]:
        arm, at = self._arm, self._place
        position, velocity = turns_of(arm.position), turns_of(arm.velocity)
        ratio = float(arm.ratio[at])
        has_output = bool(arm.has_output_encoder[at])
        return {
            Register.MODE: self.mode,
            Register.POSITION: float(position[at]),
            Register.VELOCITY: float(velocity[at]),
            Register.TORQUE: float(arm.torque[at]),
            Register.Q_CURRENT: float(arm.current[at]),
            0x005: 0.0,
            0x006: float(arm.output_turns[at]) if has_output else 0.0,
            0x007: 0.0,
            Register.MOTOR_TEMPERATURE: float(arm.temperature[at]) - ZERO_CELSIUS_K,
            0x00B: 0.0,
            0x00C: 1.0,
            Register.VOLTAGE: SUPPLY_V,
            Register.TEMPERATURE: float(arm.temperature[at]) - ZERO_CELSIUS_K,
            Register.FAULT: self.fault,
            Register.ENCODER_0: float(arm.rotor_turns[at]) % 1.0,
            Register.ENCODER_0_VELOCITY: float(velocity[at]) * ratio,
            Register.ENCODER_1: float(arm.output_turns[at]) % 1.0 if has_output else 0.0,
            Register.ENCODER_1_VELOCITY: float(velocity[at]) if has_output else 0.0,
            Register.ENCODER_2: 0.0,
            Register.ENCODER_2_VELOCITY: 0.0,
            Register.ENCODER_VALIDITY: _VALID_ROTOR | (_VALID_OUTPUT if has_output else 0),
            Register.MILLISECOND_COUNTER: self.counter,
            Register.MODEL: MODEL,
            Register.FIRMWARE: FIRMWARE,
            Register.MAP_VERSION: MAP_VERSION,
            Register.SERIAL_1: self._serial[0],
            Register.SERIAL_2: self._serial[1],
            Register.SERIAL_3: self._serial[2],
        }

    # The tunnel

    def _hear(self, content: bytes) -> None:
        *lines, self._asked_text = (self._asked_text + content).replace(b"\r", b"\n").split(b"\n")
        for line in filter(None, lines):
            self._answer_text += self._said(line.decode("ascii", "replace").split()).encode() + b"\r\n"

    def _said(self, words: list[str]) -> str:
        match words:
            case ["conf", "get", name] if name in self.settings:
                return f"{self.settings[name]:.9g}"
            case ["conf", "set", name, text] if name in self.settings:
                try:
                    self.settings[name] = float(text)
                except ValueError:
                    return "ERR error setting"
                return "OK"
            case ["tel", "stop"] | ["conf", "write"]:
                return "OK"
        return "ERR unknown"


def _read(values: Mapping[int, float], first: int, count: int, *, kind: Kind) -> Sequence[Subframe]:
    registers = range(first, first + count)
    unknown = [register for register in registers if register not in values]
    if unknown:
        return [Refused(unknown[0], _NO_REGISTER, is_write=False)]
    return [Reply(first, kind, tuple(float(values[register]) for register in registers))]
