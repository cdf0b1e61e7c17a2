"""Drives without a table: an EDS file says which objects a drive has, and the drive says their values.

A position is in units of the user: 0x6092 of them per turn of the joint; where there is no such object, in
increments of the encoder, of which 0x608F make a turn of its shaft, and 0x6091 turns of that shaft a turn of
the joint. The additional encoders have objects of the same meaning. Sources of the standard's objects (CiA
402, IEC 61800-7-201): Kollmorgen, *S300-S700 CANopen* (0x6091, 0x6092, 0x6093) and *AKD EtherCAT* (0x60E4,
0x60E8, 0x60E9, 0x60ED, 0x60EE); Nanotec, *PD4-E* (0x60A8, 0x60E6, 0x60EB). Nothing of it says which way
a joint turns.
"""

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from core.recording import FloatArray
from devices.cia402.drive_map import (
    CLOCK,
    POSITION,
    RATED_TORQUE,
    TORQUE,
    VENDOR,
    DriveMap,
    Homing,
    ObjectAt,
    Side,
    drives_of,
)
from devices.cia402.eds import Eds
from devices.errors import ConfigurationError, DeviceError

_MOST_ENCODERS = 8
_CLOCK_TIMEOUT_S = 0.5
_TURN = {0x10: 2.0 * math.pi, 0x41: 360, 0x42: 21_600, 0x43: 1_296_000, 0xB4: 1}
"""Units of an angle (0x60A8) per turn: radian, degree, minute, second, turn."""
_INCREMENTS = 0xB5
_SAME = 0.01
"""Relative difference up to which two gear ratios count as the same."""
Place = tuple[int, int]
Pair = tuple[Place, Place]


@dataclass(frozen=True)
class _Encoder:
    """What a drive tells of an encoder: None where it has no such object, 0 where it is not set up."""

    name: str
    increments: Fraction | None
    """Per turn of its shaft."""
    gear: Fraction | None
    """Turns of its shaft per turn of the joint."""
    feed: Fraction | None
    """Units of the position per turn of the joint."""

    @property
    def is_set_up(self) -> bool:
        """False where the drive has the objects and no encoder behind them."""
        known = [value for value in (self.increments, self.feed) if value is not None]
        return not known or any(known)


