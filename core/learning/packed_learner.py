"""Learned functions as flat arrays, as the compiled loops read them."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from core.learning.kinds import FeatureKind
from core.learning.samples import COLUMNS
from core.recording import FloatArray

IntArray = npt.NDArray[np.int64]

OFF, RADIAL, MIXTURE = 0, 1, 2
"""Type codes of a joint's function."""


class Packable(Protocol):
    """A learned function that can be written as a row of numbers."""

    @property
    def code(self) -> int:
        """Type code of the function."""

    @property
    def size(self) -> int:
        """Number of centres along each input, or of components."""

    def numbers(self) -> FloatArray:
        """(P,) in the order its compiled loop reads them."""


class PackedResidual(NamedTuple):
    """A residual model for compiled loops; its fields are the first arguments of ``residual_rows``.

    ``code``, ``size``, ``start`` (joints,): type of each joint's function, number of centres or
    components, and the start of its parameters in ``numbers`` (P,). ``columns`` (d,): indices of the
    inputs.
    """

    code: IntArray
    size: IntArray
    start: IntArray
    numbers: FloatArray
    columns: IntArray


def pack(functions: Sequence[Packable | None], features: FeatureKind) -> PackedResidual:
    """Every joint's function, None where the learner is off, in one set of arrays."""
    rows = [np.zeros(0) if function is None else function.numbers() for function in functions]
    lengths = np.array([0, *(row.shape[0] for row in rows)], dtype=np.int64)
    return PackedResidual(
        code=np.array([OFF if item is None else item.code for item in functions], dtype=np.int64),
        size=np.array([0 if item is None else item.size for item in functions], dtype=np.int64),
        start=np.cumsum(lengths)[:-1],
        numbers=np.concatenate([*rows, np.zeros(1)]),  # never empty: the compiler's type stays the same
        columns=np.array(COLUMNS[features], dtype=np.int64),
    )
