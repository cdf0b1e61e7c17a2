"""Judges the stream while it runs: its clock, its holes, its damaged frames, its silence, its channels.

What a finding leads to (a stop, a mark in the recording) is not decided here.
"""

from collections import deque
from collections.abc import Callable

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.acquisition.channel_checks import DisagreementCheck, GlitchCheck, StuckChannelCheck
from devices.acquisition.findings import OnFinding, Reporter
from devices.acquisition.joint_positions import JointPositions, joint_from_motor
from devices.controller import Controller
from devices.samples import SampleBlock

CLOCK_JUMP_S = 0.1
"""A step of the device's clock so far from what the sequence numbers say is a jump."""
CLOCK_JUMP_PERIODS = 5.0
WINDOW_S = 5.0
"""Rates of holes and damaged frames are judged over this long."""
MOST_PIECES = 1000
"""Of the stream that are judged together, whatever the clocks say."""
GAP_SHARE = 0.01
FEWEST_HOLES = 3
GAP_SHARE_OF_ONE = 0.05
"""One or two holes are borne up to this share: a hiccup, not a bad line."""
DAMAGED_SHARE = 0.01
FEWEST_DAMAGED = 5
SILENCE_S = 0.5


class ClockCheck:
    """``clock-jump``: the device's clock steps back, or otherwise than its sequence numbers."""

    def __init__(self, reporter: Reporter, *, period: float) -> None:
        self._reporter, self._period = reporter, period
        self._bound = max(CLOCK_JUMP_S, CLOCK_JUMP_PERIODS * period)
        self._last: tuple[int, float] | None = None

    def __call__(self, block: SampleBlock) -> None:
        """Judge one block."""
        numbers, times = block.sequence, block.device_time
        if self._last is not None:
            numbers = np.concatenate([[self._last[0]], numbers])
            times = np.concatenate([[self._last[1]], times])
        self._last = (int(numbers[-1]), float(times[-1]))
        elapsed = np.diff(times)
        jump = elapsed - np.diff(numbers) * self._period
        wrong = np.flatnonzero((np.abs(jump) > self._bound) | (elapsed <= 0.0))
        if wrong.shape[0]:
            place = int(wrong[0])
            self._reporter.report("clock-jump", time=float(times[place]), jump=float(jump[place]))


class GapCheck:
    """``too-many-gaps``: of five seconds more than 1 % never arrived, here and there, or 5 % at once."""

    def __init__(self, reporter: Reporter, *, period: float) -> None:
        self._reporter = reporter
        self._samples = WINDOW_S / period
        self._last: int | None = None
        self._window: deque[tuple[float, int, int]] = deque()

    def __call__(self, block: SampleBlock) -> None:
        """Judge one block."""
        first = int(block.sequence[0]) - 1 if self._last is None else self._last
        self._last = int(block.sequence[-1])
        missing = max(self._last - first - block.count, 0)
        now = float(block.device_time[-1])
        self._window.append((now, block.count, missing))
        while abs(now - self._window[0][0]) > WINDOW_S or len(self._window) > MOST_PIECES:
            self._window.popleft()
        received = sum(count for _, count, _ in self._window)
        lost = sum(count for _, _, count in self._window)
        holes = sum(count > 0 for _, _, count in self._window)
        if lost > self._samples * (GAP_SHARE if holes >= FEWEST_HOLES else GAP_SHARE_OF_ONE):
            facts = {"missing": lost, "share": lost / (lost + received), "seconds": WINDOW_S}
            self._reporter.report("too-many-gaps", time=now, **facts)


class DamagedFramesCheck:
    """``too-many-damaged-frames``: more than 1 % of the last seconds' frames were thrown away."""

    def __init__(self, reporter: Reporter, controller: Controller) -> None:
        self._reporter, self._controller = reporter, controller
        self._window: deque[tuple[float, int, int]] = deque()

    def __call__(self, block: SampleBlock) -> None:
        """Look at the counters when a block comes."""
        counters = self._controller.counters
        now = float(block.host_time[-1])
        self._window.append((now, counters.frames, counters.damaged))
        while now - self._window[0][0] > WINDOW_S or len(self._window) > MOST_PIECES:
            self._window.popleft()
        _, frames, damaged = self._window[0]
        frames, damaged = counters.frames - frames, counters.damaged - damaged
        if damaged >= FEWEST_DAMAGED and damaged > DAMAGED_SHARE * (frames + damaged):
            facts = {"damaged": damaged, "frames": frames + damaged, "seconds": WINDOW_S}
            self._reporter.report("too-many-damaged-frames", time=float(block.device_time[-1]), **facts)


class SilenceCheck:
    """``stream-silent``: nothing has come for half a second; once for each silence."""

    def __init__(self, on_finding: OnFinding, *, limit: float = SILENCE_S) -> None:
        self._on_finding, self._limit = on_finding, limit
        self._last_time = float("nan")
        self._is_silent = False

    def __call__(self, block: SampleBlock) -> None:
        """The stream is alive."""
        self._last_time, self._is_silent = float(block.device_time[-1]), False

    def on_silence(self, seconds: float) -> None:
        """Nothing has come for ``seconds``."""
        if seconds > self._limit and not self._is_silent:
            self._is_silent = True
            Reporter(self._on_finding).report("stream-silent", time=self._last_time, silence=seconds)


class StreamChecks:
    """All checks of one stream as one watcher for ``Acquisition``.

    Examples
    --------
    >>> checks = StreamChecks(controller, robot, on_finding=session.on_finding)  # doctest: +SKIP
    >>> acquisition.add_watcher(checks)  # doctest: +SKIP
    """

    def __init__(
        self,
        controller: Controller,
        robot: RobotModel,
        *,
        on_finding: OnFinding,
        commanded_speed: Callable[[], FloatArray | None] | None = None,
    ) -> None:
        reporter = Reporter(on_finding)
        period = 1.0 / controller.capabilities.sample_rate
        self.disagreement = DisagreementCheck(reporter)
        """Its ``bound`` may be narrowed while jogging."""
        self._link = (
            ClockCheck(reporter, period=period),
            GapCheck(reporter, period=period),
            DamagedFramesCheck(reporter, controller),
        )
        self._channels = (
            StuckChannelCheck(reporter, commanded_speed=commanded_speed),
            GlitchCheck(reporter, period=period),
            self.disagreement,
        )
        self._silence = SilenceCheck(on_finding)
        self._joint_from_motor = joint_from_motor(robot)

    def __call__(self, block: SampleBlock) -> None:
        """Judge one block."""
        self._silence(block)
        for check in self._link:
            check(block)
        positions = JointPositions.of(block, joint_from_motor=self._joint_from_motor)
        for channel_check in self._channels:
            channel_check(positions)

    def on_silence(self, seconds: float) -> None:
        """Nothing has come for ``seconds``."""
        self._silence.on_silence(seconds)
