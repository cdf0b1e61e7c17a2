"""Deflection against torque as a loop that builds up, in bounded memory."""

from core.recording import FloatArray

MOST_POINTS = 3000


class LoopTrace:
    """Pairs of torque and deflection of n joints, averaged against noise."""

    def __init__(self, joint_count: int, *, samples_per_point: int) -> None:
        self._joint_count, self._samples_per_point = joint_count, samples_per_point

    def feed(self, torque: FloatArray, deflection: FloatArray) -> None:
        """Take in N consecutive samples: (N, n) N·m (N) and (N, n) rad (m)."""
        raise NotImplementedError

    def interrupt(self) -> None:
        """Break the line: samples are missing before the next ones."""
        raise NotImplementedError

    def points(self, joint: int) -> tuple[FloatArray, FloatArray]:
        """Torque (P,) and deflection (P,) of one joint, oldest first; NaN pairs break the line."""
        raise NotImplementedError

    def clear(self) -> None:
        """Start over."""
        raise NotImplementedError
