"""Lists the serial ports of this computer with readable names, USB ports first."""

import logging
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass

from serial.tools.list_ports import comports
from serial.tools.list_ports_common import ListPortInfo

_ATTEMPTS = 3
_PAUSE_S = 0.05
_ENDING = re.compile(r"\s*\(COM\d+\)$")
"""Windows appends the port to the name of its driver."""
_MEANINGLESS = {"", "n/a", "none"}
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class SerialPort:
    """One serial port of this computer."""

    path: str
    """Path that opens it: ``/dev/ttyACM0``, ``COM5``."""
    name: str
    """Readable name, such as ``USB serial, Acme Motion Board, COM5``."""
    usb_id: str
    """``1A86:55D4:SN123``: vendor, product, and serial number if there is one; empty without USB."""


def serial_ports() -> tuple[SerialPort, ...]:
    """List the present ports: USB ports first, then by name."""
    return described_ports(_listed())


def described_ports(found: Iterable[ListPortInfo]) -> tuple[SerialPort, ...]:
    """Sort and name the ports that pyserial lists."""
    ports = [_described(one) for one in found]
    return tuple(sorted(ports, key=lambda port: (not port.usb_id, _natural(port.path))))


def _listed() -> list[ListPortInfo]:
    """List the ports; retry, because pyserial fails while a port is being plugged in or pulled."""
    for attempt in range(_ATTEMPTS):
        try:
            return list(comports())
        except (OSError, TypeError, ValueError) as error:
            _LOG.info("listing the ports, attempt %d: %s", attempt + 1, error)
            time.sleep(_PAUSE_S)
    return []


def _described(found: ListPortInfo) -> SerialPort:
    usb_id = _usb_id(found)
    parts = [_kind(found, usb_id), _product(found), str(found.name or found.device)]
    return SerialPort(found.device, ", ".join(part for part in parts if part), usb_id)


def _usb_id(found: ListPortInfo) -> str:
    if found.vid is None or found.pid is None:
        return ""
    ids = f"{found.vid:04X}:{found.pid:04X}"
    return f"{ids}:{found.serial_number}" if found.serial_number else ids


def _kind(found: ListPortInfo, usb_id: str) -> str:
    if usb_id:
        return "USB serial"
    text = f"{found.device} {found.description}".lower()
    return "Bluetooth serial" if "rfcomm" in text or "bluetooth" in text else "Serial port"


def _product(found: ListPortInfo) -> str:
    """Vendor and product, without what kind and port already contain."""
    product = _ENDING.sub("", _text(found.product) or _text(found.description))
    maker, interface = _text(found.manufacturer), _text(found.interface)
    if product.lower() in {str(found.name).lower(), "usb serial", "usb serial device", "usb serial port"}:
        product = ""
    if maker and maker.lower() not in product.lower() and maker.lower() != "microsoft":
        product = f"{maker} {product}".strip()
    if interface and interface.lower() not in product.lower():
        product = f"{product} ({interface})".strip()
    return product


def _text(given: str | None) -> str:
    """A text of the device on one line; empty if it has no meaning."""
    text = " ".join((given or "").split())
    return "" if text.lower() in _MEANINGLESS else text


def _natural(path: str) -> list[tuple[int, str]]:
    """Sort key by number, so that COM10 comes after COM9."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", path) if part]
