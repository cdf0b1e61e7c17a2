"""The declaration of a work that ``torsion batch`` does on many visits."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.batch.work import VisitWork


@dataclass(frozen=True)
class BatchWork:
    """A work by its name, with the options of its own and the function that they make.

    The function reads a visit and computes its result again: with the recordings and settings of the newest
    result of its kind, as far as the options do not say otherwise.
    """

    name: str
    summary: str
    add_options: Callable[[argparse.ArgumentParser], None]
    work: "Callable[[argparse.Namespace], VisitWork]"
