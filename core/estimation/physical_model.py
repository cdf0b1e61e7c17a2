"""Physically possible link parameters nearest an estimate: the result."""

from dataclasses import dataclass

from core.quality import Judgement
from core.recording import FloatArray


@dataclass(frozen=True)
class PhysicalModel:
    """Full link parameters whose pseudo-inertia matrices are positive definite.

    ``standard`` (n, 10) per link in the standard order at the link frame's origin, ``rotor_inertia``
    (n,) kg·m² at the joint (zeros where the fit has none), ``estimate`` (p,) all columns of the
    regression under the constraint, ``min_eigenvalue`` (n,) of each link's pseudo-inertia.
    ``cost`` is the relative rise of the weighted residual of the fit, ``held_out_cost`` that of
    the total RMS on recordings kept back (None without any). ``undetermined`` names the standard
    parameters that the data do not determine and that the nearest body supplies.
    """

    feasible: bool
    standard: FloatArray
    rotor_inertia: FloatArray
    estimate: FloatArray
    min_eigenvalue: FloatArray
    cost: float
    held_out_cost: float | None
    undetermined: tuple[str, ...]
    judgement: Judgement
