"""Compiled filter over samples, all columns of a signal at once, behind ``core.signals.filters``."""

from typing import Any

import numpy as np

from core.compiling import kernel


@kernel
def filter_in_place(sections: Any, steady: Any, values: Any, backward: Any) -> None:
    """Run second-order sections (s, 6) over the rows of ``values`` (N, k), in their order or backward.

    ``steady`` (s, 2) is the sections' state after a long constant input of one; the filter starts as
    after a long input of the first row. Transposed direct form II, as in SciPy's ``sosfilt``; the
    columns are innermost because each waits for nothing of another.
    """
    count, width = values.shape
    first = count - 1 if backward else 0
    near, far = np.empty((sections.shape[0], width)), np.empty((sections.shape[0], width))
    for section in range(sections.shape[0]):
        for column in range(width):
            near[section, column] = steady[section, 0] * values[first, column]
            far[section, column] = steady[section, 1] * values[first, column]
    for step in range(count):
        row = count - 1 - step if backward else step
        for section in range(sections.shape[0]):
            b0, b1, b2 = sections[section, 0], sections[section, 1], sections[section, 2]
            a1, a2 = sections[section, 4], sections[section, 5]
            for column in range(width):
                given = values[row, column]
                made = b0 * given + near[section, column]
                near[section, column] = b1 * given - a1 * made + far[section, column]
                far[section, column] = b2 * given - a2 * made
                values[row, column] = made
