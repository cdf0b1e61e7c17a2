"""Settings of drives on a bus: ``cia402:slcan:/dev/ttyACM0?map=arm.toml&rate=100``, parsed and written.

In place of the table an EDS file and the drives' numbers may be named: ``?eds=drive.eds&nodes=1-6``.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from core.bounds import Bounds
from devices.cia402.drive_map import LARGEST_NODE
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

_NODES = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?")
SCHEME, SUBJECT = "cia402", "INTERFACE"
RATE = Bounds("Hz", 10, 1000, whole=True)
USUAL_RATE_HZ = 100
NODE = Bounds("", 1, LARGEST_NODE, whole=True)
BITRATE = Bounds("", 0, 1_000_000, whole=True)


@dataclass(frozen=True)
class Cia402Settings(Consented):
    """A bus and the table of the drives on it."""

    interface: str
    """Interface and channel as python-can names them: ``slcan:/dev/ttyACM0``, ``socketcan:can0``."""
    map: Path | None = None
    """The table that says which object of which drive is what; None where ``eds`` takes its place."""
    eds: Path | None = None
    """An EDS file of the drives, all of one kind; the rest of the table is worked out from what they tell."""
    nodes: tuple[Annotated[int, NODE], ...] = ()
    """Node numbers of the drives, by joint; with ``eds`` only."""
    write: Path | None = None
    """Where the table that was worked out is written."""
    rate: Annotated[int, RATE] = USUAL_RATE_HZ
    """Samples per second; each is one SYNC."""
    bitrate: Annotated[int, BITRATE] = 0
    """Bits per second of the bus; 0 where the interface is set up already."""
    serial: str = ""
    """Serial number of the first drive that is expected; empty for any."""

    @property
    def uri(self) -> str:
        """The name of this arm; :func:`parse_cia402` converts it back to these settings."""
        return write_name(self, self.interface, scheme=SCHEME, options=OPTIONS)


def parse_cia402(uri: str) -> Cia402Settings:
    """Read ``cia402:slcan:/dev/ttyACM0?map=arm.toml``.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``; ``controller-bad-value`` without an interface, or
        without either a map or an EDS with its nodes.
    """
    interface, given = read_name(uri, scheme=SCHEME, subject=SUBJECT, options=OPTIONS)
    name, _, channel = interface.partition(":")
    if not name.isidentifier() or not channel or not channel.isprintable():
        raise bad_value("interface", interface, "slcan:/dev/ttyACM0", "socketcan:can0")
    if ("map" in given) == ("eds" in given):
        raise bad_value("map", str(given.get("map", "")), "arm.toml", "eds=drive.eds&nodes=1-6")
    if ("eds" in given) != ("nodes" in given):
        raise bad_value("nodes", "", "1-6", "eds=drive.eds&nodes=1-6")
    if "write" in given and "eds" not in given:
        raise bad_value("write", str(given["write"]), "eds=drive.eds&nodes=1-6&write=arm.toml")
    return Cia402Settings(interface, **given)  # type: ignore[arg-type]  # each reader gives its type


def _path(text: str) -> Path:
    if not text or not text.isprintable():
        raise NotAllowed("arm.toml")
    return Path(text)


def _nodes(text: str) -> tuple[int, ...]:
    found: list[int] = []
    for part in text.split(","):
        ends = _NODES.fullmatch(part)
        if ends is None:
            raise NotAllowed("1-6", "1,2,5")
        found += range(int(ends[1]), int(ends[2] or ends[1]) + 1)
    if not found or len(set(found)) != len(found) or not 1 <= min(found) <= max(found) <= LARGEST_NODE:
        raise NotAllowed("1-6", "1,2,5")
    return tuple(found)


def _written(nodes: tuple[int, ...]) -> str:
    """The shortest text of the numbers, such as ``1-6,9``."""
    runs: list[list[int]] = []
    for node in nodes:
        if runs and node == runs[-1][-1] + 1:
            runs[-1].append(node)
        else:
            runs.append([node])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


OPTIONS = (
    Option("map", "table of the drives: which object is what", _path, plain=PLAIN_IN_PATH),
    Option("eds", "in place of the table: an EDS file of the drives", _path, plain=PLAIN_IN_PATH),
    Option("nodes", "numbers of the drives by joint, with eds", _nodes, _written, plain=","),
    Option("write", "file for the table that was worked out, with eds", _path, plain=PLAIN_IN_PATH),
    whole_number("rate", "samples per second", RATE, "10", str(USUAL_RATE_HZ), "1000"),
    whole_number("bitrate", "bits per second of the bus", BITRATE, "500000", "1000000"),
    Option("serial", "serial number of the first drive that is expected", printable),
    CONSENT_OPTION,
)
