"""Deflection against torque as a growing loop, in bounded memory."""

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray

MOST_POINTS = 3000


class LoopTrace:
    """Pairs of torque and deflection of ``joint_count`` joints.

    To reduce noise ``samples_per_point`` samples are averaged to a point. When ``most_points`` are
    held, every other one is removed, and from then on every other new one is kept. The loop is
    thus complete from its beginning with uniform density, and its points remain averages over
    the same short time, so that corners stay sharp.

    Examples
    --------
    >>> import numpy as np
    >>> loop = LoopTrace(1, samples_per_point=2)
    >>> loop.feed(np.array([[1.0], [3.0]]), np.array([[0.1], [0.3]]))
    >>> [values.tolist() for values in loop.points(0)]
    [[2.0], [0.2]]
    """

    def __init__(
        self, joint_count: int, *, samples_per_point: int = 1, most_points: int = MOST_POINTS
    ) -> None:
        self._samples = samples_per_point
        self._held = np.empty((max(4, most_points - 2), 2, joint_count))  # two places are for the newest
        self._zero = np.zeros((2, joint_count))
        self._partial = np.empty((samples_per_point, 2, joint_count))
        self.clear()

    def clear(self) -> None:
        """Remove all points and start again."""
        self._count = 0
        self._partial_count = 0
        self._averaged = 0
        """Number of averages so far, kept or not."""
        self._stride = 1
        """Number of averages per kept one."""
        self._newest: FloatArray | None = None
        self._interrupted = False

    def set_zero(self, deflection: FloatArray | None) -> None:
        """Set the deflection (n,) that is taken as zero, rad (m), also for existing points; None for zero."""
        self._zero[1] = 0.0 if deflection is None else deflection

    def feed(self, torque: FloatArray, deflection: FloatArray) -> None:
        """Add N consecutive samples.

        Parameters
        ----------
        torque
            (N, n) N·m (N).
        deflection
            (N, n) rad (m); NaN in either breaks that joint's line.
        """
        rows = np.stack([torque, deflection], axis=1)
        room = self._samples - self._partial_count
        self._hold_back(rows[:room])
        if self._partial_count < self._samples:
            return
        self._partial_count = 0
        rest = rows[room:]
        whole = rest.shape[0] // self._samples
        groups = rest[: whole * self._samples].reshape(whole, self._samples, *rows.shape[1:])
        means = np.concatenate([self._partial.mean(axis=0)[np.newaxis], groups.mean(axis=1)])
        self._keep(means)
        self._hold_back(rest[whole * self._samples :])

    def interrupt(self) -> None:
        """Break the line: samples are missing before the next ones."""
        self._partial_count = 0
        self._newest = None
        self._interrupted = True

    def points(self, joint: int) -> tuple[FloatArray, FloatArray]:
        """The loop of one joint so far.

        Returns
        -------
        Torque (P,) N·m (N) and deflection (P,) rad (m), oldest first and the newest always there;
        a NaN pair breaks the line. P is 0 if the joint has not both of them.
        """
        held = self._held[: self._count, :, joint]
        if self._newest is not None:
            end = [self._newest[:, joint]]
            held = np.concatenate([held, [np.full(2, np.nan), *end] if self._interrupted else end])
        silent = np.asarray(np.isnan(held).any(axis=1))
        if silent.all():
            return np.empty(0), np.empty(0)
        torque, deflection = (
            np.where(silent[:, np.newaxis], np.nan, held).T - self._zero[:, joint, np.newaxis]
        )
        return torque, deflection

    def _hold_back(self, rows: FloatArray) -> None:
        count = self._partial_count + rows.shape[0]
        self._partial[self._partial_count : count] = rows
        self._partial_count = count

    def _keep(self, means: FloatArray) -> None:
        """Keep one average in ``stride`` of (G, 2, n)."""
        while means.shape[0]:
            chosen = self._chosen(means.shape[0])
            room = max(0, self._held.shape[0] - self._count - int(self._interrupted))
            taken = means.shape[0] if chosen.size <= room else int(chosen[room])
            self._append(means[chosen[chosen < taken]])
            self._averaged += taken
            if taken:
                self._newest = None if self._is_kept(self._averaged - 1) else means[taken - 1]
            means = means[taken:]
            if means.shape[0]:
                self._thin()

    def _chosen(self, count: int) -> npt.NDArray[np.intp]:
        """Indices of the kept ones among the next ``count`` averages."""
        return np.flatnonzero((self._averaged + np.arange(count)) % self._stride == 0)

    def _is_kept(self, number: int) -> bool:
        return number % self._stride == 0

    def _append(self, points: FloatArray) -> None:
        if not points.shape[0]:
            return
        if self._interrupted and self._count:
            self._held[self._count] = np.nan
            self._count += 1
        self._interrupted = False
        self._held[self._count : self._count + points.shape[0]] = points
        self._count += points.shape[0]

    def _thin(self) -> None:
        """Remove every other point; of a point and a break the break is kept."""
        even, odd = self._held[: self._count : 2], self._held[1 : self._count : 2]
        pairs = odd.shape[0]
        broken = np.isnan(odd).any(axis=1, keepdims=True)
        kept = np.concatenate([np.where(broken, odd, even[:pairs]), even[pairs:]])
        self._count = kept.shape[0]
        self._held[: self._count] = kept
        self._stride *= 2
