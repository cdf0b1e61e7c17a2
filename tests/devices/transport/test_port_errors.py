"""Errors of pyserial on the three systems, and their codes."""

import errno

import pytest
from serial import PortNotOpenError, SerialException

from devices.transport import port_errors
from devices.transport.port_errors import error_number, losing_the_link, opening_error

WINDOWS_MISSING = SerialException(
    "could not open port 'COM9': FileNotFoundError(2, 'The system cannot find the file specified.', None, 2)"
)
WINDOWS_HELD = SerialException(
    "could not open port 'COM5': PermissionError(13, 'Access is denied.', None, 5)"
)
WINDOWS_SPEED = SerialException(
    "Cannot configure port, something went wrong. Original message: "
    "OSError(22, 'The parameter is incorrect.', None, 87)"
)
WINDOWS_ODD = SerialException("could not open port 'COM5': OSError(22, 'The semaphore timeout', None, 121)")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (SerialException(errno.ENOENT, "could not open port"), "port-missing"),
        (SerialException(errno.ENXIO, "could not open port"), "port-missing"),
        (SerialException(errno.EACCES, "could not open port"), "port-denied"),
        (SerialException(errno.EAGAIN, "Could not exclusively lock port"), "port-busy"),
        (SerialException(errno.EBUSY, "could not open port"), "port-busy"),
        (SerialException(errno.EIO, "could not open port"), "port-error"),
        (SerialException("Could not configure port: (25, 'Inappropriate ioctl')"), "port-error"),
        (ValueError("Failed to set custom baud rate (7): [Errno 22] Invalid argument"), "baud-not-offered"),
        (ValueError("Not a valid baudrate: -1"), "baud-not-offered"),
        (OverflowError("signed integer is greater than maximum"), "baud-not-offered"),
        (OSError(errno.EINVAL, "the speed of macOS"), "baud-not-offered"),
        (OSError(errno.EIO, "pulled while it was configured"), "port-error"),
        (ValueError("embedded null byte"), "port-error"),
        (WINDOWS_MISSING, "port-missing"),
        (WINDOWS_SPEED, "baud-not-offered"),
        (WINDOWS_ODD, "port-error"),
    ],
)
def test_every_error_of_opening_gets_its_code(error, code):
    found = opening_error(error, path="/dev/ttyACM0", baud=2_000_000)
    assert found.code == code
    assert found.facts["port"] == "/dev/ttyACM0"
    assert str(error).endswith(found.facts["reason"])
    assert not found.facts["reason"].startswith("[Errno")


def test_on_windows_a_denied_port_is_busy(monkeypatch):
    monkeypatch.setattr(port_errors, "_ON_WINDOWS", True)
    held = opening_error(WINDOWS_HELD, path="COM5", baud=9600)
    monkeypatch.undo()
    assert (held.code, held.facts["holder"]) == ("port-busy", "")
    assert opening_error(WINDOWS_HELD, path="COM5", baud=9600).code == "port-denied"


def test_the_number_of_an_error_that_was_wrapped_is_found():
    termios = pytest.importorskip("termios")

    def pyserial_configures():
        try:
            raise termios.error(5, "Input/output error")
        except termios.error as cause:
            raise SerialException(f"Could not configure port: {cause}")  # noqa: B904  as pyserial does

    with pytest.raises(SerialException) as caught:
        pyserial_configures()
    assert error_number(caught.value) == 5
    assert error_number(PortNotOpenError()) == 0


def test_only_errors_of_a_port_become_a_lost_link():
    with pytest.raises(ZeroDivisionError), losing_the_link():
        raise ZeroDivisionError