@dataclass
class WorkedOut:
    """Rows of a table, None in place of what is unknown; the first unknown is in ``problem``."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    problem: DeviceError | None = None
    not_sent: tuple[str, ...] = ()
    """Objects of interest that the drives have and cannot send, or have not."""

    def drives(self, path: Path) -> tuple[DriveMap, ...]:
        """The drives, with every direction assumed.

        Raises
        ------
        ConfigurationError
            The ``problem``.
        """
        if self.problem is not None:
            raise self.problem
        assumed = [
            {
                key: {**value, "sign": 1} if isinstance(value, Mapping) else value
                for key, value in {**row, "homing": str(Homing.REQUIRED)}.items()
            }
            for row in self.rows
        ]
        return drives_of({"joint": assumed}, path)


def work_out(
    eds: Eds, nodes: Sequence[int], ask: Callable[[int, ObjectAt], int | None], *, gears: FloatArray
) -> WorkedOut:
    """Work out the table of drives from what they tell.

    Parameters
    ----------
    ask
        Reads an object of a drive; None where the drive refuses it.
    gears
        Gear ratios of the description, by joint; 1 where it states none.

    Raises
    ------
    ConfigurationError
        ``cia402-eds-other-drive``.
    TransportError
        As ``ask``.
    """
    found = WorkedOut()
    for place, (node, gear) in enumerate(zip(nodes, gears, strict=True), 1):
        drive = _Drive(eds, node, ask, where=f"joint {place}", found=found)
        found.rows.append(drive.row(abs(float(gear))))
    if len({"link" in row for row in found.rows}) > 1:
        for row in found.rows:
            if row.pop("link", None) is not None:  # one column group holds the link encoders of all joints
                found.not_sent = (*found.not_sent, f"0x60E4 ({row['node']})")
    found.not_sent = tuple(dict.fromkeys(found.not_sent))
    return found


class _Drive:
    """Asks one drive, and writes its row of the table."""

    def __init__(
        self,
        eds: Eds,
        node: int,
        ask: Callable[[int, ObjectAt], int | None],
        *,
        where: str,
        found: WorkedOut,
    ) -> None:
        self._eds, self._node, self._where, self._found = eds, node, where, found
        self._ask = ask
        told = ask(node, VENDOR) or 0
        if eds.vendor and told and eds.vendor != told:
            raise ConfigurationError(
                "cia402-eds-other-drive",
                file=str(eds.path), node=node, expected=f"0x{eds.vendor:X}", found=f"0x{told:X}",
            )  # fmt: skip

    def row(self, gear: float) -> dict[str, Any]:
        """The drive's row of the table; ``gear`` is the ratio that the description states."""
        main = self._encoder(
            POSITION.name,
            increments=((0x608F, 1), (0x608F, 2)),
            gear=((0x6091, 1), (0x6091, 2)),
            feed=((0x6092, 1), (0x6092, 2)),
        )
        second = self._second()
        sides = self._sides(main, second)
        parts = {"position": self._part(main, sides[0])}
        if second is not None:
            parts["link"] = self._part(second, sides[1])
        of_motor = next((part["gear_ratio"] for part in parts.values() if part["side"] == Side.MOTOR), None)
        if of_motor is not None and gear != 1.0 and abs(of_motor - gear) > _SAME * gear:
            self._open("cia402-ratio-differs", "gear_ratio", found=float(of_motor), expected=gear)
        clock = {"clock": CLOCK.name} if self._has_clock() else {}
        torque = {"torque": self._torque(of_motor)} if self._has_torque() else {}
        return {"node": self._node, **clock, "homing": None, **parts, **torque}

    def _second(self) -> _Encoder | None:
        """The one additional encoder that is set up and that a PDO can carry; nameless where it is open."""
        count = (self._told(0x60E4, 0) or 0) if self._eds.has_subs(0x60E4) else 0
        subs = [sub for sub in range(1, min(count, _MOST_ENCODERS) + 1) if self._eds.find(0x60E4, sub)]
        found = [
            self._encoder(
                ObjectAt(0x60E4, sub).name,
                increments=((0x60E6, sub), (0x60EB, sub)),
                gear=((0x60E8, sub), (0x60ED, sub)),
                feed=((0x60E9, sub), (0x60EE, sub)),
            )
            for sub in subs
            if self._is_there(ObjectAt(0x60E4, sub, POSITION.size, POSITION.signed))
        ]
        found = [each for each in found if each.is_set_up]
        if len(found) > 1:
            objects = tuple(each.name for each in found)
            self._open("cia402-many-encoders", "link, object", objects=objects)
            return _Encoder("", None, None, None)
        return found[0] if found else None

    def _sides(self, main: _Encoder, second: _Encoder | None) -> tuple[Side | None, Side | None]:
        """The sides of the gear; None where they do not follow from the gear ratios."""
        one, other = main.gear, None if second is None else second.gear
        # so many increments in several turns of a motor are mostly those of an encoder behind its gear
        is_plain = main.increments is None or main.increments.denominator == 1
        side = beside = None
        if one is not None and one > 1 and is_plain:
            side, beside = Side.MOTOR, Side.LINK if other == 1 else None
        elif one == 1 and other is not None and other > 1:
            side, beside = Side.LINK, Side.MOTOR
        named = main if side is None or second is None else second
        if side is None or (second is not None and beside is None):
            if named.gear is None:
                asked = ("0x6091",) if named is main else ("0x60E8", "0x60ED")
                self._open_at(named, "gear_ratio", objects=asked)
            else:
                ratio = ", ".join(f"{float(gear):g}" for gear in (one, other) if gear is not None)
                self._open(
                    "cia402-side-open", f"{self._part_of(named)}, side", object=named.name, ratio=ratio
                )
        return side, beside

    def _part(self, encoder: _Encoder, side: Side | None) -> dict[str, Any]:
        per_turn = self._per_turn(encoder)
        gear = encoder.gear if side is not None else None
        counts = per_turn / encoder.gear if per_turn and encoder.gear else None
        if not encoder.gear and encoder.feed is None and not self._told(0x60A8):
            counts = encoder.increments  # in increments, whatever the gear is
        return {
            "object": encoder.name or None,
            "counts_per_turn": float(counts) if counts else None,
            "gear_ratio": None if gear is None else float(gear),
            "sign": None,
            "side": None if side is None else str(side),
        }

    def _per_turn(self, encoder: _Encoder) -> Fraction | None:
        """Units of the position per turn of the joint; None where the drive's answers leave it open."""
        unit = self._told(0x60A8) or 0
        counted = None
        if encoder.increments and encoder.gear:
            counted = encoder.increments * encoder.gear
        feed = encoder.feed or None
        angle = _per_turn_of(unit)
        stated = feed if angle is None else angle
        if stated is None or stated == counted:
            if counted is None:
                asked = ("0x608F", "0x6092") if encoder.name == POSITION.name else ("0x60E6", "0x60E9")
                self._open_at(encoder, "counts_per_turn", objects=asked)
            return counted
        is_usual = feed in {None, 1}  # 1 where the drive does not use it
        if angle is not None and (is_usual or feed == angle):
            return angle
        if angle is None and is_usual and unit >> 16 & 0xFF == _INCREMENTS:
            return counted
        if angle is None and not is_usual:
            return feed
        said = tuple(f"{float(each):g}" for each in (stated, counted if angle is None else feed) if each)
        entry = f"{self._part_of(encoder)}, counts_per_turn"
        self._open("cia402-unit-open", entry, object=encoder.name, units=said)
        return None

    def _has_clock(self) -> bool:
        """True if the drive's clock runs: some drives only take the time of others there."""
        if not self._is_there(CLOCK):
            return False
        before, deadline = self._told(CLOCK.index), time.monotonic() + _CLOCK_TIMEOUT_S
        while before is not None and time.monotonic() < deadline:
            if self._told(CLOCK.index) != before:
                return True
        self._lacks(CLOCK)
        return False

    def _has_torque(self) -> bool:
        if not self._is_there(TORQUE):
            return False
        if not self._told(RATED_TORQUE.index):
            self._lacks(RATED_TORQUE)
            return False
        return True

    @staticmethod
    def _torque(of_motor: float | None) -> dict[str, Any]:
        return {"object": TORQUE.name, "rated": RATED_TORQUE.name, "gear_ratio": of_motor, "sign": None}

    # Asking

    def _encoder(self, name: str, *, increments: Pair, gear: Pair, feed: Pair) -> _Encoder:
        return _Encoder(name, *(self._ratio(*pair) for pair in (increments, gear, feed)))

    def _ratio(self, numerator: Place, denominator: Place) -> Fraction | None:
        """A ratio of two objects; None if the drive has not both, 0 if one of them is 0."""
        values = [self._told(*place) for place in (numerator, denominator)]
        if values[0] is None or values[1] is None:
            return None
        return Fraction(abs(values[0]), abs(values[1])) if values[1] else Fraction(0)

    def _told(self, index: int, sub: int = 0) -> int | None:
        at = self._eds.find(index, sub)
        return None if at is None else self._ask(self._node, at)

    def _is_there(self, at: ObjectAt) -> bool:
        """True if the drive has the object, in the standard's type, and can send it with each SYNC."""
        is_there = self._eds.find(at.index, at.sub) == at and self._eds.is_sent(at.index, at.sub)
        if not is_there:
            self._lacks(at)
        return is_there

    def _lacks(self, at: ObjectAt) -> None:
        self._found.not_sent = (*self._found.not_sent, at.name)

    def _part_of(self, encoder: _Encoder) -> str:
        return "position" if encoder.name == POSITION.name else "link"

    def _open_at(self, encoder: _Encoder, key: str, *, objects: tuple[str, ...]) -> None:
        self._open("cia402-not-told", f"{self._part_of(encoder)}, {key}", object=encoder.name, asked=objects)

    def _open(self, code: str, entry: str, **facts: Any) -> None:
        """Keep the first entry that is left open."""
        if self._found.problem is None:
            entry = f"{self._where}, {entry}"
            self._found.problem = ConfigurationError(code, node=self._node, entry=entry, **facts)


def _per_turn_of(unit: int) -> Fraction | None:
    """Units of an angle per turn, from the SI unit of a position (0x60A8); None for any other unit."""
    exponent = int.from_bytes((unit >> 24).to_bytes(1, "little"), "little", signed=True)
    base = _TURN.get(unit >> 16 & 0xFF)
    if base is None or unit & 0xFFFF:
        return None
    return Fraction(base) / Fraction(10) ** exponent


def draft_head(eds: Eds) -> Iterator[str]:
    """The lines at the head of a table that was worked out."""
    yield "Worked out from what the drives tell; their objects are those of an EDS file."
    yield 'What is "?" they cannot tell: fill it in, then name this file behind map=.'
    for name in eds.second_positions:
        yield f"{name} may be another encoder. To read it, describe it in [joint.link]."
