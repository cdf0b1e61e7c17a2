"""The bus of the drives: through the fdcanusb adapter, or through an interface of python-can."""

import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from devices.errors import ConfigurationError, ProtocolError, TransportError
from devices.moteus.settings import FDCANUSB, SLCAN, MoteusSettings
from devices.protocol_moteus.frames import Frame
from devices.protocol_moteus.lines import Lines, parse_line, send_line
from devices.transport.serial_port import SerialTransport
from devices.transport.slcan_bus import ADAPTER_PAUSE_S, open_slcan
from devices.transport.transport import Transport, operating_system_errors

BAUD = 921_600
"""The adapter ignores it; a drive behind its own serial port does not."""
BIT_RATE, DATA_BIT_RATE = 1_000_000, 5_000_000
"""Of the bus of moteus drives, bit/s."""
WRITE_TIMEOUT_S = 0.05
PROBE_TIMEOUT_S = 0.3
GATHER_S = 0.0
"""Answers are taken as they come: the time at which one arrives bounds when its drive measured."""


@dataclass(frozen=True)
class Arrival:
    """A frame and the time on this computer's clock before which it was sent, s."""

    frame: Frame
    at: float


class Bus(Protocol):
    """Frames to and from the drives; used by one thread, closed by any."""

    damaged: int
    """Lines or frames that were discarded because they could not be understood."""

    def send(self, frames: Sequence[Frame]) -> None:
        """Send frames one after another; raises ``TransportError`` ``link-lost``."""

    def receive(self, timeout: float) -> list[Arrival]:
        """Return what arrived; wait up to ``timeout`` s; raises ``TransportError`` ``link-lost``."""

    def close(self) -> None:
        """Close it; may be called again."""


def open_bus(settings: MoteusSettings) -> Bus:
    """Open the bus that the settings name.

    Raises
    ------
    TransportError
        The errors of opening a port; ``moteus-no-adapter`` if the port's device speaks no fdcanusb;
        ``moteus-bus-failed`` if python-can cannot open its interface.
    ConfigurationError
        ``moteus-can-missing`` if python-can is not installed.
    """
    if settings.interface != FDCANUSB:
        return CanBus(settings.interface, settings.channel)
    transport = SerialTransport(settings.channel, baud=BAUD, gather_s=GATHER_S)
    try:
        return FdcanusbBus(transport, port=settings.channel)
    except BaseException:  # whatever the error is, the port must not stay open
        transport.close()
        raise


class FdcanusbBus:
    """The adapter's lines of text; with a checksum where the adapter takes it."""

    def __init__(self, transport: Transport, *, port: str) -> None:
        self._transport, self._lines = transport, Lines()
        self._is_cut = False
        """True if only the beginning of a line was written."""
        self.damaged = 0
        self.has_checksum = self._probe(port)

    def _probe(self, port: str) -> bool:
        """Ask for nothing with and then without a checksum; the one that is answered by OK is used."""
        nothing = Frame.to(0, b"\x50", asks=False)
        for with_checksum in (True, False):
            for _ in range(2):
                self._write(send_line(nothing, with_checksum=with_checksum))
                deadline = time.monotonic() + PROBE_TIMEOUT_S
                while (left := deadline - time.monotonic()) > 0.0:
                    words = [line.split()[:1] for line in self._lines.feed(self._transport.read(left))]
                    if [b"OK"] in words:
                        return with_checksum
                    if words:
                        break
        raise TransportError("moteus-no-adapter", port=port)

    def send(self, frames: Sequence[Frame]) -> None:
        """Send frames; see ``Bus``."""
        self._write(b"".join(send_line(each, with_checksum=self.has_checksum) for each in frames))

    def _write(self, content: bytes) -> None:
        if self._is_cut:  # the next line must not be taken for its rest
            content = b"\n" + content
        deadline = time.monotonic() + WRITE_TIMEOUT_S
        while content and time.monotonic() < deadline:
            content = content[self._transport.write(content, WRITE_TIMEOUT_S) :]
        self._is_cut = bool(content)

    def receive(self, timeout: float) -> list[Arrival]:
        """Return what arrived; see ``Bus``. Lines with a wrong checksum are discarded and counted."""
        content = self._transport.read(timeout)
        at, found = time.monotonic(), []
        for text in self._lines.feed(content):
            try:
                line = parse_line(text)
            except ProtocolError:
                self.damaged += 1
                continue
            if line.word == "ERR" or (self.has_checksum and not line.had_checksum):
                self.damaged += 1
            elif line.word == "rcv" and line.frame is not None:
                found.append(Arrival(line.frame, at))
        return found

    def close(self) -> None:
        """Close the port; see ``Bus``."""
        self._transport.close()


class CanBus:
    """An interface of python-can, which is an optional part of the installation."""

    def __init__(self, interface: str, channel: str) -> None:
        try:
            import can
        except ImportError as error:
            raise ConfigurationError("moteus-can-missing", interface=interface) from error
        self._can: Any = can
        self.damaged = 0
        try:
            if interface == SLCAN:
                self._bus: Any = open_slcan(channel, sleep_after_open=ADAPTER_PAUSE_S)
                self._bus.set_bitrate(BIT_RATE, DATA_BIT_RATE)
            else:
                self._bus = can.Bus(interface=interface, channel=channel, fd=True)
        except (can.CanError, OSError, ValueError, ImportError) as error:
            raise TransportError(
                "moteus-bus-failed", interface=interface, channel=channel, reason=str(error)
            ) from error

    def send(self, frames: Sequence[Frame]) -> None:
        """Send frames; see ``Bus``."""
        for frame in frames:
            message = self._can.Message(
                arbitration_id=frame.identifier,
                data=frame.data,
                is_extended_id=True,
                is_fd=True,
                bitrate_switch=True,
            )
            try:
                with operating_system_errors():
                    self._bus.send(message, timeout=WRITE_TIMEOUT_S)
            except self._can.CanError as error:
                raise TransportError("link-lost", errno=0, reason=str(error)) from error

    def receive(self, timeout: float) -> list[Arrival]:
        """Return what arrived; see ``Bus``."""
        found: list[Arrival] = []
        try:
            with operating_system_errors():
                message = self._bus.recv(timeout)
                while message is not None:
                    found.append(
                        Arrival(Frame(message.arbitration_id, bytes(message.data)), time.monotonic())
                    )
                    message = self._bus.recv(0.0)
        except self._can.CanError as error:
            raise TransportError("link-lost", errno=0, reason=str(error)) from error
        return found

    def close(self) -> None:
        """Close the interface; see ``Bus``."""
        with contextlib.suppress(self._can.CanError):  # the adapter is gone, or another thread closes it
            self._bus.shutdown()
