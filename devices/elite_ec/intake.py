"""Converts monitor frames to blocks of samples, and keeps the newest state of the controller.

The frames come every 8 ms and carry the controller's wall clock in whole milliseconds, which is coarse,
comes late when the controller is busy, and may be set. Their count is even: it is the time, and the clock
corrects its pace and shows where frames are missing.
"""

import logging
from collections import deque
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray, Quantity
from devices.driving.sample_queue import Flood
from devices.elite_ec.counting import Counting
from devices.elite_ec.settings import RATE_HZ
from devices.elite_ec.state import EcState
from devices.errors import DataQualityError
from devices.protocol_elite_ec.monitor import PERIOD_S, record_of, rows_of
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


GAIN, PACE_GAIN = 0.02, 1e-4
"""Share of the difference that corrects the time and the pace with each frame: settled in a second."""
WORST_PACE = 0.005
JUMP_S = 0.1
"""A difference beyond this is no delay: frames are missing, or the clock was set."""
SKIP_SHARE = 0.75
"""Part of a period by which several frames in a row are late if one before them was left out."""
LOOKED_AT = 5


class FrameClock:
    """Numbers the frames of one connection and gives them times, s since its first."""

    def __init__(self) -> None:
        self._number, self._time = -1, 0.0
        self._period = PERIOD_S
        self._zero = 0.0
        self._arrived = 0.0
        self._late: deque[float] = deque(maxlen=LOOKED_AT)
        self.missed = 0
        """Number of frames that are missing."""
        self.jumps = 0
        """Number of times that the controller's clock was set."""
        self.jump_s = 0.0
        """By how much the last time, s."""

    def take(self, stamps_ms: Sequence[int], *, arrived: float) -> tuple[npt.NDArray[np.int64], FloatArray]:
        """Number (N,) and time (N,) of frames that ``arrived`` together, s on this computer's clock."""
        numbers, times = [], []
        for place, stamp in enumerate(stamps_ms):
            pause = arrived - self._arrived if place == 0 else 0.0
            self._step(1e-3 * stamp, pause=pause)
            numbers.append(self._number)
            times.append(self._time)
        self._arrived = arrived
        return np.array(numbers, dtype=np.int64), np.array(times)

    def _step(self, stamp: float, *, pause: float) -> None:
        if self._number < 0:
            self._number, self._zero = 0, stamp
            return
        difference = stamp - self._zero - (self._time + self._period)
        if abs(difference) > JUMP_S:
            # a pause of the stream: nothing came meanwhile. Otherwise the clock was set.
            skipped = round(difference / self._period) if pause > 0.5 * difference > 0.0 else 0
            if not skipped:
                self.jumps, self.jump_s = self.jumps + 1, difference
                self._zero += difference
            self._late.clear()
        else:
            self._late.append(difference)
            skipped = self._skipped()
        left = stamp - self._zero - (self._time + (1 + skipped) * self._period)
        self._number += 1 + skipped
        self.missed += skipped
        self._time += (1 + skipped) * self._period + GAIN * left
        self._period += PACE_GAIN * left
        self._period = min(max(self._period, PERIOD_S * (1.0 - WORST_PACE)), PERIOD_S * (1.0 + WORST_PACE))

    def _skipped(self) -> int:
        """Frames that were left out shortly before, seen by several that are late by as much."""
        if len(self._late) < LOOKED_AT:
            return 0
        usual = sorted(self._late)[LOOKED_AT // 2]
        if abs(usual) < SKIP_SHARE * self._period:
            return 0
        self._late.clear()
        if usual < 0.0:  # frames cannot be too many: the clock was set back a little
            self.jumps, self.jump_s = self.jumps + 1, usual
            self._zero += usual
            return 0
        return round(usual / self._period)
