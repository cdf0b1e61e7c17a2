"""Opening a serial port for this program alone, ready to stream.

Control lines: the operating system raises DTR and RTS on opening, and they stay up, since
many boards with USB of their own send nothing without DTR. Boards that restart at a rising
DTR (classic Arduinos) do so at the first opening after they were plugged in; on POSIX the
lines are then left up on closing, so that connecting again does not restart them.
"""

import logging
import sys

import serial

from devices.transport.port_errors import PORT_ERRORS, opening_error

READ_SLICE_S = 0.05
"""How long pyserial's own read waits where it is used; setting it later would configure the port anew."""
WRITE_LIMIT_S = 0.1
"""How long pyserial's own write may wait where it is used."""
BUFFER_BYTES = 65536
"""What Windows is asked to keep for us; its own 4096 bytes are 20 ms of the stream."""
_LOG = logging.getLogger(__name__)


def open_port(path: str, *, baud: int) -> serial.Serial:
    """The port, open, exclusive, without what had arrived before.

    Raises
    ------
    TransportError
        ``port-missing``, ``port-busy`` with its holder, ``port-denied``, ``baud-not-offered``
        or ``port-error``.
    """
    try:
        port = serial.Serial(path, baud, timeout=READ_SLICE_S, write_timeout=WRITE_LIMIT_S, exclusive=True)
    except (*PORT_ERRORS, OverflowError) as error:
        raise opening_error(error, path=path, baud=baud) from error
    _prepare(port)
    try:
        port.reset_input_buffer()
    except PORT_ERRORS as error:
        port.close()
        raise opening_error(error, path=path, baud=baud) from error
    return port


def _prepare(port: serial.Serial) -> None:
    """What makes a port better, each where the driver has it."""
    for improve in (_without_latency, _with_large_buffer, _keep_lines_up):
        try:
            improve(port)
        except (*PORT_ERRORS, NotImplementedError) as error:
            _LOG.debug("%s: %s: %s", port.name, improve.__name__.strip("_"), error)


def _without_latency(port: serial.Serial) -> None:
    """FTDI's driver would else gather for 16 ms."""
    if sys.platform == "linux":
        port.set_low_latency_mode(True)


def _with_large_buffer(port: serial.Serial) -> None:
    if sys.platform == "win32":
        port.set_buffer_size(BUFFER_BYTES, BUFFER_BYTES)


def _keep_lines_up(port: serial.Serial) -> None:
    """Leave DTR and RTS as they are on closing; not at odd speeds, which setting this might lose."""
    if sys.platform != "win32":
        import termios

        settings = termios.tcgetattr(port.fileno())
        if hasattr(termios, f"B{port.baudrate}") and settings[2] & termios.HUPCL:
            settings[2] &= ~termios.HUPCL
            termios.tcsetattr(port.fileno(), termios.TCSANOW, settings)
