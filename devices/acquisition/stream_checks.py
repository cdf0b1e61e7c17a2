"""Checks the stream while it runs: clock, gaps, damaged frames, silence and channels.

The checks only report findings. The callback decides whether to stop or to mark the recording.

The stream arrives in frames of about 10 ms. The watchdog must act at once and looks at each
frame. The checks of the stream take several frames at a time and see the same samples.
"""

from collections import deque
from collections.abc import Callable, Collection, Sequence
from functools import partial

import numpy as np

from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel
from devices.acquisition.channel_checks import (
    EFFORTS,
    POSITIONS,
    DisagreementCheck,
    GlitchCheck,
    JointPositions,
    OnFinding,
    Reporter,
    StuckChannelCheck,
    joint_from_motor,
)
from devices.controller import Controller, Said, note_of, remark_of
from devices.samples import SampleBlock

CLOCK_JUMP_S = 0.1
"""A clock step that differs by more than this from the sequence numbers is a jump."""
CLOCK_JUMP_PERIODS = 5.0
WINDOW_S = 5.0
"""Length of the window in which rates of gaps and damaged frames are measured, s."""
MOST_PIECES = 1000
"""Upper limit of blocks in one window, whatever the clocks show."""
GAP_SHARE = 0.01
FEWEST_HOLES = 3
GAP_SHARE_OF_ONE = 0.05
"""Limit for one or two gaps: a short interruption, not a bad line."""
DAMAGED_SHARE = 0.01
FEWEST_DAMAGED = 5
SILENCE_S = 0.5

MOST_BLOCKS = 100
"""Upper limit of blocks that wait, whatever the device's clock shows."""
GATHERED_S = 0.04
"""Short enough that a motion is stopped for a finding within 0.1 s."""


class ClockCheck:
    """``clock-jump``: the device's clock goes back, or steps differently than its sequence numbers."""

    def __init__(self, reporter: Reporter, *, period: float) -> None:
        self._reporter, self._period = reporter, period
        self._bound = max(CLOCK_JUMP_S, CLOCK_JUMP_PERIODS * period)
        self._last: tuple[int, float] | None = None

    def __call__(self, block: SampleBlock) -> None:
        """Check one block, with its step from the block before."""
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
    """``too-many-gaps``: in 5 s over 1 % of the samples are missing in three gaps or more, or over 5 %."""

    def __init__(self, reporter: Reporter, *, period: float) -> None:
        self._reporter = reporter
        self._samples = WINDOW_S / period
        self._last: int | None = None
        self._window: deque[tuple[float, int, int]] = deque()
        self._received = self._lost = self._holes = 0
        """Totals over the window: samples, missing samples, and blocks behind a gap."""

    def __call__(self, block: SampleBlock) -> None:
        """Check one block, with the gap in front of it."""
        first = int(block.sequence[0]) - 1 if self._last is None else self._last
        self._last = int(block.sequence[-1])
        missing = max(self._last - first - block.count, 0)
        now = float(block.device_time[-1])
        self._window.append((now, block.count, missing))
        self._count(block.count, missing, way=1)
        # abs: a device clock that went back must not keep old entries for ever
        while abs(now - self._window[0][0]) > WINDOW_S or len(self._window) > MOST_PIECES:
            _, count, gone = self._window.popleft()
            self._count(count, gone, way=-1)
        lost = self._lost
        if lost > self._samples * (GAP_SHARE if self._holes >= FEWEST_HOLES else GAP_SHARE_OF_ONE):
            facts = {"missing": lost, "share": lost / (lost + self._received), "seconds": WINDOW_S}
            self._reporter.report("too-many-gaps", time=now, **facts)

    def _count(self, received: int, missing: int, *, way: int) -> None:
        """Add a block to the totals, or take it out of them again."""
        self._received += way * received
        self._lost += way * missing
        self._holes += way * (missing > 0)


class DamagedFramesCheck:
    """``too-many-damaged-frames``: more than 1 % of the frames of the last seconds were discarded."""

    def __init__(self, reporter: Reporter, controller: Controller) -> None:
        self._reporter, self._controller = reporter, controller
        self._window: deque[tuple[float, int, int]] = deque()

    def __call__(self, block: SampleBlock) -> None:
        """Compare the link counters with those at the start of the window."""
        counters = self._controller.counters
        now = float(block.host_time[-1])
        self._window.append((now, counters.frames, counters.damaged))
        while now - self._window[0][0] > WINDOW_S or len(self._window) > MOST_PIECES:
            self._window.popleft()
        _, frames, damaged = self._window[0]
        # the counters run from connect on; the difference is what happened within the window
        frames, damaged = counters.frames - frames, counters.damaged - damaged
        if damaged >= FEWEST_DAMAGED and damaged > DAMAGED_SHARE * (frames + damaged):
            facts = {"damaged": damaged, "frames": frames + damaged, "seconds": WINDOW_S}
            self._reporter.report("too-many-damaged-frames", time=float(block.device_time[-1]), **facts)


