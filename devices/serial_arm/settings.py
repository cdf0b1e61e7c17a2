"""Which serial arm is meant: ``serial:/dev/ttyACM0?baud=2000000&usb=…&arm=…`` as settings, and back."""

import re
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import quote, unquote

from core.bounds import Bounds, check_bounds
from core.errors import BadRequest

SCHEME = "serial"
AUTO = "auto"
"""Instead of a port: whichever has the USB id, or the arm."""
DEFAULT_BAUD = 2_000_000
BAUD = Bounds("baud", 300, 100_000_000, whole=True)
_MANY_DIGITS = 12
_OPTIONS = ("baud", "usb", "arm")
_USB_ID = re.compile(r"[0-9A-Fa-f]{4}:[0-9A-Fa-f]{4}(:.+)?")
_IDS_LENGTH = len("1A86:55D4")
_PLAIN_IN_PORT = "/\\:~"
_PLAIN_IN_OPTIONS = ":/,@"


@dataclass(frozen=True)
class SerialSettings:
    """A port, its speed, and by what its arm is found again when the port has another name."""

    port: str
    """``/dev/ttyACM0``, ``COM5``, or ``auto``."""
    baud: Annotated[int, BAUD] = DEFAULT_BAUD
    usb: str = ""
    """USB id as in ``SerialPort.usb_id``, with or without the serial number of the adapter."""
    arm: str = ""
    """Serial number that the arm announces."""

    def __post_init__(self) -> None:
        """Refuse impossible values at once, with the name of the setting."""
        check_bounds(self)

    @property
    def uri(self) -> str:
        """How this arm is named; :func:`parse_serial` makes the same settings of it."""
        given = {
            "baud": str(self.baud) if self.baud != DEFAULT_BAUD else "",
            "usb": self.usb,
            "arm": self.arm,
        }
        query = "&".join(
            f"{key}={quote(text, safe=_PLAIN_IN_OPTIONS)}" for key, text in given.items() if text
        )
        return f"{SCHEME}:{quote(self.port, safe=_PLAIN_IN_PORT)}" + (f"?{query}" if query else "")


def parse_serial(uri: str) -> SerialSettings:
    """Read ``serial:PORT?baud=2000000&usb=1A86:55D4:SN123&arm=V-ec66-0003``; ``PORT`` may be ``auto``.

    Raises
    ------
    BadRequest
        ``serial-without-port``, ``serial-unknown-setting`` or ``serial-bad-value``.
    """
    scheme, _, rest = uri.partition(":")
    port, _, query = rest.partition("?")
    if scheme != SCHEME or not port:
        raise BadRequest("serial-without-port", uri=uri)
    options: dict[str, str] = {}
    for item in filter(None, query.split("&")):
        name, _, text = item.partition("=")
        if name not in _OPTIONS:
            raise BadRequest("serial-unknown-setting", setting=name, known=_OPTIONS)
        options[name] = unquote(text)
    return SerialSettings(
        port=_printable("port", unquote(port)),
        baud=_baud(options.get("baud", str(DEFAULT_BAUD))),
        usb=_usb_id(options.get("usb", "")),
        arm=_printable("arm", options.get("arm", "")),
    )


def _baud(text: str) -> int:
    baud = int(text) if text.isascii() and text.isdigit() and len(text) < _MANY_DIGITS else 0
    if not BAUD.holds(baud):
        raise _bad("baud", text, "115200", "921600", str(DEFAULT_BAUD), "…")
    return baud


def _usb_id(text: str) -> str:
    if text and not (_USB_ID.fullmatch(text) and text.isprintable()):
        raise _bad("usb", text, "1A86:55D4", "1A86:55D4:NUMBER")
    return text[:_IDS_LENGTH].upper() + text[_IDS_LENGTH:]


def _printable(name: str, text: str) -> str:
    if not text.isprintable():
        raise _bad(name, text, "a name")
    return text


def _bad(name: str, text: str, *allowed: str) -> BadRequest:
    return BadRequest("serial-bad-value", setting=name, value=text, allowed=allowed)
