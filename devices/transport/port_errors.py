"""Converts errors of the operating system and of pyserial to ``TransportError`` with codes."""

import contextlib
import errno
import sys
from collections.abc import Iterator

from devices.errors import TransportError
from devices.transport.port_holders import holder_of
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