class SilenceCheck:
    """``stream-silent``: no sample for half a second; reported once per silence."""

    def __init__(self, on_finding: OnFinding, *, limit: float = SILENCE_S) -> None:
        self._on_finding, self._limit = on_finding, limit
        self._last_time = float("nan")
        self._is_silent = False

    def __call__(self, block: SampleBlock) -> None:
        """Note that samples arrive again."""
        self._last_time, self._is_silent = float(block.device_time[-1]), False

    def on_silence(self, seconds: float) -> None:
        """Report the silence of ``seconds`` if it is beyond the limit."""
        if seconds > self._limit and not self._is_silent:
            self._is_silent = True
            # a reporter of its own: a new silence within REPEAT_S is a new finding
            Reporter(self._on_finding).report("stream-silent", time=self._last_time, silence=seconds)


class SaidCheck:
    """Reports what a controller says of its samples, each time that it says something else."""

    def __init__(self, reporter: Reporter, said: Callable[[], Said]) -> None:
        self._reporter, self._said = reporter, said
        self._before = ""

    def __call__(self, block: SampleBlock) -> None:
        """Report what was not said before, with the time of the newest sample."""
        code, facts = self._said()
        before, self._before = self._before, code
        if code and code != before:
            self._reporter.report(code, time=float(block.device_time[-1]), **facts)


class StreamChecks:
    """All checks of one stream as one watcher for ``Acquisition``.

    ``on_finding`` is called with what is wrong, ``on_note`` with what is only to be kept.

    Examples
    --------
    >>> checks = StreamChecks(controller, robot, on_finding=print, on_note=print)  # doctest: +SKIP
    >>> acquisition.add_watcher(checks)  # doctest: +SKIP
    """

    QUANTITIES = (*POSITIONS, *EFFORTS)
    """The checks look at no others."""

    def __init__(
        self,
        controller: Controller,
        robot: RobotModel,
        *,
        on_finding: OnFinding,
        on_note: OnFinding,
        commanded_speed: Callable[[], FloatArray | None] | None = None,
    ) -> None:
        reporter = Reporter(on_finding)
        period = 1.0 / controller.capabilities.sample_rate
        self.disagreement = DisagreementCheck(reporter)
        """Check of the encoders against each other; its ``bound`` may be narrowed while jogging."""
        self._link = (
            ClockCheck(reporter, period=period),
            GapCheck(reporter, period=period),
            DamagedFramesCheck(reporter, controller),
            SaidCheck(reporter, partial(remark_of, controller)),
            SaidCheck(Reporter(on_note), partial(note_of, controller)),
        )
        self._channels = (
            StuckChannelCheck(reporter, commanded_speed=commanded_speed),
            GlitchCheck(reporter, period=period),
            self.disagreement,
        )
        self._silence = SilenceCheck(on_finding)
        self._joint_from_motor = joint_from_motor(robot)

    def __call__(self, block: SampleBlock) -> None:
        """Run all checks on one block."""
        self._silence(block)
        for check in self._link:
            check(block)
        positions = JointPositions.of(block, joint_from_motor=self._joint_from_motor)
        for channel_check in self._channels:
            channel_check(positions)

    def on_silence(self, seconds: float) -> None:
        """Report the silence of ``seconds`` if it is beyond the limit."""
        self._silence.on_silence(seconds)


def joined_blocks(blocks: Sequence[SampleBlock], *, only: Collection[Quantity] | None = None) -> SampleBlock:
    """Concatenate consecutive blocks; a quantity that one of them lacks, or not in ``only``, is left out."""
    first = blocks[0]
    if len(blocks) == 1:
        return first
    wanted = first.columns if only is None else [name for name in first.columns if name in only]
    shared = [quantity for quantity in wanted if all(quantity in block.columns for block in blocks)]
    return SampleBlock(
        sequence=np.concatenate([block.sequence for block in blocks]),
        device_time=np.concatenate([block.device_time for block in blocks]),
        host_time=np.concatenate([block.host_time for block in blocks]),
        columns={name: np.concatenate([block.columns[name] for block in blocks]) for name in shared},
    )


class Gathered:
    """Calls a watcher with ``seconds`` of device time at once; every sample, in order.

    Of several blocks only the quantities in ``only`` are joined, if it is given.

    If no samples arrive, the waiting blocks are passed on first, then ``on_silence`` is called.
    """

    def __init__(
        self,
        watcher: Callable[[SampleBlock], None],
        *,
        on_silence: Callable[[float], None] | None = None,
        seconds: float = GATHERED_S,
        only: Collection[Quantity] | None = None,
    ) -> None:
        self._watcher, self._tell_silence, self._seconds, self._only = watcher, on_silence, seconds, only
        self._waiting: list[SampleBlock] = []

    def __call__(self, block: SampleBlock) -> None:
        """Add a block; pass the waiting blocks on when they are long enough."""
        self._waiting.append(block)
        began, ends = self._waiting[0].device_time[0], block.device_time[-1]
        # pass on if the clock went back, and after MOST_BLOCKS if it is frozen
        if not 0.0 <= ends - began < self._seconds or len(self._waiting) >= MOST_BLOCKS:
            self.flush()

    def on_silence(self, seconds: float) -> None:
        """Pass on the waiting blocks, then report the silence of ``seconds``."""
        self.flush()
        if self._tell_silence is not None:
            self._tell_silence(seconds)

    def flush(self) -> None:
        """Pass the waiting blocks on now."""
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            self._watcher(joined_blocks(waiting, only=self._only))
