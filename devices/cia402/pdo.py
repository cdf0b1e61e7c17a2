"""Layout and set-up of the PDOs: values that drives send with each SYNC, and values sent to them."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from devices.cia402.bus import DriveBus
from devices.cia402.drive_map import CONTROL_WORD, STATUS_WORD, TARGET, DriveMap, ObjectAt
from devices.errors import ProtocolError

BYTES_PER_PDO = 8
SENT = (0x180, 0x280, 0x380, 0x480)
"""Identifiers of the PDOs of the drive with the number 0."""
TAKEN, FOLLOWED = 0x200, 0x300
"""Orders, which a drive takes at once, and set-points, which it takes over at the next SYNC."""
EACH_SYNC, AT_ONCE = 1, 255
_OFF = 1 << 31
_TAKEN_PDO, _TAKEN_MAPPING = 0x1400, 0x1600
_SENT_PDO, _SENT_MAPPING = 0x1800, 0x1A00
_PDOS, _MAPPINGS = (_TAKEN_PDO, _SENT_PDO), (_TAKEN_MAPPING, _SENT_MAPPING)
MOST_PDOS = 512
"""Of a drive in each direction."""


class Field(StrEnum):
    """The values in a drive's PDOs."""

    STATUS = "status"
    POSITION = "position"
    TORQUE = "torque"
    LINK = "link"
    CLOCK = "clock"


Layout = tuple[tuple[tuple[Field, ObjectAt], ...], ...]
"""Fields of each PDO, in their order."""


def layout_of(drive: DriveMap) -> Layout:
    """Distribute a drive's objects over as few PDOs as their order allows."""
    wanted: list[tuple[Field, ObjectAt]] = [(Field.STATUS, STATUS_WORD), (Field.POSITION, drive.position.at)]
    if drive.torque is not None:
        wanted.append((Field.TORQUE, drive.torque.at))
    if drive.link is not None:
        wanted.append((Field.LINK, drive.link.at))
    if drive.clock is not None:
        wanted.append((Field.CLOCK, drive.clock))
    pdos: list[list[tuple[Field, ObjectAt]]] = [[]]
    for field, at in wanted:
        if sum(each.size for _, each in pdos[-1]) + at.size > BYTES_PER_PDO:
            pdos.append([])
        pdos[-1].append((field, at))
    return tuple(tuple(pdo) for pdo in pdos)


def decoded(pdo: tuple[tuple[Field, ObjectAt], ...], content: bytes) -> Mapping[Field, int]:
    """The values of one PDO; empty if it is too short."""
    if len(content) < sum(at.size for _, at in pdo):
        return {}
    found, place = {}, 0
    for field, at in pdo:
        found[field] = at.decoded(content[place:])
        place += at.size
    return found


def set_up_sending(bus: DriveBus, node: int, layout: Layout) -> None:
    """Let a drive send its layout with each SYNC, and nothing else; raises as ``Bus.read``."""
    for number, identifier in enumerate(SENT):
        pdo, is_used = _SENT_PDO + number, number < len(layout)
        try:
            bus.write(node, ObjectAt(pdo, 1), _OFF | identifier + node)
        except ProtocolError:
            if is_used:
                raise
            continue  # a drive with fewer PDOs
        if is_used:
            objects = tuple(at for _, at in layout[number])
            _map(bus, node, _SENT_MAPPING + number, objects)
            bus.write(node, ObjectAt(pdo, 2, size=1), EACH_SYNC)
            bus.write(node, ObjectAt(pdo, 1), identifier + node)


def set_up_taking(bus: DriveBus, node: int) -> None:
    """Let a drive take orders and set-points; raises as ``Bus.read``."""
    taken = ((TAKEN, (CONTROL_WORD, TARGET), AT_ONCE), (FOLLOWED, (TARGET,), EACH_SYNC))
    for number, (identifier, objects, kind) in enumerate(taken):
        pdo = _TAKEN_PDO + number
        bus.write(node, ObjectAt(pdo, 1), _OFF | identifier + node)
        _map(bus, node, _TAKEN_MAPPING + number, objects)
        bus.write(node, ObjectAt(pdo, 2, size=1), kind)
        bus.write(node, ObjectAt(pdo, 1), identifier + node)


def steps_back(values: Mapping[ObjectAt, int]) -> Iterator[tuple[ObjectAt, int]]:
    """The writes that bring the objects of a drive back to ``values``.

    A mapping can be changed only while its PDO is off and its count is 0 (CiA 301, PDO mapping).
    """
    identifiers = {at: value for at, value in values.items() if at.sub == 1 and _is_of(at, _PDOS)}
    counts = {at: value for at, value in values.items() if at.sub == 0 and _is_of(at, _MAPPINGS)}
    yield from ((at, _OFF | value) for at, value in identifiers.items())
    yield from ((at, 0) for at in counts)
    yield from ((at, value) for at, value in values.items() if at not in identifiers | counts)
    yield from counts.items()
    yield from identifiers.items()


def _is_of(at: ObjectAt, first: tuple[int, ...]) -> bool:
    return any(index <= at.index < index + MOST_PDOS for index in first)


def order(word: int, target: int) -> bytes:
    """The PDO with control word and target position, counts."""
    return CONTROL_WORD.encoded(word) + TARGET.encoded(target)


def _map(bus: DriveBus, node: int, index: int, objects: tuple[ObjectAt, ...]) -> None:
    bus.write(node, ObjectAt(index, 0, size=1), 0)
    for sub, at in enumerate(objects, 1):
        try:
            bus.write(node, ObjectAt(index, sub), at.mapping)
        except ProtocolError as error:  # the object matters to a reader, not the entry of the mapping
            reason = error.facts.get("reason", "")
            raise ProtocolError("cia402-object-refused", node=node, object=at.name, reason=reason) from error
    bus.write(node, ObjectAt(index, 0, size=1), len(objects))
