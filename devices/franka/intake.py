"""Converts states to blocks of samples; gaps are counted from the numbers of the states.

Datagrams may be lost, doubled, or change places on their way.
"""

import logging

import numpy as np

from core.recording import FloatArray, Quantity
from devices.controller import LinkCounters
from devices.driving.sample_queue import Flood
from devices.errors import DataQualityError
from devices.samples import SampleBlock

RATE_HZ = 1000
COLUMNS = {
    Quantity.POSITION: "q",
    Quantity.MOTOR_POSITION: "theta",
    Quantity.LINK_POSITION: "q",
    Quantity.VELOCITY: "dq",
    Quantity.MOTOR_VELOCITY: "dtheta",
    Quantity.TORQUE: "tau_J",
}
"""Fields of the quantities; whether the position of the link is measured, the interface does not tell."""
LARGEST_VALUE = 1e6
"""No position, speed or torque of an arm is larger, in SI units."""
OUT_OF_PLACE = 1000
"""A state that is this much older than the newest belongs to a clock that began again, not to another way."""
log = logging.getLogger(__name__)


class Intake:
    """Makes the blocks of one connection from rows that have the fields of ``COLUMNS`` and ``message_id``."""

    def __init__(self) -> None:
        self._flood = Flood(float(RATE_HZ))
        self._first: int | None = None
        self._newest = -1
        self._spoilt: set[str] = set()
        self.samples = 0
        self.states = 0

    @property
    def missed(self) -> int:
        """Number of states that never came."""
        return 0 if self._first is None else self._newest - self._first + 1 - self.samples

    def counters(self, *, overflowed: int) -> LinkCounters:
        """Counts of states and samples, with those that found the queue full."""
        return LinkCounters(
            frames=self.states,
            samples=self.samples,
            missed=self.missed + overflowed,
            overflowed=overflowed,
        )

    def block(self, rows: np.ndarray, *, host_time: float) -> SampleBlock | None:
        """Convert states; None if none is new.

        Raises
        ------
        ProtocolError
            ``stream-too-fast``.
        DataQualityError
            ``franka-restarted`` if the controller's clock went back, ``franka-value-impossible`` if a
            position is no number.
        """
        self.states += len(rows)
        self._flood.expect_bearable(len(rows), host_time=host_time)
        numbers = rows["message_id"].astype(np.int64)
        if numbers.size and numbers.min() < self._newest - OUT_OF_PLACE:
            raise DataQualityError(
                "franka-restarted", before=self._newest / 1e3, now=float(numbers.min()) / 1e3
            )
        numbers, places = np.unique(numbers, return_index=True)
        is_new = numbers > self._newest
        numbers, places = numbers[is_new], places[is_new]
        if not numbers.size:
            return None
        rows = rows[places]
        self._first = int(numbers[0]) if self._first is None else self._first
        self._newest = int(numbers[-1])
        self.samples += numbers.size
        return SampleBlock(
            sequence=numbers - self._first,
            device_time=numbers / RATE_HZ,
            host_time=np.full(numbers.size, host_time),
            columns={quantity: self._column(rows, field) for quantity, field in COLUMNS.items()},
        )

    def _column(self, rows: np.ndarray, field: str) -> FloatArray:
        """The values (N, 7) in SI units; NaN for what no arm can have."""
        values = rows[field].astype(np.float64)
        # negated comparison: NaN counts as impossible
        wrong = ~(np.abs(values) <= LARGEST_VALUE)
        if wrong.any():
            if field == COLUMNS[Quantity.POSITION]:
                raise DataQualityError("franka-value-impossible", field=field)
            if field not in self._spoilt:
                self._spoilt.add(field)
                log.info("%s has values that no arm can have; they are left out", field)
            values[wrong] = np.nan
        return values
