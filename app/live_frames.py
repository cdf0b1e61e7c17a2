"""From the ring to the live page: what is new goes into running curves, at most 30 times a second.

Runs only while somebody looks. Every look takes just the samples that have come since the
last one. A stream that falls silent is told once, with the moment of its last sample, and
again when it is back; a new connection starts over by itself. Frames may be dropped here,
data never: recording goes on behind, whether the picture runs, stands or is not looked at.
"""

import math
import time as clock
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.robot_link import RobotLink
from core.diagnostics.live import LiveSignals
from core.diagnostics.signals import Signal as Watched
from core.diagnostics.signals import signal_values
from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.samples import SampleBlock

if TYPE_CHECKING:
    from devices.acquisition.acquisition import Acquisition

FRAME_MS = 34
STALE_AFTER_S = 0.5
WINDOW_S = 10.0
WINDOWS_S = (2.0, 10.0, 60.0)
"""What can be looked at; the ring holds no more."""
_NOTHING_READ = -1


@dataclass(frozen=True, eq=False)
class LiveFrame:
    """What the live page shows now, in SI units; n joints, M points a curve."""

    time: FloatArray
    """(M,) s before the newest sample."""
    curves: Mapping[Watched, FloatArray]
    """(M, n) of every signal: smallest and largest sample of each bucket, NaN where samples are missing."""
    now: Mapping[Watched, FloatArray]
    """(n,) the mean of the last moment."""
    tool: FloatArray
    """(n,) m at the tool for each joint's deflection."""
    tool_shift: float
    """m at the tool for all of them together."""
    pose: FloatArray
    """(n,) the model's joint positions."""
    is_stale: bool
    heard_at: datetime | None
    """When the newest sample came, on the wall clock; None before the first."""


class LiveFrames(QObject):
    """Feeds the live page with the stream of whatever robot is connected."""

    begun = Signal(object)
    """LiveSignals of a stream that is new: what can be watched of it."""
    arrived = Signal(object)
    """LiveFrame."""
    frozen = Signal(object)
    """SampleBlock: the window at full rate, as it was when the picture was held."""

    def __init__(self, link: RobotLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._acquisition: Acquisition | None = None
        self._robot: RobotModel | None = None
        self.signals: LiveSignals | None = None
        """Running curves, loop and numbers of the stream; None before the first."""
        self.window_s = WINDOW_S
        self.zero_shift: FloatArray | None = None
        """(n,) the deflection that counts as none; None while nothing was zeroed."""
        self.look_s = 0.0
        """How long the last look took, with all that listens to it."""
        self._generation = _NOTHING_READ
        self._read_to_s = math.inf
        self._was_stale = False
        self._held: SampleBlock | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._look)

    @property
    def is_running(self) -> bool:
        """Whether somebody looks."""
        return self._timer.isActive()

    @property
    def is_paused(self) -> bool:
        """Whether the picture is held."""
        return self._held is not None

    def start(self) -> None:
        """Somebody looks."""
        self._timer.start()

    def stop(self) -> None:
        """Nobody looks any more."""
        self._timer.stop()

    def set_window(self, seconds: float) -> None:
        """Show another stretch of time, filled from what is still in memory."""
        self.window_s = seconds
        self._restart()

    def zero(self) -> None:
        """What is deflected now counts as no deflection."""
        if self.signals is not None:
            self.zero_shift = self.signals.set_zero()
            self._restart()

    def clear_zero(self) -> None:
        """Deflections as the encoders say them."""
        self.zero_shift = None
        if self.signals is not None:
            self.signals.clear_zero()
            self._restart()

    def pause(self) -> None:
        """Hold the picture; ``frozen`` follows at once. The stream is read on behind it."""
        if self._held is None and self.signals is not None:
            self._held = self.visible()
            self.frozen.emit(self._held)

    def resume(self) -> None:
        """Let the picture run again, with everything that came meanwhile."""
        if self._held is not None:
            self._held = None
            self._show()

    def visible(self) -> SampleBlock:
        """What is on the screen, at full rate: the window up to the last look, or as it is held."""
        if self._held is not None:
            return self._held
        raise NotImplementedError

    def values(self, signal: Watched) -> tuple[FloatArray, FloatArray]:
        """One signal of what is on the screen, at full rate: time (N,) s before the newest, (N, n) SI."""
        raise NotImplementedError

    def _restart(self) -> None:
        raise NotImplementedError

    def _show(self) -> None:
        raise NotImplementedError

    def _look(self) -> None:
        raise NotImplementedError
