"""What the operating system and pyserial raise about a port, as ``TransportError`` with codes."""

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
"""``SerialException`` is an ``OSError``; the others are what a port closed by another thread, or
pulled in the middle of a call, raises from within pyserial."""

_ON_WINDOWS = sys.platform == "win32"
_MISSING = {errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ENOTDIR}
_BUSY = {errno.EAGAIN, errno.EWOULDBLOCK, errno.EBUSY}
_DENIED = {errno.EACCES, errno.EPERM}
_REFUSED = {errno.EINVAL, errno.ENOTTY}


@contextlib.contextmanager
def losing_the_link() -> Iterator[None]:
    """Whatever goes wrong with an open port means that the link is lost."""
    try:
        yield
    except PORT_ERRORS as error:
        raise TransportError("link-lost", errno=error_number(error), reason=_reason(error)) from error


def error_number(error: BaseException) -> int:
    """The operating system's number, of the error or of the one it was made from; 0 where there is none."""
    for found in (error, error.__context__):
        number = getattr(found, "errno", None) or (
            found.args[0] if found is not None and found.args else None
        )
        if isinstance(number, int):
            return number
    return 0


def _reason(error: Exception) -> str:
    """The text without the number that Python writes before it."""
    return getattr(error, "strerror", None) or str(error)


def opening_error(error: Exception, *, path: str, baud: int) -> TransportError:
    """Why a port could not be opened: missing, busy, denied, without this baud rate, or something else.

    pyserial on Windows tells the kind of error in its text alone, and there a port that is
    denied is one that somebody else holds.
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
    """``port-missing``, with what was looked for and the ports there are."""
    ports = tuple(there.path for there in serial_ports())
    return TransportError(
        "port-missing", port=port, looked_for=looked_for or port, ports=ports, reason=reason
    )


def _refuses_baud(error: Exception, number: int) -> bool:
    """Whether it is the speed that the driver does not take.

    ``termios.error`` and a bare ``OSError`` come from pyserial's setting of the speed alone:
    it wraps what opening, locking and reading the settings raise.
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
