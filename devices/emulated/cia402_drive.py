"""One emulated drive: state machine, modes of operation, PDOs, heartbeat and a clock of its own.

Written from the profile alone, without the driver's reading of it.
"""

import math
import struct
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from devices.emulated.cia402_objects import SDO_IN, Entry, Objects
from devices.emulated.slcan import Frame
from devices.virtual.firmware.plant import PERIOD_S

PDOS = 4
"""Transmit and receive PDOs of each drive."""
OPERATIONAL, PRE_OPERATIONAL = 0x05, 0x7F
_HIGHEST_PDO = 0x8000_0000
_LAST_SYNCHRONOUS = 240
_EMERGENCY, _HEARTBEAT, _SYNC = 0x80, 0x700, 0x80
_TPDO, _RPDO = (0x180, 0x280, 0x380, 0x480), (0x200, 0x300, 0x400, 0x500)
NOT_ENABLED, READY, ON, ENABLED, QUICK, FAULTY = 0x40, 0x21, 0x23, 0x27, 0x07, 0x08
PROFILE, HOMING, CYCLIC = 1, 6, 8
LOST_HEARTBEAT = 0x8130


@dataclass
class Measured:
    """Sensor values of one joint: counts, and a torque in thousandths of the rated one."""

    motor: int = 0
    link: int = 0
    torque: int = 0
    ticks: int = 0
    """The drive's clock when it took them, µs."""


@dataclass(frozen=True)
class Encoders:
    """What a drive tells of its encoders: counts per turn of each shaft, and its motor's gear ratio."""

    motor_counts: int
    gear: Fraction
    link_counts: int
    """Of the encoder behind the gear; 0 without one."""


