"""One round on the bus: every drive is asked once, and its answer is related to this computer's clock.

A drive measures between request and answer. Each has its own clock, which counts whole milliseconds, starts
anywhere and runs up to some parts in ten thousand too fast or too slow. The offset between both clocks hardly
changes, so each exchange narrows the moment for the next ones.
"""

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from devices.errors import ProtocolError, TransportError
from devices.moteus.bus import Arrival, Bus
from devices.moteus.drives import DriveFacts, values_of
from devices.protocol_moteus.frames import Frame, Read, decode, encode
from devices.protocol_moteus.registers import Kind, Register

TICK_S = 0.001
"""Step of a drive's counter."""
WORST_DRIFT = 200e-6
"""No crystal is worse; an offset that was found widens by this much per second."""
_WRAP = 1 << 32


@dataclass(frozen=True)
class Moment:
    """A time on this computer's clock and how far it may be off, s."""

    at: float
    within: float


class DriveClock:
    """Relates the counter of one drive to this computer's clock."""

    def __init__(self) -> None:
        self._known: tuple[float, float, float] | None = None
        """Time of the newest exchange, and the lower and upper bound of the offset after it, s."""
        self._counter: int | None = None
        self._wraps = 0
        self.has_restarted = False
        """True once the counter has gone back: the drive was switched off and on."""

    def moment(self, counter: int, *, sent: float, arrived: float) -> Moment:
        """The moment at which the drive measured; ``counter`` as int32, times in s of this computer.

        The bounds hold if the drive's clock is no worse than ``WORST_DRIFT``. If they contradict each
        other (the drive was switched off and on) only those of this exchange count.
        """
        ticks = self._unwrapped(counter) * TICK_S
        # the counter shows whole steps: the drive's own time is up to one step later
        lower, upper = sent - ticks - TICK_S, arrived - ticks
        if self._known is not None:
            at, low, high = self._known
            widened = WORST_DRIFT * (arrived - at)
            low, high = max(lower, low - widened), min(upper, high + widened)
            if low <= high:
                lower, upper = low, high
        self._known = (arrived, lower, upper)
        first, last = max(sent, ticks + lower), min(arrived, ticks + upper + TICK_S)
        return Moment(0.5 * (first + last), 0.5 * (last - first))

    def _unwrapped(self, counter: int) -> int:
        counter %= _WRAP
        if self._counter is not None and self._counter - counter > _WRAP // 2:
            self._wraps += 1
        elif self._counter is not None and counter < self._counter:
            self.has_restarted = True
        self._counter = counter
        return counter + self._wraps * _WRAP


ENCODERS = (Register.ENCODER_0, Register.ENCODER_1, Register.ENCODER_2)
FORGOTTEN_S = 0.5
"""A request that is this old is not answered any more."""
LONGEST_WAIT_S = 0.02


@dataclass(frozen=True)
class Answer:
    """Answer of a drive: time of its measurement, and values by register."""

    moment: Moment
    values: dict[int, float]
    asked_at: float
    """The drive was asked then, s, or later."""


def question(facts: DriveFacts) -> bytes:
    """The subframes that ask a drive for everything that is recorded; the answer fits into one frame."""
    encoders = [facts.rotor_encoder, *([] if facts.output_encoder is None else [facts.output_encoder])]
    return encode(
        [
            Read(Register.POSITION, Kind.FLOAT, 4),  # position, velocity, torque, current
            *(Read(ENCODERS[place], Kind.FLOAT) for place in encoders),
            Read(Register.ENCODER_VALIDITY, Kind.INT8),
            Read(Register.MODE, Kind.INT8),
            Read(Register.FAULT, Kind.INT8),
            Read(Register.TEMPERATURE, Kind.INT16),
            Read(Register.MILLISECOND_COUNTER, Kind.INT32),
        ]
    )


def _asked_in(content: bytes) -> frozenset[int]:
    """The registers that a question asks for."""
    reads = (each for each in decode(content) if isinstance(each, Read))
    return frozenset(each.register + place for each in reads for place in range(each.count))


class Rounds:
    """Asks all drives again and again; used by one thread."""

    def __init__(self, bus: Bus, drives: Sequence[DriveFacts]) -> None:
        self._bus = bus
        self._ids = [each.drive for each in drives]
        self._questions = [question(each) for each in drives]
        self._wanted = [_asked_in(content) for content in self._questions]
        self._places = {each.drive: place for place, each in enumerate(drives)}
        self._clocks = [DriveClock() for _ in drives]
        self._asked: list[deque[float]] = [deque() for _ in drives]
        """Times of the requests of each drive that are not answered yet, s."""
        self.damaged = 0
        self.frames = 0

    def go(self, commands: Sequence[Sequence[bytes]] | None = None) -> list[Answer | None]:
        """Ask every drive; None for one that did not answer in time.

        Parameters
        ----------
        commands
            For each drive the subframes of frames that it gets; the last one goes with the question.

        Raises
        ------
        TransportError
            ``link-lost``; ``moteus-restarted`` for a drive that was switched off and on.
        """
        sent = time.monotonic()
        frames: list[Frame] = []
        for place, drive in enumerate(self._ids):
            *first, last = commands[place] if commands is not None and commands[place] else [b""]
            frames += [Frame.to(drive, content, asks=False) for content in first]
            frames.append(Frame.to(drive, last + self._questions[place]))
            while self._asked[place] and sent - self._asked[place][0] > FORGOTTEN_S:
                self._asked[place].popleft()
            self._asked[place].append(sent)
        self._bus.send(frames)
        found: list[Answer | None] = [None] * len(self._ids)
        deadline = sent + LONGEST_WAIT_S
        while None in found and (left := deadline - time.monotonic()) > 0.0:
            for arrival in self._bus.receive(left):
                self._take(arrival, found)
        return found

    def _take(self, arrival: Arrival, found: list[Answer | None]) -> None:
        place = self._places.get(arrival.frame.source)
        if place is None or not self._asked[place]:
            return
        self.frames += 1
        try:
            values = values_of(decode(arrival.frame.data))
            counter = int(values[Register.MILLISECOND_COUNTER])
            # a part of an answer is none: a joint needs all that was asked
            if not self._wanted[place] <= values.keys():
                raise ProtocolError("moteus-frame", reason="registers missing")
        except (ProtocolError, KeyError):
            self.damaged += 1
            return
        # answers keep their order: this one belongs to the oldest request, or to a later one
        sent = self._asked[place].popleft()
        moment = self._clocks[place].moment(counter, sent=sent, arrived=arrival.at)
        if self._clocks[place].has_restarted:
            raise TransportError("moteus-restarted", drive=self._ids[place])
        found[place] = Answer(moment, values, asked_at=sent)
