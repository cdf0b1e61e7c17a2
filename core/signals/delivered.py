"""Finds the channels that a controller announces but does not deliver: they hold one value for ever.

A channel without a source behind it is mostly zero at every joint. Taken for an encoder it would be a twist
as large as the joint's own angle. What tells it from an arm at rest is the partner, the other encoder: it is
elsewhere, or it moves. A motor encoder that counts from zero since power-on is zero too until the arm moves
for the first time; so a zero at rest is only a doubt while a stream goes on.
"""

from collections.abc import Callable, Iterable, Mapping

import numpy as np

from core.recording import FloatArray, Quantity, Recording

NOT_DELIVERED = "not-delivered"
"""Code of the finding and the event; the fact ``quantities`` names the channels."""
PARTNERS: Mapping[Quantity, tuple[Quantity, ...]] = {
    Quantity.MOTOR_POSITION: (Quantity.POSITION, Quantity.LINK_POSITION),
    Quantity.LINK_POSITION: (Quantity.POSITION, Quantity.MOTOR_POSITION),
    Quantity.MOTOR_VELOCITY: (Quantity.VELOCITY,),
}
"""Channels that are judged, and the first of these that is recorded shows whether the joints move."""
ELSEWHERE = 0.0349
"""rad (2°) or m; a partner this far from zero at any joint: more than any gear twists."""
MOVES = 0.00436
"""rad (0.25°) or m by which the partner of a position of zeros changes in a motion."""
SURELY_MOVES = 0.0873
"""rad (5°), m, rad/s or m/s; the same for speeds, and for a channel that is constant at another value."""


class Delivery:
    """Follows a stream block by block; ``feed`` takes the columns (N, n) of consecutive samples."""

    def __init__(self) -> None:
        self._first: dict[Quantity, FloatArray] = {}
        self._constant: set[Quantity] = set()
        self._low: dict[Quantity, FloatArray] = {}
        self._high: dict[Quantity, FloatArray] = {}
        self._repeats = True
        """The position of the link has been that of the joint, bit by bit."""

    @property
    def is_settled(self) -> bool:
        """True once every judged channel has changed: nothing that follows alters that."""
        return bool(self._first) and not self._constant

    def feed(self, columns: Mapping[Quantity, FloatArray]) -> None:
        """Take in the next samples."""
        for quantity in PARTNERS:
            if quantity in columns:
                self._take(quantity, np.asarray(columns[quantity]))
        if not self._constant:
            return
        for quantity in {each for partners in PARTNERS.values() for each in partners} & columns.keys():
            self._extend(quantity, np.asarray(columns[quantity]))
        position, link = columns.get(Quantity.POSITION), columns.get(Quantity.LINK_POSITION)
        if position is not None and link is not None:
            self._repeats = self._repeats and np.array_equal(np.asarray(position), np.asarray(link))

    @property
    def missing(self) -> tuple[Quantity, ...]:
        """Channels of zeros though the joints have moved: not delivered."""
        return self._with_siblings(self._zeros(self._has_moved))

    @property
    def doubtful(self) -> tuple[Quantity, ...]:
        """Channels of zeros though the joints are elsewhere; those of ``missing`` too."""
        return self._with_siblings(
            self._zeros(lambda quantity: self._has_moved(quantity) or self._is_elsewhere(quantity))
        )

    @property
    def missing_throughout(self) -> tuple[Quantity, ...]:
        """Channels without a source, judged at the end: also those that are constant in a long motion."""
        frozen = {each for each in self._constant if self._moved(each) > SURELY_MOVES}
        return self._with_siblings({*self.doubtful, *frozen})

    def _take(self, quantity: Quantity, values: FloatArray) -> None:
        first = self._first.get(quantity)
        if first is None:
            first = self._first[quantity] = values[0].copy()
            if not np.isnan(first).all():
                self._constant.add(quantity)
        if (
            quantity in self._constant
            and not ((values == first) | (np.isnan(values) & np.isnan(first))).all()
        ):
            self._constant.discard(quantity)

    def _extend(self, quantity: Quantity, values: FloatArray) -> None:
        rows = values
        if quantity in self._low:
            rows = np.vstack([self._low[quantity], self._high[quantity], values])
        self._low[quantity], self._high[quantity] = np.fmin.reduce(rows, axis=0), np.fmax.reduce(rows, axis=0)

    def _zeros(self, is_told: Callable[[Quantity], bool]) -> set[Quantity]:
        return {
            each for each in self._constant if not np.nan_to_num(self._first[each]).any() and is_told(each)
        }

    def _with_siblings(self, found: set[Quantity]) -> tuple[Quantity, ...]:
        """Also the speed beside a position that is missing, and a second name of the position."""
        if Quantity.MOTOR_POSITION in found:
            speed, link = Quantity.MOTOR_VELOCITY, Quantity.LINK_POSITION
            if speed in self._constant and not np.nan_to_num(self._first[speed]).any():
                found.add(speed)
            # a joint's position under the name of the link's is no second encoder
            if link in self._first and self._repeats and Quantity.POSITION in self._low:
                found.add(link)
        return tuple(each for each in PARTNERS if each in found)

    def _partner(self, quantity: Quantity) -> Quantity | None:
        return next((each for each in PARTNERS[quantity] if each in self._low), None)

    def _has_moved(self, quantity: Quantity) -> bool:
        # a speed that is a difference of positions is noisy at rest
        return self._moved(quantity) > (SURELY_MOVES if quantity is Quantity.MOTOR_VELOCITY else MOVES)

    def _moved(self, quantity: Quantity) -> float:
        """Largest change of the partner at any joint; 0 without one."""
        partner = self._partner(quantity)
        if partner is None:
            return 0.0
        return float(np.nan_to_num(self._high[partner] - self._low[partner]).max())

    def _is_elsewhere(self, quantity: Quantity) -> bool:
        partner = self._partner(quantity)
        if partner is None or quantity is Quantity.MOTOR_VELOCITY:
            return False
        low, high = np.nan_to_num(self._low[partner]), np.nan_to_num(self._high[partner])
        # the whole range lies on one side, so that noise about zero is not elsewhere
        return bool((np.where(low > 0.0, low, np.where(high < 0.0, -high, 0.0)) > ELSEWHERE).any())


def missing_throughout(blocks: Iterable[Recording]) -> tuple[Quantity, ...]:
    """Channels that no sample of a recording delivers; its consecutive blocks are read as far as needed."""
    delivery = Delivery()
    for block in blocks:
        delivery.feed({name: np.asarray(column[:]) for name, column in block.columns.items()})
        if delivery.is_settled:
            return ()
    return delivery.missing_throughout
