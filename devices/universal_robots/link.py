"""The stream of the packages of one connection, as blocks of samples and the newest state of the controller.

The controller leaves packages out when it is short of time and sends only the newest. Gaps are
therefore counted from its clock: samples are numbered by the steps of ``timestamp``.
"""

import logging
import time
from collections.abc import Sequence

import numpy as np

from core.recording import FloatArray, Quantity
from devices.controller import ControllerStatus, LinkCounters
from devices.driving.sample_queue import Flood
from devices.driving.stream_link import READ_TIMEOUT_S, StreamLink
from devices.errors import DataQualityError, TransportError
from devices.protocol_rtde.values import RECIPE_FIELD
from devices.protocol_rtde.wire import Kind, Message, field_error
from devices.samples import SampleBlock
from devices.transport.transport import Transport
from devices.universal_robots.negotiation import Conversation, Recipe
from devices.universal_robots.readiness import status_of
from devices.universal_robots.recipe import TIME, ZERO_CELSIUS_K
from devices.universal_robots.settings import SCHEME
from devices.universal_robots.state import UrState

GATHER_S = 0.008
"""Pause after a read, so that a block holds several packages."""
PACED_PACKAGES = 25
"""Packages from which the pace of the controller's clock is measured."""
PACED_S = 1.5
SAME_PACE = 0.1
"""Relative difference up to which the measured rate is the one that was asked for."""


class Link(StreamLink[UrState]):
    """The stream of one connection, from ``open`` until ``close``.

    ``rate`` is the rate in Hz at which the controller's clock steps from package to package; it was
    asked for another one where the controller sends more slowly.
    """

    def __init__(self, transport: Transport, conversation: Conversation, recipe: Recipe) -> None:
        early = _first_packages(conversation)
        rate = _measured_rate(early, recipe)
        super().__init__(transport, device=SCHEME, rate=rate)
        self.rate, self._conversation = rate, conversation
        self.intake = Intake(recipe, rate=rate)
        self._take(early)

    @property
    def status(self) -> ControllerStatus:
        """The newest status."""
        if self.error is not None:
            # an arm that is not received takes no motion, whatever its pendant says
            return ControllerStatus.lost(self.error, heard_at=self.heard_at, remote_enabled=False)
        return status_of(self.intake.state, heard_at=self.heard_at)

    @property
    def counters(self) -> LinkCounters:
        """Counts of packages and samples."""
        overflowed = self.samples.overflowed
        return LinkCounters(
            frames=self.intake.packages,
            samples=self.intake.samples,
            missed=self.intake.missed + overflowed,
            overflowed=overflowed,
        )

    def _read(self) -> None:
        self._take(self._conversation.read(READ_TIMEOUT_S))
        self._ended.wait(GATHER_S)

    def _take(self, messages: Sequence[Message]) -> None:
        bodies = [message.body for message in messages if message.kind is Kind.DATA]
        if not bodies:
            return
        now = time.monotonic()
        block = self.intake.block(bodies, host_time=now)
        if block is not None:
            self._keep(block, self.intake.state, now=now)


def _first_packages(conversation: Conversation) -> list[Message]:
    """The first packages of the stream: enough to see the pace of the controller's clock.

    Raises
    ------
    TransportError
        ``no-samples-from-controller`` if none came.
    """
    found: list[Message] = []
    deadline = time.monotonic() + PACED_S
    while len(found) < PACED_PACKAGES and time.monotonic() < deadline:
        found += [message for message in conversation.read(READ_TIMEOUT_S) if message.kind is Kind.DATA]
    if not found:
        raise TransportError("no-samples-from-controller", seconds=PACED_S)
    return found


def _measured_rate(packages: Sequence[Message], recipe: Recipe) -> float:
    """Rate of the usual step of the controller's clock, Hz; that of the recipe if it is about the same."""
    size = recipe.record.itemsize
    whole = [message.body[:size] for message in packages if len(message.body) >= size]
    times = np.frombuffer(b"".join(whole), dtype=recipe.record)[TIME]
    steps = np.diff(times[np.isfinite(times)])
    steps = steps[steps > 0.0]
    if not steps.size:
        return recipe.rate
    found = 1.0 / float(np.median(steps))
    return recipe.rate if abs(found / recipe.rate - 1.0) <= SAME_PACE else found


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
        # a controller that left packages out while its pace was measured may come to the agreed rate
        self._flood = Flood(max(rate, recipe.rate))
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
        size = self._record.itemsize
        if any(len(body) < size for body in bodies):
            raise field_error("DATA", "length", f"fewer than {size} bytes")
        # like the maker's client: what is behind the agreed fields is left alone
        rows = np.frombuffer(b"".join(body[:size] for body in bodies), dtype=self._record)
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
