"""The systematic parts of a covariance."""

from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray


@dataclass(frozen=True)
class SystematicErrors:
    """Covariances (p, p) of the parameters beside that of their scatter.

    ``model`` is that of what the model leaves out: friction of other forms, gears that bend, and noise of the
    motion where that biases the parameters. ``gains``
    is that of the drive gains of a data sheet, None where the gains are others; it scales torque and
    parameters alike, so that it does not matter where both are in the same amperes.
    """

    model: FloatArray
    gains: FloatArray | None = None

    @property
    def total(self) -> FloatArray:
        """Both together (p, p)."""
        return self.model if self.gains is None else np.asarray(self.model + self.gains)

    def widening(self, statistical: FloatArray) -> FloatArray:
        """Ratio (p,) of the standard deviation with ``model`` to the ``statistical`` one alone (p,)."""
        whole = np.hypot(statistical, np.sqrt(np.diagonal(self.model)))
        usual = np.isfinite(statistical) & (statistical > 0.0)
        return np.divide(whole, statistical, out=np.ones_like(whole), where=usual)
