"""Converts packages to blocks of samples, and keeps the newest state of the controller.

The controller leaves packages out when it is short of time and sends only the newest. Gaps are
therefore counted from its clock: samples are numbered by the steps of ``timestamp``.
"""

import logging
from collections.abc import Sequence

import numpy as np

from core.recording import FloatArray, Quantity
from devices.driving.flood import Flood
from devices.errors import DataQualityError
from devices.protocol_rtde.values import RECIPE_FIELD
from devices.protocol_rtde.wire import field_error
from devices.samples import SampleBlock
from devices.universal_robots.negotiation import Recipe
from devices.universal_robots.recipe import TIME, ZERO_CELSIUS_K
from devices.universal_robots.state import UrState

LARGEST_VALUE = 1e6
"""No position, speed, current, torque or temperature of an arm is larger, in SI units."""
LARGEST_TIME_S = 1e9
"""No controller runs for thirty years, s."""
log = logging.getLogger(__name__)


class Intake:
    """Converts the packages of one recipe; ``rate`` in Hz is that of the controller's clock steps."""

    def __init__(self, recipe: Recipe, *, rate: float) -> None:
        self._record, self._number = recipe.record, recipe.number
        self._rate = rate
        names, self._dialect = recipe.names, recipe.dialect
        self._columns = {q: column for q, column in self._dialect.columns.items() if column.name in names}
        self._states = {name: known for name, known in self._dialect.state_fields.items() if name in names}
        self._flood = Flood(rate)
        self._last: tuple[int, float] | None = None
        self._spoilt: set[Quantity] = set()
        self.state: UrState | None = None
        """State of the controller in the newest package; None before the first."""
        self.samples = 0
        self.missed = 0
        self.packages = 0

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """The quantities of the columns."""
        return tuple(self._columns)

    def block(self, bodies: Sequence[bytes], *, host_time: float) -> SampleBlock | None:
        """Convert packages; None if each repeats the one before.

        Raises
        ------
        ProtocolError
            ``protocol-field`` for a package that is not of the recipe; ``stream-too-fast``.
        DataQualityError
            ``ur-restarted`` if the controller's clock went back, ``ur-value-impossible`` if a clock
            or a position is no number.
        """
        rows = self._rows(bodies)
        times = np.asarray(rows[TIME], dtype=np.float64)
        # negated comparison: NaN counts as impossible
        if not (np.abs(times) <= LARGEST_TIME_S).all():
            raise DataQualityError("ur-value-impossible", field=TIME)
        self._flood.expect_bearable(len(rows), host_time=host_time)
        rows, times = self._without_repeats(rows, times)
        if not times.size:
            return None
        block = SampleBlock(
            sequence=self._numbers(times),
            device_time=times,
            host_time=np.full(times.size, host_time),
            columns={quantity: self._column(rows, quantity) for quantity in self._columns},
        )
        self.samples += times.size
        newest = {known: rows[name][-1] for name, known in self._states.items()}
        dialect = self._dialect
        self.state = UrState.of(newest, booted_s=dialect.booted_s, stopped=dialect.runtime_stopped)
        return block

    def _rows(self, bodies: Sequence[bytes]) -> np.ndarray:
        self.packages += len(bodies)
        if any(len(body) != self._record.itemsize for body in bodies):
            raise field_error("DATA", "length", f"not {self._record.itemsize} bytes")
        rows = np.frombuffer(b"".join(bodies), dtype=self._record)
        if self._number and (rows[RECIPE_FIELD] != self._number).any():
            raise field_error("DATA", "recipe", f"not {self._number}")
        return rows

    def _without_repeats(self, rows: np.ndarray, times: FloatArray) -> tuple[np.ndarray, FloatArray]:
        """Drop packages of the same clock time; a clock that goes back belongs to another power-on."""
        before = times[0] - 1.0 if self._last is None else self._last[1]
        steps = np.diff(times, prepend=before)
        if (steps < 0.0).any():
            place = int(np.argmax(steps < 0.0))
            now = float(times[place])
            raise DataQualityError("ur-restarted", before=now - float(steps[place]), now=now)
        new = steps > 0.0
        return rows[new], times[new]

    def _numbers(self, times: FloatArray) -> np.ndarray:
        """Number the samples: a step of the clock by two periods leaves one number out."""
        number, before = self._last or (-1, times[0] - 1.0 / self._rate)
        # rounded step by step: the jitter of a slow stream must not add up to a gap
        steps = np.maximum(np.rint(np.diff(times, prepend=before) * self._rate).astype(np.int64), 1)
        numbers = number + np.cumsum(steps)
        self.missed += int(numbers[-1]) - number - times.size
        self._last = (int(numbers[-1]), float(times[-1]))
        return numbers

    def _column(self, rows: np.ndarray, quantity: Quantity) -> FloatArray:
        """The values (N, 6) in SI units; NaN for what no arm can have."""
        field = self._columns[quantity]
        values = np.asarray(rows[field.name], dtype=np.float64) + field.offset
        # negated comparison: NaN counts as impossible
        wrong = ~(np.abs(values) <= LARGEST_VALUE)
        if quantity is Quantity.TEMPERATURE:
            wrong |= values == ZERO_CELSIUS_K  # a joint without power reports 0 °C
        if wrong.any():
            self._spoil(quantity, field.name)
            values[wrong] = np.nan
        return values

    def _spoil(self, quantity: Quantity, name: str) -> None:
        if quantity is Quantity.POSITION:
            raise DataQualityError("ur-value-impossible", field=name)
        if quantity not in self._spoilt:
            self._spoilt.add(quantity)
            log.info("%s has values that no arm can have; they are left out", name)
