"""Settings of an arm of moteus drives: ``moteus:/dev/ttyACM0?ids=1,2,3,4,5,6&motion=allowed``."""

import re
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import quote, unquote

from core.bounds import Bounds
from devices.family import (
    CONSENT_OPTION,
    PLAIN_IN_PATH,
    Consented,
    NotAllowed,
    Option,
    bad_value,
    printable,
    read_name,
    whole_number,
    write_name,
)

SCHEME, SUBJECT = "moteus", "INTERFACE"
FDCANUSB = "fdcanusb"
"""The adapter that speaks lines of text over a serial port; every other interface is one of python-can."""
SLCAN = "slcan"
USUAL_RATE_HZ = 200
RATE = Bounds("Hz", 20, 1000, whole=True)
LARGEST_ID = 127
ID = Bounds(lower=1, upper=LARGEST_ID, whole=True)
_IDS = re.compile(r"[0-9]{1,3}(,[0-9]{1,3})*")
_PORT = re.compile(r"/.*|COM[0-9]+|\\\\.*")


@dataclass(frozen=True)
class MoteusSettings(Consented):
    """The bus, and the drives on it in the order of the joints."""

    interface: str
    """``fdcanusb``, or the name of an interface of python-can."""
    channel: str
    """Port of the adapter, or the channel as python-can names it."""
    ids: tuple[Annotated[int, ID], ...] = ()
    """Ids of the drives in the order of the joints; empty for 1, 2, … up to the number of joints."""
    rate: Annotated[int, RATE] = USUAL_RATE_HZ
    """Rounds per second in which every drive is asked once."""
    serial: str = ""
    """Serial number that the arm is expected to have."""

    @property
    def uri(self) -> str:
        """The name of this arm; :func:`parse_moteus` converts it back to these settings."""
        is_port = self.interface == FDCANUSB and bool(_PORT.fullmatch(self.channel))
        if is_port:
            port = quote(self.channel, safe=PLAIN_IN_PATH)
            return write_name(self, port, scheme=SCHEME, options=DRIVE_OPTIONS)
        return write_name(self, self.interface, scheme=SCHEME, options=OPTIONS)

    def drives(self, joints: int) -> tuple[int, ...]:
        """Ids of the drives of an arm with so many joints."""
        return self.ids or tuple(range(1, joints + 1))


def parse_moteus(uri: str) -> MoteusSettings:
    """Read ``moteus:/dev/ttyACM0?ids=1,2,3`` or ``moteus:socketcan?channel=can0&ids=1,2,3``.

    The channel may stand behind the interface, as in ``moteus:socketcan:can0``, like that of CiA 402 drives.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``.
    """
    name, given = read_name(uri, scheme=SCHEME, subject=SUBJECT, options=OPTIONS)
    interface, channel = unquote(name), str(given.pop("channel", ""))
    if _PORT.fullmatch(interface):
        interface, channel = FDCANUSB, interface
    elif not channel:
        interface, _, channel = interface.partition(":")
    if not interface.isprintable():
        raise bad_value("interface", interface, FDCANUSB, "socketcan")
    if not channel:
        raise bad_value("interface", interface, "/dev/ttyACM0", "COM5", "socketcan:can0")
    return MoteusSettings(interface, channel, **given)  # type: ignore[arg-type]  # each reader gives its type


def _ids(text: str) -> tuple[int, ...]:
    numbers = tuple(map(int, text.split(","))) if _IDS.fullmatch(text) else ()
    if not numbers or len(set(numbers)) < len(numbers) or not all(0 < n <= LARGEST_ID for n in numbers):
        raise NotAllowed("1,2,3", "each from 1 to 127 once")
    return numbers


def _written_ids(ids: tuple[int, ...]) -> str:
    return ",".join(map(str, ids))


DRIVE_OPTIONS = (
    Option("ids", "ids of the drives in the order of the joints, such as 1,2,3", _ids, _written_ids, ","),
    whole_number("rate", "rounds per second in which each drive is asked", RATE, "100", "200", "…"),
    Option("serial", "serial number that the arm is expected to have", printable),
    CONSENT_OPTION,
)
OPTIONS = (
    Option(
        "channel", "port of the adapter, or channel of python-can's interface", printable, plain=PLAIN_IN_PATH
    ),
    *DRIVE_OPTIONS,
)
