"""The common part of trajectories made of a finite Fourier series: its coefficients."""

from dataclasses import dataclass
from functools import cached_property

from core.errors import BadRequest
from core.excitation.trajectories.fourier_series import FourierSeries
from core.excitation.trajectories.motion import check_duration, frozen_array
from core.recording import FloatArray


@dataclass(frozen=True, eq=False)
class PeriodicSeries:
    """``period_s`` in s, ``q0`` (n,) rad, ``a`` and ``b`` (n, L) rad/s; m for sliding joints."""

    period_s: float
    q0: FloatArray
    a: FloatArray
    b: FloatArray

    def _check_series(self, *, cycles: int) -> None:
        """Check period, cycles and coefficients, and make read-only copies of these."""
        check_duration(self.period_s, field="period_s")
        if cycles < 1:
            raise BadRequest("trajectory-cycles", cycles=cycles)
        a = frozen_array("a", self.a, shape=(None, None))
        object.__setattr__(self, "a", a)
        object.__setattr__(self, "b", frozen_array("b", self.b, shape=a.shape))
        object.__setattr__(self, "q0", frozen_array("q0", self.q0, shape=(a.shape[0],)))

    @cached_property
    def series(self) -> FourierSeries:
        """One period of the series alone."""
        return FourierSeries(self.period_s, self.q0, self.a, self.b)

    @property
    def joint_count(self) -> int:
        """Number of joints of the series, n."""
        return int(self.a.shape[0])

    @property
    def harmonics(self) -> int:
        """Number of harmonics of the series, L."""
        return int(self.a.shape[1])
