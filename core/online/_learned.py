"""Compiled: addition of an active learner's torque to the predicted and external torque of a chunk.

Private: ``core.online.online_model`` calls it after ``core.online._kernels``. The learned functions are
those of ``core.learning._kernels``: a change there has to touch this file too.
"""

import math
from typing import Any

import numpy as np

from core.compiling import fast_inlined, fast_kernel
from core.learning._kernels import WORK_SIZE, residual_rows
from core.online._conditioning import NEVER, TWIST, _begin_filter, _filtered

_TWIST_AFTER_S = 10.0
"""Time of observed motion after which the twist without load is known well enough, s."""
_LEVEL_SHARE = 1e-3
"""Smallest variance of the load relative to its mean square that separates offset from twist."""


@fast_inlined
def _line_offset(sums: Any, joint: Any) -> Any:
    """A joint's deflection without load, from a line through the samples; ``sums`` as in ``_take_in``.

    As in ``core.identification.residual_rows``: if the load hardly varies, the whole mean is the
    offset.
    """
    count = max(sums[0, joint], 1.0)
    load, twist = sums[1, joint] / count, sums[3, joint] / count
    spread = sums[2, joint] / count - load * load + _LEVEL_SHARE * load * load
    slope = (sums[4, joint] / count - load * twist) / spread if spread > 0.0 else 0.0
    return twist - slope * load


@fast_inlined
def _take_in(sums: Any, joint: Any, load: Any, twist: Any) -> None:
    """Add a sample to ``sums`` (5, n): count, load, its square, twist, and load times twist."""
    sums[0, joint] += 1.0
    sums[1, joint] += load
    sums[2, joint] += load * load
    sums[3, joint] += twist
    sums[4, joint] += load * twist


@fast_inlined
def _add(found: Any, out: Any) -> None:
    """Add ``found`` (N, n) to the predicted and external torque in ``out``.

    Sums of slices would take seconds to compile, for the text of their errors.
    """
    for t in range(found.shape[0]):
        for j in range(found.shape[1]):
            out[t, j, 1] += found[t, j]
            out[t, j, 2] += found[t, j]


@fast_kernel
def add_learned(made: Any, filters: Any, learned: Any, rest: Any, tuning: Any, out: Any) -> None:
    """Add the torque learned from the twist to the predicted and external torque of a chunk.

    ``made`` are the intermediate results of ``core.online._kernels.feed``. ``rest`` is the state:
    filters of position, velocity, twist and load (4, n, ..), sums (5, n) of the line for the twist
    without load, the previous twist (n,), and the number of samples since it is known (n,). The
    addition has the same delay as the filtered torques and the observer, so one addition serves both.
    """
    memory, sums, before, known_for = rest
    settled, step_s = tuning
    motion, turned, ages, is_measured = made
    count, n = ages.shape[0], motion.shape[2]
    inputs, found = np.empty((count, n, 4)), np.empty((count, n))
    clean = np.empty(4)
    enough = _TWIST_AFTER_S / step_s
    for t in range(count):
        for j in range(n):
            inputs[t, j] = math.nan
            if ages[t] == NEVER:
                continue
            now = (motion[0, t, j], motion[1, t, j], motion[TWIST, t, j], turned[0, t, j])
            for c in range(4):
                if ages[t] == 0:
                    _begin_filter(now[c], filters[3], memory[c, j])
                clean[c] = _filtered(now[c], filters[2], memory[c, j])
            known_for[j] = known_for[j] + 1 if is_measured[t, j, 1] and ages[t] > 0 else 0
            if ages[t] >= settled:
                inputs[t, j, 2], inputs[t, j, 3] = clean[0], clean[1]
            if ages[t] >= settled and known_for[j] > settled:
                _take_in(sums, j, clean[3], clean[2])
                if sums[0, j] >= enough:
                    inputs[t, j, 0] = clean[2] - _line_offset(sums, j)
                    inputs[t, j, 1] = (clean[2] - before[j]) / step_s
            before[j] = clean[2]
    code, size, start, numbers, columns = learned
    residual_rows(code, size, start, numbers, columns, inputs, np.empty(WORK_SIZE), found)
    _add(found, out)
