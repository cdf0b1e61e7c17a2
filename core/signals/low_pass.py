"""The base of every low-pass filter: a cut-off frequency checked against the sample rate."""

from dataclasses import dataclass

from core.errors import BadRequest


@dataclass(frozen=True)
class LowPass:
    """A cut-off frequency at a uniform sample rate.

    Raises
    ------
    BadRequest
        ``cutoff-above-nyquist`` when the cut-off does not lie below half the rate.
    """

    cutoff_hz: float
    rate_hz: float

    def __post_init__(self) -> None:
        """Raise BadRequest for a cut-off at or above the Nyquist frequency."""
        if not 0.0 < self.cutoff_hz < 0.5 * self.rate_hz:
            raise BadRequest("cutoff-above-nyquist", cutoff_hz=self.cutoff_hz, rate_hz=self.rate_hz)