class Drive:
    """A drive with the number ``node``; ``rated`` in mN·m, speed and acceleration limits in counts."""

    def __init__(
        self,
        node: int,
        *,
        serial: int,
        rated: int,
        speed: float,
        acceleration: float,
        is_homed: bool,
        encoders: Encoders,
    ) -> None:
        self.node = node
        self.is_homed = is_homed
        self.measured = Measured()
        self.point = SetPoint(speed=speed, acceleration=acceleration)
        self.objects = Objects(node)
        self._word, self._control, self._mode = NOT_ENABLED, 0, 0
        self._state = PRE_OPERATIONAL
        self._heard: int | None = None
        self._now = 0
        self._beat_at = 0
        self._out: list[Frame] = []
        self._waiting: list[tuple[tuple[int, int], bytes]] = []
        """Objects (index, subindex) and contents that are taken over at the next SYNC."""
        self._acknowledged = False
        self._add_identity(serial)
        self._add_profile(rated)
        self._add_encoders(encoders)
        self._add_pdos()

    @property
    def is_powered(self) -> bool:
        """True while the drive controls its motor."""
        return self._word in {ENABLED, QUICK}

    @property
    def status(self) -> int:
        """The status word."""
        word = self._word | 0x0200 | (0x10 if self._word != NOT_ENABLED else 0)
        if self._mode == HOMING:
            return word | (0x1400 if self.is_homed else 0)
        if self._mode == PROFILE:
            return word | (0x0400 if self.point.is_reached else 0) | (0x1000 if self._acknowledged else 0)
        return word | (0x1000 if self._mode == CYCLIC and self._word == ENABLED else 0)

    def period(self, ticks: int) -> None:
        """Run one control period; ``ticks`` is the drive's clock, µs."""
        self._now = ticks
        self._watch_heartbeat()
        self._send_heartbeat()
        if self._word == QUICK and self.point.brake():
            self._word = NOT_ENABLED
        elif self._word == ENABLED:
            self.point.step()
        elif self._word != QUICK:
            self.point.hold(self.measured.motor)

    def news(self) -> Iterator[Frame]:
        """The frames that it sends unasked."""
        frames, self._out = self._out, []
        yield from frames

    def fail(self, code: int) -> None:
        """Fall into a fault, with an emergency message."""
        self._word = FAULTY
        self.objects[0x603F, 0].write(struct.pack("<H", code))
        self._out.append((_EMERGENCY + self.node, struct.pack("<HB5x", code, 1)))

    def take(self, frame: Frame) -> Iterator[Frame]:
        """Take a frame from the bus; yield the answers."""
        identifier, content = frame
        if identifier == 0 and len(content) > 1 and content[1] in {0, self.node}:
            self._state = {1: OPERATIONAL, 2: 4, 128: PRE_OPERATIONAL}.get(content[0], self._state)
        elif identifier == _SYNC:
            yield from self._samples()
            waiting, self._waiting = self._waiting, []
            for place, piece in waiting:
                self.objects[place].write(piece)
        elif identifier == SDO_IN + self.node:
            answer = self.objects.answer(content)
            if answer is not None:
                yield answer
        elif identifier == _HEARTBEAT + (self.objects.value(0x1016, 1) >> 16 & 0x7F):
            self._heard = self._now
        elif self._state == OPERATIONAL:
            self._take_pdo(identifier, content)

    # Samples and set-points

    def _samples(self) -> Iterator[Frame]:
        for number in range(PDOS):
            identifier = self.objects.value(0x1800 + number, 1)
            is_synchronous = 1 <= self.objects.value(0x1800 + number, 2) <= _LAST_SYNCHRONOUS
            if self._state != OPERATIONAL or identifier & _HIGHEST_PDO or not is_synchronous:
                continue
            entries = (self.objects[place] for place, _ in self._mapped(0x1A00 + number))
            yield identifier & 0x7FF, b"".join(entry.content for entry in entries)

    def _take_pdo(self, identifier: int, content: bytes) -> None:
        for number in range(PDOS):
            if self.objects.value(0x1400 + number, 1) != identifier:
                continue
            pieces = []
            for place, size in self._mapped(0x1600 + number):
                pieces.append((place, content[:size]))
                content = content[size:]
            # the target comes before the control word that makes it valid
            whole = [(at, piece) for at, piece in pieces if len(piece) == self.objects[at].size]
            if 1 <= self.objects.value(0x1400 + number, 2) <= _LAST_SYNCHRONOUS:
                self._waiting = whole
                continue
            for place, piece in sorted(whole, reverse=True):
                self.objects[place].write(piece)

    def _mapped(self, index: int) -> Iterator[tuple[tuple[int, int], int]]:
        for sub in range(1, self.objects.value(index) + 1):
            word = self.objects.value(index, sub)
            place = word >> 16, word >> 8 & 0xFF
            if self.objects.has(*place):
                yield place, (word & 0xFF) // 8

    # Heartbeats

    def _watch_heartbeat(self) -> None:
        limit = 1000 * (self.objects.value(0x1016, 1) & 0xFFFF)
        if not limit or self._heard is None or self._now - self._heard <= limit:
            return
        self._heard = None
        if self.is_powered and self.objects.value(0x6007) in {2, 3}:
            self._word = QUICK
        self._out.append((_EMERGENCY + self.node, struct.pack("<HB5x", LOST_HEARTBEAT, 0x11)))

    def _send_heartbeat(self) -> None:
        every = 1000 * self.objects.value(0x1017)
        if every and self._now - self._beat_at >= every:
            self._beat_at = self._now
            self._out.append((_HEARTBEAT + self.node, bytes([self._state])))

    # State machine

    def _control_word(self, word: int) -> None:
        before, self._control = self._control, word
        if self._word == FAULTY:
            if word & 0x80 and not before & 0x80:
                self._word = NOT_ENABLED
                self.objects[0x603F, 0].write(bytes(2))
            return
        if not word & 0x02:
            self._word = NOT_ENABLED
        elif not word & 0x04:
            self._word = QUICK if self._word in {ENABLED, QUICK} else NOT_ENABLED
        else:
            self._climb(word & 0x0F)
        if self._word == ENABLED and self._mode == PROFILE:
            self._acknowledged = bool(word & 0x10)
            if word & 0x10 and not before & 0x10:
                self._begin_profile()

    def _climb(self, order: int) -> None:
        if order == 0x06 and self._word in {NOT_ENABLED, ON, ENABLED}:
            self._word = READY
        elif order == 0x07 and self._word in {READY, ENABLED}:
            self._word = ON
        elif order == 0x0F and self._word in {ON, READY}:
            self._word = ENABLED
            self.point.hold(self.measured.motor)

    def _begin_profile(self) -> None:
        self.point.go(
            self.objects.value(0x607A),
            speed=self.objects.value(0x6081),
            acceleration=self.objects.value(0x6083),
        )

    def _target(self, value: int) -> None:
        if self._mode == CYCLIC and self._word == ENABLED:
            self.point.approach(value, periods=max(self.objects.value(0x60C2, 1), 1))

    def _change_mode(self, mode: int) -> None:
        self._mode = mode if mode in {PROFILE, HOMING, CYCLIC} else 0
        self._waiting = []

    # Entries

    def _add_identity(self, serial: int) -> None:
        add = self.objects.add
        add(0x1000, 0, Entry(4, 0x0002_0192, is_fixed=True))
        add(0x1001, 0, Entry(1, lambda: int(self._word == FAULTY)))
        add(0x1013, 0, Entry(4, lambda: self.measured.ticks))
        add(0x1016, 0, Entry(1, 1, is_fixed=True))
        add(0x1016, 1, Entry(4, 0, written=self._begin_watch))
        add(0x1017, 0, Entry(2, 0))
        for sub, value in enumerate((4, 0, 0x402, 1, serial)):
            add(0x1018, sub, Entry(4 if sub else 1, value, is_fixed=True))

    def _begin_watch(self, _value: int) -> None:
        self._heard = None  # the first heartbeat begins it

    def _add_profile(self, rated: int) -> None:
        add = self.objects.add
        add(0x6007, 0, Entry(2, 1, signed=True))
        add(0x603F, 0, Entry(2, 0))
        add(0x6040, 0, Entry(2, 0, written=self._control_word))
        add(0x6041, 0, Entry(2, lambda: self.status))
        add(0x6060, 0, Entry(1, 0, signed=True, written=self._change_mode))
        add(0x6061, 0, Entry(1, lambda: self._mode, signed=True))
        add(0x6064, 0, Entry(4, lambda: self.measured.motor, signed=True))
        add(0x6076, 0, Entry(4, rated, is_fixed=True))
        add(0x6077, 0, Entry(2, lambda: self.measured.torque, signed=True))
        add(0x607A, 0, Entry(4, 0, signed=True, written=self._target))
        for index in (0x6081, 0x6083, 0x6084):
            add(index, 0, Entry(4, 0))
        add(0x60C2, 1, Entry(1, 10))
        add(0x60C2, 2, Entry(1, -3, signed=True))

    def _add_encoders(self, found: Encoders) -> None:
        """Positions are in increments: a feed constant is not there."""
        add = self.objects.add
        for index, values in (
            (0x608F, (found.motor_counts, 1)),
            (0x6091, (found.gear.numerator, found.gear.denominator)),
        ):
            for sub, value in enumerate((len(values), *values)):
                add(index, sub, Entry(4 if sub else 1, value, is_fixed=True))
        if not found.link_counts:
            return
        for index, value in ((0x60E6, found.link_counts), (0x60EB, 1), (0x60E8, 1), (0x60ED, 1)):
            add(index, 0, Entry(1, 1, is_fixed=True))
            add(index, 1, Entry(4, value, is_fixed=True))
        add(0x60E4, 0, Entry(1, 1, is_fixed=True))
        add(0x60E4, 1, Entry(4, lambda: self.measured.link, signed=True))

    def _add_pdos(self) -> None:
        for number in range(PDOS):
            for base, mapping, usual in ((0x1400, 0x1600, _RPDO), (0x1800, 0x1A00, _TPDO)):
                identifier = _HIGHEST_PDO | usual[number] + self.node
                self.objects.add(base + number, 0, Entry(1, 2, is_fixed=True))
                self.objects.add(base + number, 1, Entry(4, identifier))
                self.objects.add(base + number, 2, Entry(1, 255))
                self.objects.add(mapping + number, 0, Entry(1, 0))
                for sub in range(1, 9):
                    self.objects.add(mapping + number, sub, Entry(4, 0, takes=self._can_map))

    def _can_map(self, word: int) -> bool:
        place = word >> 16, word >> 8 & 0xFF
        return not word or (self.objects.has(*place) and 8 * self.objects[place].size == word & 0xFF)


