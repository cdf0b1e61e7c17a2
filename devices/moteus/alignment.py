"""Rows of all joints at one moment, from drives that each measured at a moment of their own.

The row lies at the earliest moment of a round, and every other drive is interpolated to it between its
answers of this round and of the one before: nothing is extrapolated.
"""

import math
from collections.abc import Sequence

import numpy as np

from core.recording import FloatArray, Quantity
from devices.moteus.drives import DriveFacts
from devices.moteus.rounds import ENCODERS, Answer
from devices.protocol_moteus.registers import Register
from devices.samples import SampleBlock

ZERO_CELSIUS_K = 273.15
MOST_PERIODS = 3.0
"""Answers that are farther apart than this are not interpolated; the row is a gap."""
TURN = 2.0 * math.pi
_QUANTITIES = (
    Quantity.POSITION,
    Quantity.MOTOR_POSITION,
    Quantity.LINK_POSITION,
    Quantity.VELOCITY,
    Quantity.CURRENT,
    Quantity.TORQUE,
    Quantity.TEMPERATURE,
)


def quantities_of(drives: Sequence[DriveFacts]) -> tuple[Quantity, ...]:
    """The quantities of an arm of these drives; no link position where no drive has such an encoder."""
    has_link = any(each.output_encoder is not None for each in drives)
    return tuple(each for each in _QUANTITIES if has_link or each is not Quantity.LINK_POSITION)


class Turns:
    """Follows an encoder that tells its position within one turn over many turns.

    The drive's own position says which turn it is, so that missing answers do no harm. What both differ
    by is constant, up to the twist of the gear, and is taken from the first answer.

    Examples
    --------
    >>> turns = Turns()
    >>> [round(turns.follow(within, near=near), 2) for within, near in [(0.9, 7.2), (0.1, 7.4), (0.5, 9.8)]]
    [6.9, 7.1, 9.5]
    """

    def __init__(self) -> None:
        self._offset: float | None = None

    def follow(self, within: float, *, near: float) -> float:
        """Position in turns of an encoder that shows ``within``, while the drive tells ``near`` turns."""
        if self._offset is None:
            first = within + round(near - within)
            self._offset = first - near
        return within + round(near + self._offset - within)


class Joint:
    """Converts the answers of one drive to the quantities of its joint, in rad and s."""

    def __init__(self, facts: DriveFacts, *, motor_at_shaft: bool) -> None:
        self._facts = facts
        self._motor_scale = TURN if motor_at_shaft else TURN * facts.ratio
        self._rotor, self._output = Turns(), Turns()

    def values(self, answer: Answer) -> FloatArray:
        """All quantities in the order of the columns, (7,); NaN for an encoder that is not valid."""
        facts, found = self._facts, answer.values
        position = found[Register.POSITION]
        before_sign = position * facts.output_sign
        valid = int(found.get(Register.ENCODER_VALIDITY, 0))
        rotor = link = math.nan
        if valid >> facts.rotor_encoder & 1:
            within = found[ENCODERS[facts.rotor_encoder]]
            rotor = self._rotor.follow(within, near=before_sign / facts.ratio)
        if facts.output_encoder is not None and valid >> facts.output_encoder & 1:
            link = self._output.follow(found[ENCODERS[facts.output_encoder]], near=before_sign)
        return np.array(
            [
                TURN * position,
                facts.output_sign * self._motor_scale * rotor,
                facts.output_sign * TURN * link,
                TURN * found[Register.VELOCITY],
                found[Register.Q_CURRENT],
                found[Register.TORQUE],
                found[Register.TEMPERATURE] + ZERO_CELSIUS_K,
            ]
        )


class Alignment:
    """Makes one row of each round; ``within`` is how far a joint's moment may be off, s."""

    def __init__(self, drives: Sequence[DriveFacts], *, rate: float, motor_at_shaft: bool) -> None:
        self._joints = [Joint(each, motor_at_shaft=motor_at_shaft) for each in drives]
        self._rate = rate
        self._quantities = quantities_of(drives)
        self._before: list[tuple[float, FloatArray] | None] = [None] * len(drives)
        self._row_at = -math.inf
        self._began_at: float | None = None
        self.within = math.nan
        """Of the newest row, the largest of all joints, s."""
        self.worst_within = 0.0
        """The largest of all rows, s."""

    def row(self, answers: Sequence[Answer | None], *, number: int, host_time: float) -> SampleBlock | None:
        """Align the answers of round ``number``; None if a drive is missing or was missing before."""
        found = [
            None if answer is None else (answer.moment.at, joint.values(answer))
            for joint, answer in zip(self._joints, answers, strict=True)
        ]
        before = self._before
        self._before = [new or old for new, old in zip(found, before, strict=True)]
        present = [each for each in found if each is not None]
        if len(present) < len(found):
            return None
        at = min(moment for moment, _ in present)
        rows = [self._at(at, old, new) for old, new in zip(before, present, strict=True)]
        whole = [row for row in rows if row is not None]
        if len(whole) < len(rows) or at <= self._row_at:
            return None
        self._row_at = at
        self.within = max(each.moment.within for each in answers if each is not None)
        self.worst_within = max(self.worst_within, self.within)
        if self._began_at is None:
            self._began_at = at
        table = np.stack(whole, axis=1)
        return SampleBlock(
            sequence=np.array([number], dtype=np.int64),
            device_time=np.array([at - self._began_at]),
            host_time=np.array([host_time]),
            columns={
                quantity: table[place][None]
                for place, quantity in enumerate(_QUANTITIES)
                if quantity in self._quantities
            },
        )

    def _at(
        self, at: float, old: tuple[float, FloatArray] | None, new: tuple[float, FloatArray]
    ) -> FloatArray | None:
        """Values of a drive at a moment between two of its answers; None where there are not two."""
        if old is None or not old[0] <= at or new[0] - old[0] > MOST_PERIODS / self._rate:
            return None
        span = new[0] - old[0]
        share = (at - old[0]) / span if span > 0.0 else 1.0
        return old[1] + share * (new[1] - old[1])
