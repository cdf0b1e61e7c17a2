"""Facts that each drive reports when it is asked once: serial number, software, settings.

Settings are read through the tunnel for text, as the maker's own tools do (``conf get NAME``).
"""

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from devices.errors import ConfigurationError, DeviceError, ProtocolError, TransportError
from devices.moteus.bus import Bus
from devices.protocol_moteus.frames import Frame, Poll, Read, Reply, Subframe, Text, decode, encode
from devices.protocol_moteus.registers import Kind, Register

ANSWER_TIMEOUT_S = 0.3
TEXT_TIMEOUT_S = 1.0
ATTEMPTS = 3
MOST_TEXT = 48
SOURCES = 3
EMULATED_SERIAL = 0x54524E00
"""First word of the serial number of a drive that ``torsion emulate`` plays; the maker gives no such one."""
_ROTOR, _OUTPUT = 0, 1
_WORD = 0xFFFFFFFF


@dataclass(frozen=True)
class DriveFacts:
    """One drive; turns are of the encoders, ``ratio`` is output turns per rotor turn."""

    drive: int
    serial: tuple[int, int, int]
    model: int
    firmware: int
    ratio: float
    rotor_encoder: int
    """Number of the encoder at the rotor, 0 to 2."""
    output_encoder: int | None
    """Number of the encoder behind the gear; None without one."""
    output_sign: float
    timeout_s: float
    """Its watchdog, s; NaN if it has none."""
    lower: float
    """Bounds of the position, output turns; NaN for none."""
    upper: float

    @property
    def serial_text(self) -> str:
        """Serial number as the maker's tools write it."""
        return "".join(f"{word & _WORD:08x}" for word in self.serial)


class Asking:
    """Questions to drives before the stream runs; one after another."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def facts(self, drive: int) -> DriveFacts:
        """Ask a drive everything that is needed once.

        Raises
        ------
        TransportError
            ``moteus-drive-silent``.
        ConfigurationError
            ``moteus-no-rotor-encoder``, ``moteus-no-ratio``.
        ProtocolError
            ``moteus-frame``, ``moteus-setting`` for a setting that is no number.
        """
        serial = self.registers(drive, Read(Register.SERIAL_1, Kind.INT32, 3))
        about = self.registers(drive, Read(Register.MODEL, Kind.INT32, 2))
        ratio = self.setting(drive, "motor_position.rotor_to_output_ratio")
        references = [self._reference(drive, place) for place in range(SOURCES)]
        if _ROTOR not in references:
            raise ConfigurationError("moteus-no-rotor-encoder", drive=drive)
        if not ratio > 0.0:
            raise ConfigurationError("moteus-no-ratio", drive=drive, ratio=ratio)
        first, second, third = (int(serial[Register.SERIAL_1 + place]) for place in range(3))
        return DriveFacts(
            drive=drive,
            serial=(first, second, third),
            model=int(about[Register.MODEL]),
            firmware=int(about[Register.FIRMWARE]),
            ratio=ratio,
            rotor_encoder=references.index(_ROTOR),
            output_encoder=references.index(_OUTPUT) if _OUTPUT in references else None,
            output_sign=math.copysign(1.0, self.setting(drive, "motor_position.output.sign")),
            timeout_s=self.setting(drive, "servo.default_timeout_s"),
            lower=self.setting(drive, "servopos.position_min"),
            upper=self.setting(drive, "servopos.position_max"),
        )

    def _reference(self, drive: int, source: int) -> int | None:
        """Axis that an encoder measures, ``_ROTOR`` or ``_OUTPUT``; None for an encoder that is not there."""
        name = f"motor_position.sources.{source}"
        if not self.setting(drive, f"{name}.type"):
            return None
        found = self.setting(drive, f"{name}.reference")
        if not found.is_integer():
            raise ProtocolError("moteus-setting", drive=drive, setting=f"{name}.reference", said=str(found))
        return int(found)

    def registers(self, drive: int, *reads: Read) -> Mapping[int, float]:
        """Read registers of a drive; raises ``TransportError`` ``moteus-drive-silent``."""
        for _ in range(ATTEMPTS):
            for answer in self._exchange(drive, reads, timeout=ANSWER_TIMEOUT_S):
                found = values_of(answer)
                if reads[0].register in found:
                    return found
        raise TransportError("moteus-drive-silent", drive=drive, waited_s=ATTEMPTS * ANSWER_TIMEOUT_S)

    def setting(self, drive: int, name: str) -> float:
        """Read a setting of a drive by its name.

        Raises
        ------
        TransportError
            ``moteus-drive-silent``.
        ProtocolError
            ``moteus-setting`` if the answer is no number.
        """
        for _ in range(ATTEMPTS):
            self._drain(drive)
            asked = encode([Text(f"conf get {name}\n".encode(), from_drive=False)])
            self._bus.send([Frame.to(drive, asked, asks=False)])
            answer = self._line(drive)
            if answer is None:
                continue
            try:
                return float(answer)
            except ValueError as error:
                raise ProtocolError("moteus-setting", drive=drive, setting=name, said=answer) from error
        raise TransportError("moteus-drive-silent", drive=drive, waited_s=ATTEMPTS * TEXT_TIMEOUT_S)

    def _line(self, drive: int) -> str | None:
        """The next line that the tunnel brings; None if none came in time."""
        deadline, said = time.monotonic() + TEXT_TIMEOUT_S, b""
        while time.monotonic() < deadline:
            for answer in self._exchange(drive, [Poll(MOST_TEXT)], timeout=ANSWER_TIMEOUT_S):
                said += b"".join(each.content for each in answer if isinstance(each, Text))
            if b"\n" in said:
                return said.partition(b"\n")[0].decode("ascii", "replace").strip()
        return None

    def _drain(self, drive: int) -> None:
        """Throw away what an earlier question left in the tunnel."""
        for _ in range(ATTEMPTS):
            answers = self._exchange(drive, [Poll(MOST_TEXT)], timeout=ANSWER_TIMEOUT_S)
            if not any(isinstance(each, Text) and each.content for answer in answers for each in answer):
                return

    def _exchange(self, drive: int, asked: Sequence[Subframe], *, timeout: float) -> list[list[Subframe]]:
        """Send one frame and wait for its answer; answers of other drives are thrown away."""
        self._bus.send([Frame.to(drive, encode(asked))])
        deadline = time.monotonic() + timeout
        while (left := deadline - time.monotonic()) > 0.0:
            found = [each.frame for each in self._bus.receive(left) if each.frame.source == drive]
            if found:
                return [_decoded(frame) for frame in found]
        return []


def _decoded(frame: Frame) -> list[Subframe]:
    try:
        return decode(frame.data)
    except DeviceError:
        return []


def values_of(subframes: Sequence[Subframe]) -> dict[int, float]:
    """The registers that an answer brings."""
    return {
        each.register + place: value
        for each in subframes
        if isinstance(each, Reply)
        for place, value in enumerate(each.values)
    }
