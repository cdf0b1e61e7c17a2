"""[Liu]'s block index: how well the whole regressor and its three parts tell parameters apart."""

from dataclasses import dataclass


@dataclass(frozen=True)
class BlockNumbers:
    """The index and what it is made of.

    ``condition_numbers`` and ``columns`` of the whole, the acceleration, the velocity and the
    position part, in this order; ``weights`` of the three parts, which sum to one.
    """

    index: float
    condition_numbers: tuple[float, float, float, float]
    columns: tuple[int, int, int, int]
    weights: tuple[float, float, float]
