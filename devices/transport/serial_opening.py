"""Opens a serial port exclusively and prepares it for streaming.

Control lines: the operating system raises DTR and RTS on opening, and they stay up, because many boards
with native USB send nothing without DTR. Boards that restart at a rising DTR (classic Arduinos) do so
at the first opening after they were plugged in. On POSIX the lines stay up on closing, so that
connecting again does not restart such a board.
"""

import logging
import sys

import serial

from devices.transport.port_errors import PORT_ERRORS, opening_error

READ_SLICE_S = 0.05
"""Timeout of pyserial's own read, s; changing it later would configure the port again."""
WRITE_LIMIT_S = 0.1
"""Timeout of pyserial's own write, s."""
BUFFER_BYTES = 65536
"""Buffer size requested from Windows; its default of 4096 bytes holds 20 ms of the stream."""
_LOG = logging.getLogger(__name__)


def open_port(path: str, *, baud: int) -> serial.Serial:
    """Open the port exclusively and discard the bytes that arrived before.

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
    """Apply optional improvements; a driver without one of them is no error."""
    for improve in (_without_latency, _with_large_buffer, _keep_lines_up):
        try:
            improve(port)
        except (*PORT_ERRORS, NotImplementedError) as error:
            _LOG.debug("%s: %s: %s", port.name, improve.__name__.strip("_"), error)


def _without_latency(port: serial.Serial) -> None:
    """Switch off the 16 ms during which FTDI's driver collects bytes."""
    if sys.platform == "linux":
        port.set_low_latency_mode(True)


def _with_large_buffer(port: serial.Serial) -> None:
    if sys.platform == "win32":
        port.set_buffer_size(BUFFER_BYTES, BUFFER_BYTES)


def _keep_lines_up(port: serial.Serial) -> None:
    """Keep DTR and RTS unchanged on closing; not at non-standard speeds, which tcsetattr might lose."""
    if sys.platform != "win32":
        import termios

        settings = termios.tcgetattr(port.fileno())
        if hasattr(termios, f"B{port.baudrate}") and settings[2] & termios.HUPCL:
            settings[2] &= ~termios.HUPCL
            termios.tcsetattr(port.fileno(), termios.TCSANOW, settings)
