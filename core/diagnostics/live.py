"""Everything a live page shows, fed with what is new."""

from collections.abc import Collection, Mapping

import numpy as np
import numpy.typing as npt

from core.diagnostics.loop import LoopTrace
from core.diagnostics.signals import Signal
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel
from core.signals.spectrum import OrderSpectrum, Spectrum

SequenceArray = npt.NDArray[np.int64]


class LiveSignals:
    """Running curves, newest values, loops and zero of an arm's signals.

    ``gear_ratio`` and ``drive_gain`` (n,) are what the controller tells; they serve where the
    description has none.
    """

    def __init__(
        self,
        robot: RobotModel,
        quantities: Collection[Quantity],
        *,
        rate_hz: float,
        window_s: float = 10.0,
        buckets: int = 600,
        gear_ratio: FloatArray | None = None,
        drive_gain: FloatArray | None = None,
    ) -> None:
        self.offered: tuple[Signal, ...] = ()
        self.loop = LoopTrace(robot.joint_count, samples_per_point=1)

    @property
    def has_link(self) -> npt.NDArray[np.bool_]:
        """(n,) which joints have a link encoder that tells something."""
        raise NotImplementedError

    @property
    def zero(self) -> FloatArray | None:
        """(n,) rad (m) that counts as no deflection; None while nothing was zeroed."""
        raise NotImplementedError

    @property
    def zero_is_steady(self) -> bool | None:
        """Whether the arm stood still while the zero was taken; None without a zero."""
        raise NotImplementedError

    def feed(self, sequence: SequenceArray, time: FloatArray, columns: Mapping[Quantity, FloatArray]) -> None:
        """Take in what is new: sequence (N,), device time (N,) s, columns (N, n)."""
        raise NotImplementedError

    def restart(
        self,
        *,
        window_s: float,
        sequence: SequenceArray,
        time: FloatArray,
        columns: Mapping[Quantity, FloatArray],
    ) -> None:
        """Curves of another window, or after another zero, from the samples that are still at hand."""
        raise NotImplementedError

    def set_zero(self) -> FloatArray:
        """The mean deflection of the last 0.5 s becomes zero; returns it, (n,) rad (m)."""
        raise NotImplementedError

    def clear_zero(self) -> None:
        """Deflections as the encoders say them."""
        raise NotImplementedError

    def curves(self) -> tuple[FloatArray, Mapping[Signal, FloatArray]]:
        """Time (M,) s, at most 0, counted from the newest sample, and each signal (M, n)."""
        raise NotImplementedError

    def now(self) -> Mapping[Signal, FloatArray]:
        """Each signal's mean (n,) over the last 0.1 s."""
        raise NotImplementedError

    def pose(self) -> FloatArray:
        """(n,) model joint positions, rad (m)."""
        raise NotImplementedError

    def tool_deflection(self) -> FloatArray:
        """(n,) m at the tool that each joint's deflection makes, signed as the deflection."""
        raise NotImplementedError

    def tool_shift(self) -> float:
        """How far all deflections together move the flange, m."""
        raise NotImplementedError

    def spectra(
        self,
        signal: Signal,
        joints: Collection[int],
        time: FloatArray,
        columns: Mapping[Quantity, FloatArray],
    ) -> dict[int, Spectrum | None]:
        """Amplitudes over Hz of a signal, joint by joint, from full-rate samples (N,), (N, n)."""
        raise NotImplementedError

    def order_spectra(
        self,
        signal: Signal,
        joints: Collection[int],
        time: FloatArray,
        columns: Mapping[Quantity, FloatArray],
    ) -> dict[int, OrderSpectrum | None]:
        """Amplitudes over cycles per motor turn; None where the gear ratio is unknown or motion too short."""
        raise NotImplementedError
