"""Converts monitor frames to blocks of samples, and keeps the newest state of the controller."""

import logging
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray, Quantity
from devices.driving.flood import Flood
from devices.elite_ec.clock import FrameClock
from devices.elite_ec.counting import Counting
from devices.elite_ec.settings import RATE_HZ
from devices.elite_ec.state import EcState
from devices.errors import DataQualityError
from devices.protocol_elite_ec.monitor import record_of, rows_of
from devices.samples import SampleBlock

ZERO_CELSIUS_K = 273.15
LARGEST_DEG = 7200.0
"""No joint turns farther than twenty times."""
LARGEST_VALUE = 1e6
STEADY_DEG = 0.01
"""A slot behind the joints that changes by more belongs to an external axis that moves."""
_FIELDS = {
    Quantity.POSITION: "position_deg",
    Quantity.VELOCITY: "velocity_deg_s",
    Quantity.TORQUE: "torque",
    Quantity.TEMPERATURE: "temperature_celsius",
}
log = logging.getLogger(__name__)


class Intake:
    """Converts the frames of one connection; all have ``size`` bytes."""

    def __init__(self, counting: Counting, *, size: int, torque_scale: FloatArray) -> None:
        self._counting, self._torque_scale = counting, torque_scale
        self._size = size
        names = record_of(size).names or ()
        self.quantities = tuple(quantity for quantity, name in _FIELDS.items() if name in names)
        """The quantities of the frames."""
        self.clock = FrameClock()
        self._flood = Flood(RATE_HZ)
        self._spoilt: set[Quantity] = set()
        self._others: FloatArray | None = None
        self.others_move = False
        """True once a slot behind the joints has changed: an external axis moves."""
        self.state: EcState | None = None
        self.samples = 0

    def block(self, frames: Sequence[bytes], *, host_time: float) -> SampleBlock:
        """Convert frames.

        Raises
        ------
        ProtocolError
            ``stream-too-fast``.
        DataQualityError
            ``ec-value-impossible`` if a position is no number; ``ec-frame-size`` if the frames have grown.
        """
        if len(frames[0]) != self._size:
            raise DataQualityError("ec-frame-size", before=self._size, now=len(frames[0]))
        rows = rows_of(frames)
        self._flood.expect_bearable(len(rows), host_time=host_time)
        numbers, times = self.clock.take(rows["stamp_ms"].tolist(), arrived=host_time)
        block = SampleBlock(
            sequence=numbers,
            device_time=times,
            host_time=np.full(times.size, host_time),
            columns={quantity: self._column(rows, quantity) for quantity in self.quantities},
        )
        self._watch_others(rows)
        self.samples += times.size
        self.state = EcState.of(rows[-1], time=float(times[-1]), counting=self._counting)
        return block

    def _column(self, rows: npt.NDArray[np.void], quantity: Quantity) -> FloatArray:
        """The values (N, n) in SI units; NaN for what no arm can have."""
        values = np.asarray(rows[_FIELDS[quantity]], dtype=np.float64)
        # negated comparison: NaN counts as impossible
        largest = LARGEST_DEG if quantity is Quantity.POSITION else LARGEST_VALUE
        wrong = ~(np.abs(values[:, : self._counting.joints]) <= largest)
        if wrong.any() and quantity is Quantity.POSITION:
            raise DataQualityError("ec-value-impossible", field=_FIELDS[quantity])
        found = self._in_si_units(values, quantity)
        if quantity is Quantity.TEMPERATURE:
            wrong |= values[:, : self._counting.joints] == 0.0  # a joint without power, or a reserved field
        if wrong.any():
            found[wrong] = np.nan
            if quantity not in self._spoilt:
                self._spoilt.add(quantity)
                log.info("%s has values that no arm can have; they are left out", _FIELDS[quantity])
        return found

    def _in_si_units(self, values: FloatArray, quantity: Quantity) -> FloatArray:
        if quantity is Quantity.POSITION:
            return self._counting.position(values)
        if quantity is Quantity.VELOCITY:
            return self._counting.velocity(values)
        own = values[:, : self._counting.joints].copy()
        return own + ZERO_CELSIUS_K if quantity is Quantity.TEMPERATURE else own * self._torque_scale

    def _watch_others(self, rows: npt.NDArray[np.void]) -> None:
        others = np.asarray(rows["position_deg"], dtype=np.float64)[:, self._counting.joints :]
        if self._others is None:
            self._others = others[0].copy()
        # negated comparison: NaN counts as constant, as an axis that is not there
        self.others_move = self.others_move or bool((np.abs(others - self._others) > STEADY_DEG).any())