_MOST_TARGETS = 4


class SetPoint:
    """Profile position and cyclic position; ``speed`` and ``acceleration`` limit every motion."""

    def __init__(self, *, speed: float, acceleration: float) -> None:
        self._most, self._hardest = speed, acceleration
        self._speed, self._acceleration = speed, acceleration
        self.position = 0.0
        self.velocity = 0.0
        self._target = 0.0
        self._periods_left = 0
        self._periods = 1
        self._is_cyclic = False
        self._targets: deque[float] = deque(maxlen=_MOST_TARGETS)

    @property
    def is_reached(self) -> bool:
        """True if the set-point is at the target of its profile."""
        return self.position == self._target

    def hold(self, position: float) -> None:
        """Stand at a position."""
        self.position = self._target = float(position)
        self.velocity, self._periods_left, self._is_cyclic = 0.0, 0, False

    def go(self, target: int, *, speed: float, acceleration: float) -> None:
        """Begin a profile."""
        self._target, self._is_cyclic = float(target), False
        self._speed = min(speed, self._most)
        self._acceleration = min(acceleration, self._hardest) or self._hardest

    def approach(self, target: int, *, periods: int) -> None:
        """Approach a cyclic target over some control periods, after those that came before.

        The first one waits for the second: targets that come a little early or late are then followed
        evenly. What is more than a few behind is left out.
        """
        if not self._is_cyclic:
            self._is_cyclic, self._targets = True, deque(maxlen=_MOST_TARGETS)
            self._periods_left = 2 * periods
            self._target = self.position
        self._targets.append(float(target))
        self._periods = periods

    def step(self) -> None:
        """Run one control period."""
        if self._is_cyclic:
            self._interpolate()
        else:
            self._follow_profile()

    def brake(self) -> bool:
        """Slow down for one control period; return True once it is at rest."""
        change = self._hardest * PERIOD_S
        self.velocity = math.copysign(max(abs(self.velocity) - change, 0.0), self.velocity)
        self.position += self.velocity * PERIOD_S
        self._target = self.position
        return self.velocity == 0.0

    def _interpolate(self) -> None:
        if not self._periods_left and self._targets:
            self._target, self._periods_left = self._targets.popleft(), self._periods
        if not self._periods_left:
            self.velocity = 0.0
            return
        step = (self._target - self.position) / self._periods_left
        most = self._most * PERIOD_S
        step = min(max(step, -most), most)
        self._periods_left -= 1
        self.position += step
        self.velocity = step / PERIOD_S

    def _follow_profile(self) -> None:
        left = self._target - self.position
        # the speed from which the profile can still stop at the target
        allowed = math.sqrt(2.0 * self._acceleration * abs(left))
        wanted = math.copysign(min(self._speed, allowed), left)
        change = self._acceleration * PERIOD_S
        self.velocity += min(max(wanted - self.velocity, -change), change)
        if abs(left) <= max(abs(self.velocity) * PERIOD_S, 1.0):
            self.position, self.velocity = self._target, 0.0
            return
        self.position += self.velocity * PERIOD_S
