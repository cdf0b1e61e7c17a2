"""Feeds views with the newest samples of the ring, decimated for the screen, at most 30 times a second.

Runs only while a view is shown. A stream that has gone silent is reported once, with the time of its last
sample, and again when it is back. Frames may be dropped here, data never.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.arm.link import RobotLink
from core.recording import FloatArray, Quantity
from core.signals.decimation import minmax

if TYPE_CHECKING:
    from devices.acquisition.ring import Ring

FRAME_MS = 34
STALE_AFTER_S = 0.5
WINDOW_S = 10.0
BUCKETS = 600
"""Groups that a curve is reduced to; each keeps its smallest and largest sample."""

Channel = Callable[[Mapping[Quantity, FloatArray]], FloatArray]
"""Returns one curve (N,) in SI units from the newest columns (N, joints)."""


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A curve for a view: ``time`` (M,) s, at most 0 for the newest sample, and ``values`` (M,)."""

    time: FloatArray
    values: FloatArray
    is_stale: bool
    heard_at: datetime | None
    """Wall-clock time of the newest sample; None before the first."""
    newest: float
    """Newest value; NaN without samples."""


def is_silent(ring: "Ring | None") -> bool:
    """True if no sample has arrived for ``STALE_AFTER_S``, or none ever."""
    return ring is None or ring.age() > STALE_AFTER_S


def heard_at(ring: "Ring | None") -> datetime | None:
    """Wall-clock time of the newest sample; None before the first."""
    age_s = math.inf if ring is None else ring.age()
    return datetime.now(UTC).astimezone() - timedelta(seconds=age_s) if math.isfinite(age_s) else None


def newest_of(ring: "Ring", channel: Channel, *, is_stale: bool) -> Snapshot:
    """The newest ``WINDOW_S`` of a curve, decimated for the screen."""
    time, values = ring.curve(WINDOW_S, channel)
    newest = float(values[-1]) if values.size else math.nan
    shown_time, shown = minmax(time - time[-1] if time.size else time, values, buckets=BUCKETS)
    return Snapshot(shown_time, shown, is_stale, heard_at(ring), newest)


class LiveFeed(QObject):
    """Feeds one curve at a time to its listeners."""

    arrived = Signal(object)
    """Snapshot."""

    def __init__(self, link: RobotLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._channel: Channel | None = None
        self._generation = -1
        self._was_stale = False
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._look)

    @property
    def is_running(self) -> bool:
        """True while a view shows the curve."""
        return self._timer.isActive()

    def show(self, channel: Channel) -> None:
        """Feed another curve from now on."""
        self._channel = channel
        self._generation = -1

    def start(self) -> None:
        """Start, because a view shows the curve."""
        self._generation = -1
        self._timer.start()

    def stop(self) -> None:
        """Stop, because no view shows the curve any more."""
        self._timer.stop()

    def _look(self) -> None:
        acquisition = self._link.acquisition
        if acquisition is None or self._channel is None:
            return
        ring = acquisition.ring
        is_stale = is_silent(ring)
        if ring.generation == self._generation and is_stale == self._was_stale:
            return
        self._generation, self._was_stale = ring.generation, is_stale
        self.arrived.emit(newest_of(ring, self._channel, is_stale=is_stale))
