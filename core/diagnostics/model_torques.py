"""Torques of an identified model as live curves, and detection of external torques.

The module does not run the model: the code that runs it beside the stream feeds the torques, some time
after their samples. Each row has the number of its sample.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.diagnostics.newest_samples import NewestSamples
from core.diagnostics.signals import MODEL_SIGNALS, Signal
from core.recording import FloatArray
from core.signals.decimation import RunningMinMax

SequenceArray = npt.NDArray[np.int64]
PUSHED_AFTER_S = 0.2
"""Time for which an external torque must exceed its threshold before it is reported, s."""
LONGEST_WINDOW_S = 60.0
_AT_ONCE = 4096
"""Samples processed at once for another window: some milliseconds of work."""
_MEASURED, _THRESHOLD = len(MODEL_SIGNALS), len(MODEL_SIGNALS) + 1
_KINDS = len(MODEL_SIGNALS) + 2


@dataclass(frozen=True)
class TorqueRows:
    """Torques of some samples, (N, n) each in N·m (N), NaN where one is not known.

    ``sequence`` (N,) are the numbers of the samples, ``time`` (N,) s on the device's clock.
    """

    sequence: SequenceArray
    time: FloatArray
    measured: FloatArray
    """Filtered as ``expected``, so that both are in phase."""
    expected: FloatArray
    external: FloatArray
    threshold: FloatArray
    """Threshold that ``external`` must exceed."""


@dataclass(frozen=True)
class Push:
    """An external torque on one joint, from 0: in N·m (N), averaged over 0.2 s."""

    joint: int
    torque: float


class ModelTorques:
    """Running curves of predicted, residual and external torque, and all recent samples.

    Parameters
    ----------
    joint_count
        n.
    rate_hz
        Samples per second of the stream.
    window_s, buckets
        Length of the curves in s, and their approximate number of min/max pairs.
    """

    def __init__(
        self, joint_count: int, *, rate_hz: float, window_s: float = 10.0, buckets: int = 600
    ) -> None:
        self._joints, self._rate_hz, self._buckets = joint_count, rate_hz, buckets
        self._rows = [slice(joint_count * kind, joint_count * (kind + 1)) for kind in range(_KINDS)]
        self._kept = NewestSamples(
            capacity=max(1, round(LONGEST_WINDOW_S * rate_hz)), curves=_KINDS * joint_count
        )
        self._window_s = window_s
        self._running = self._curves_over(window_s)
        self._behind = 0
        """Number of kept samples not yet in the curves."""
        self._pushed = np.zeros(joint_count)
        """Time (n,) for which each external torque has exceeded its threshold, s."""

    @property
    def is_empty(self) -> bool:
        """True if nothing has been fed since the beginning."""
        return not self._kept.held

    def feed(self, rows: TorqueRows) -> None:
        """Add new rows; numbers that go back reset everything."""
        last = self._kept.last_sequence
        if not rows.sequence.size:
            return
        if last is not None and rows.sequence[0] <= last:
            self._kept.clear()
            self._behind = 0
            self._pushed[:] = 0.0
        values = np.concatenate(
            [
                rows.expected.T,
                (rows.measured - rows.expected).T,
                rows.external.T,
                rows.measured.T,
                rows.threshold.T,
            ]
        )
        self._kept.append(rows.sequence, rows.time, values)
        if self._behind:
            self._behind = min(self._behind + rows.sequence.size, self._kept.held)
            self._catch_up()
        else:
            self._running.feed(rows.sequence, rows.time, values[: self._rows[_THRESHOLD].start].T)
        self._count_pushes(rows)

    def set_window(self, window_s: float) -> None:
        """Curves over another window; a long one is filled piece by piece, with every feed."""
        self._window_s = window_s
        self._running = self._curves_over(window_s)
        self._behind = min(self._kept.held, int(np.ceil(window_s * self._rate_hz)))
        self._catch_up()

    def clear(self) -> None:
        """Remove all samples and restart the curves."""
        self._kept.clear()
        self._behind = 0
        self._pushed[:] = 0.0
        self._running = self._curves_over(self._window_s)

    def curves(self) -> tuple[FloatArray, Mapping[Signal, FloatArray], FloatArray]:
        """The curves for the screen.

        Returns
        -------
        Time (M,) s on the device's clock; each of ``MODEL_SIGNALS`` (M, n); and the measured torque
        (M, n), filtered as the expected one. NaN points break the lines.
        """
        time, values = self._running.curves()
        curves = {signal: values[:, rows] for signal, rows in zip(MODEL_SIGNALS, self._rows, strict=False)}
        return time, curves, values[:, self._rows[_MEASURED]]

    def values(self, signal: Signal, sequence: SequenceArray) -> FloatArray:
        """One of ``MODEL_SIGNALS`` (N, n) at the given samples; NaN where unknown."""
        return self._at(self._rows[MODEL_SIGNALS.index(signal)], sequence)

    def measured(self, sequence: SequenceArray) -> FloatArray:
        """Measured torque (N, n) at the given samples, filtered as the predicted one."""
        return self._at(self._rows[_MEASURED], sequence)

    def pushes(self) -> tuple[Push, ...]:
        """Joints with an external torque for ``PUSHED_AFTER_S``, the largest relative excess first."""
        joints = np.flatnonzero(self._pushed >= PUSHED_AFTER_S)
        if not joints.size:
            return ()
        window = self._kept.window(PUSHED_AFTER_S - 1.5 / self._rate_hz)
        external = window[self._rows[MODEL_SIGNALS.index(Signal.EXTERNAL_TORQUE)]]
        threshold = window[self._rows[_THRESHOLD]]
        mean = external[joints].mean(axis=1)
        share = np.abs(mean) / threshold[joints].mean(axis=1)
        return tuple(Push(int(joints[place]), float(mean[place])) for place in np.argsort(-share))

    def _catch_up(self) -> None:
        """Add more of the kept samples to the curves, the oldest first."""
        sequence, time, values = self._kept.tail(self._behind, slice(0, self._rows[_THRESHOLD].start))
        piece = slice(0, _AT_ONCE)
        self._running.feed(sequence[piece], time[piece], values[:, piece].T)
        self._behind -= min(self._behind, _AT_ONCE)

    def _at(self, rows: slice, sequence: SequenceArray) -> FloatArray:
        numbers, _, values = self._kept.tail(self._kept.held, rows)
        found = np.full((sequence.size, self._joints), np.nan)
        if numbers.size and sequence.size:
            place = np.minimum(np.searchsorted(numbers, sequence), numbers.size - 1)
            known = numbers[place] == sequence
            found[known] = values[:, place[known]].T
        return found

    def _count_pushes(self, rows: TorqueRows) -> None:
        with np.errstate(invalid="ignore"):
            above = np.abs(rows.external) > rows.threshold
        quiet = np.where(above.all(axis=0), above.shape[0], above[::-1].argmin(axis=0))
        fresh = quiet / self._rate_hz
        self._pushed = np.where(above.all(axis=0), self._pushed + fresh, fresh)

    def _curves_over(self, window_s: float) -> RunningMinMax:
        samples = max(1, int(np.ceil(window_s * self._rate_hz)))
        size = -(-samples // self._buckets)
        return RunningMinMax(
            buckets=-(-samples // size) + 1,
            samples_per_bucket=size,
            curves=self._joints * (len(MODEL_SIGNALS) + 1),
        )
