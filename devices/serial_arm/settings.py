"""Settings of a serial arm: ``serial:/dev/ttyACM0?baud=2000000&usb=…&arm=…``, parsed and written."""

import re
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import quote, unquote

from core.bounds import Bounds, check_bounds
from devices.family import (
    PLAIN_IN_LIST,
    PLAIN_IN_PATH,
    NotAllowed,
    Option,
    bad_value,
    printable,
    read_name,
    whole_number,
    write_name,
)

SCHEME, SUBJECT = "serial", "PORT"
AUTO = "auto"
"""In place of a port: any port with the USB id or the arm."""
DEFAULT_BAUD = 2_000_000
BAUD = Bounds("baud", 300, 100_000_000, whole=True)
_USB_ID = re.compile(r"[0-9A-Fa-f]{4}:[0-9A-Fa-f]{4}(:.+)?")
_IDS_LENGTH = len("1A86:55D4")


@dataclass(frozen=True)
class SerialSettings:
    """A port, its baud rate, and the identifiers by which the arm is found on another port."""

    port: str
    """``/dev/ttyACM0``, ``COM5``, or ``auto``."""
    baud: Annotated[int, BAUD] = DEFAULT_BAUD
    usb: str = ""
    """USB id as in ``SerialPort.usb_id``, with or without the serial number of the adapter."""
    arm: str = ""
    """Serial number that the arm announces."""

    def __post_init__(self) -> None:
        """Check the bounds of the settings; an error carries the name of the setting."""
        check_bounds(self)

    @property
    def uri(self) -> str:
        """The name of this arm; :func:`parse_serial` converts it back to these settings."""
        return write_name(self, quote(self.port, safe=PLAIN_IN_PATH), scheme=SCHEME, options=OPTIONS)


def parse_serial(uri: str) -> SerialSettings:
    """Read ``serial:PORT?baud=2000000&usb=1A86:55D4:SN123&arm=V-ec66-0003``; ``PORT`` may be ``auto``.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``.
    """
    port, given = read_name(uri, scheme=SCHEME, subject=SUBJECT, options=OPTIONS)
    port = unquote(port)
    if not port.isprintable():
        raise bad_value("port", port, "a name")
    return SerialSettings(port, **given)  # type: ignore[arg-type]  # each reader gives its type


def _usb_id(text: str) -> str:
    if text and not (_USB_ID.fullmatch(text) and text.isprintable()):
        raise NotAllowed("1A86:55D4", "1A86:55D4:NUMBER")
    return text[:_IDS_LENGTH].upper() + text[_IDS_LENGTH:]


OPTIONS = (
    whole_number("baud", "speed of the port", BAUD, "115200", "921600", str(DEFAULT_BAUD), "…"),
    Option("usb", "USB id by which its adapter is found on another port", _usb_id, plain=PLAIN_IN_LIST),
    Option("arm", "serial number of the arm that is meant", printable, plain=PLAIN_IN_LIST),
)
