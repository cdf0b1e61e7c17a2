"""Converts errors of the operating system and of pyserial to ``TransportError``; finds who holds a port."""

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from devices.errors import TransportError
from devices.transport.serial_ports import serial_ports

if sys.platform == "win32":
    PORT_ERRORS = (OSError, ValueError, TypeError, AttributeError)
else:
    import termios

    PORT_ERRORS = (OSError, ValueError, TypeError, AttributeError, termios.error)
"""Errors of a port. ``SerialException`` is an ``OSError``.

pyserial raises the others for a port that is closed by another thread or pulled during a call.
"""

_ON_WINDOWS = sys.platform == "win32"
_MISSING = {errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ENOTDIR}
_BUSY = {errno.EAGAIN, errno.EWOULDBLOCK, errno.EBUSY}
_DENIED = {errno.EACCES, errno.EPERM}
_REFUSED = {errno.EINVAL, errno.ENOTTY}


@contextlib.contextmanager
def losing_the_link() -> Iterator[None]:
    """Convert any error of an open port to ``link-lost``."""
    try:
        yield
    except PORT_ERRORS as error:
        raise TransportError("link-lost", errno=error_number(error), reason=_reason(error)) from error


def error_number(error: BaseException) -> int:
    """Error number of the operating system, of the error or its cause; 0 if there is none."""
    for found in (error, error.__context__):
        number = getattr(found, "errno", None) or (
            found.args[0] if found is not None and found.args else None
        )
        if isinstance(number, int):
            return number
    return 0


def _reason(error: Exception) -> str:
    """Text of the error without the number that Python puts before it."""
    return getattr(error, "strerror", None) or str(error)


def opening_error(error: Exception, *, path: str, baud: int) -> TransportError:
    """Convert an error of opening to the reason: missing, busy, denied, unsupported baud rate, other.

    On Windows pyserial gives the kind of error only in its text, and "denied" there means that another
    program has the port open.
    """
    number, reason = error_number(error), _reason(error)
    if _refuses_baud(error, number):
        return TransportError("baud-not-offered", port=path, baud=baud, reason=reason)
    if number in _MISSING or "FileNotFoundError" in reason:
        return missing_port(path, reason=reason)
    if number in _BUSY or (_ON_WINDOWS and "PermissionError" in reason):
        return TransportError("port-busy", port=path, holder=holder_of(path), reason=reason)
    if number in _DENIED or "PermissionError" in reason:
        return TransportError("port-denied", port=path, reason=reason)
    return TransportError("port-error", port=path, errno=number, reason=reason)


def missing_port(port: str, *, reason: str = "", looked_for: str = "") -> TransportError:
    """``port-missing`` with the port that was searched and the ports that exist."""
    ports = tuple(there.path for there in serial_ports())
    return TransportError(
        "port-missing", port=port, looked_for=looked_for or port, ports=ports, reason=reason
    )


def _refuses_baud(error: Exception, number: int) -> bool:
    """True if the driver does not support the baud rate.

    ``termios.error`` and a plain ``OSError`` are raised by pyserial's setting of the speed only; it wraps
    the errors of opening, locking and reading the settings.
    """
    if isinstance(error, OverflowError):
        return True
    text = str(error).lower()
    if isinstance(error, ValueError):
        return "baud" in text
    if "cannot configure port" in text:  # on Windows
        return "parameter" in text or "22" in text
    is_wrapped = type(error).__name__ == "SerialException"
    return not is_wrapped and number in _REFUSED


_PROCESSES = Path("/proc")
_SHOWS_HOLDERS = sys.platform == "linux"


def holder_of(path: str) -> str:
    """Return name and process id of the program that has the device open, such as ``minicom (4711)``.

    Empty if unknown: not on Linux, or the program belongs to another user.
    """
    if not _SHOWS_HOLDERS:
        return ""
    for number in (*_lockers(path), *_openers(path)):
        if name := _program_name(number):
            return f"{name} ({number})"
    return ""


def _lockers(path: str) -> list[int]:
    """Processes that hold a lock on the device, found by its inode; those of all users are listed."""
    try:
        status = Path(path).stat()
        locks = (_PROCESSES / "locks").read_text().splitlines()
    except OSError:
        return []
    device = status.st_dev
    inode = f"{os.major(device):02x}:{os.minor(device):02x}:{status.st_ino}"
    # 1: FLOCK  ADVISORY  WRITE 4711 00:1a:3 0 EOF; a process that waits for it is marked by an arrow
    fields = [line.split() for line in locks]
    return [int(field[4]) for field in fields if len(field) > 5 and field[5] == inode and field[4].isdigit()]


def _openers(path: str) -> Iterator[int]:
    """Processes that have the device open, among those this user may inspect."""
    device = os.path.realpath(path)
    for process in _PROCESSES.iterdir():
        if process.name.isdigit() and device in _open_files(process):
            yield int(process.name)


def _open_files(process: Path) -> Iterator[str]:
    with contextlib.suppress(OSError):  # process of another user, or just ended
        for descriptor in (process / "fd").iterdir():
            with contextlib.suppress(OSError):
                yield str(descriptor.readlink())


def _program_name(number: int) -> str:
    try:
        return (_PROCESSES / str(number) / "comm").read_text().strip()
    except OSError:
        return ""
