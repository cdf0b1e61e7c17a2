"""How imperfect virtual arms are: ranges and magnitudes from ``resources/virtual``."""

from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Imperfections:
    """Ranges from which a seed draws one arm."""
