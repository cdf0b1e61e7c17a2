"""One round on the bus: every drive is asked once, and its answer is related to this computer's clock."""

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from devices.errors import ProtocolError, TransportError
from devices.moteus.bus import Arrival, Bus
from devices.moteus.clocks import DriveClock, Moment
from devices.moteus.drives import DriveFacts, values_of
from devices.protocol_moteus.frames import Frame, Read, decode, encode
from devices.protocol_moteus.registers import Kind, Register

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
