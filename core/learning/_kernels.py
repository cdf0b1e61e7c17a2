"""Compiled prediction of residual learners: no allocation, the interpreter's lock released.

``ResidualModel.torque`` is the public interface; other compiled loops may call ``residual_rows``, for one
sample or many::

    residual_rows(*model.packed, inputs, work, out)

with ``inputs`` (N, joints, 4) = deflection, deflection rate, position, velocity (NaN where not
known), ``work`` (WORK_SIZE,) of any content and ``out`` (N, joints), overwritten.

Mixtures are computed for blocks of samples, component by component: the inner loops then run over
neighbours in memory and the compiler turns them into vector instructions, the exponential
included. There is no search for the largest exponent: where every density is too small for a
number, the answer has faded to nothing.
"""

import math
from typing import Any

import numpy as np

from core.compiling import fast_inlined, fast_kernel

BLOCK = 64
"""Number of samples computed together."""
MOST_INPUTS = 4
WORK_SIZE = (MOST_INPUTS + 2) * BLOCK
"""Numbers of scratch memory that a caller provides."""

_RADIAL, _MIXTURE = 1, 2
_LOG2_E = 1.4426950408889634
_LN2_HIGH, _LN2_LOW = 0.693147180369123816490, 1.90821492927058770002e-10
_ROUNDING = 6755399441055744.0
"""1.5·2^52: a number added to it keeps its integer part in the lowest bits."""
_SMALLEST = -700.0


@fast_inlined
def _exponential(x: Any) -> Any:
    """exp(x) for x up to 700, to 1e-15; in a form that the compiler can run side by side.

    Range reduction to |r| ≤ ln(2)/2 and the series there; 2^n through the exponent's bits.
    """
    x = max(x, _SMALLEST)
    n = np.floor(x * _LOG2_E + 0.5)
    r = x - n * _LN2_HIGH - n * _LN2_LOW
    p = 1.0 / 479001600.0
    p = p * r + 1.0 / 39916800.0
    p = p * r + 1.0 / 3628800.0
    p = p * r + 1.0 / 362880.0
    p = p * r + 1.0 / 40320.0
    p = p * r + 1.0 / 5040.0
    p = p * r + 1.0 / 720.0
    p = p * r + 1.0 / 120.0
    p = p * r + 1.0 / 24.0
    p = p * r + 1.0 / 6.0
    p = p * r + 0.5
    p = p * r + 1.0
    p = p * r + 1.0
    bits = np.float64(n + _ROUNDING).view(np.int64) + 1023
    return p * np.int64(bits << 52).view(np.float64)


@fast_inlined
def _faded(density: Any, silent: Any, clear: Any) -> Any:
    """Fading factor as in ``core.learning.samples``; NaN counts as far away."""
    if not density > silent:
        return 0.0
    if density >= clear:
        return 1.0
    share = math.log(density / silent) / math.log(clear / silent)
    return share * share * (3.0 - 2.0 * share)


@fast_inlined
def _add_of_two(numbers: Any, at: Any, inputs: Any, total: Any, weighted: Any) -> Any:
    """Add a component over two inputs to densities and weighted means; returns the next index."""
    height, intercept = numbers[at], numbers[at + 6]
    a, p = numbers[at + 1], numbers[at + 2]
    b, c, q = numbers[at + 3], numbers[at + 4], numbers[at + 5]
    slope_x, slope_y = numbers[at + 7], numbers[at + 8]
    for s in range(total.shape[0]):
        x, y = inputs[0, s], inputs[1, s]
        first, second = a * x - p, b * x + c * y - q
        density = _exponential(height - 0.5 * (first * first + second * second))
        total[s] += density
        weighted[s] += density * (intercept + slope_x * x + slope_y * y)
    return at + 9


@fast_inlined
def _add_of_four(numbers: Any, at: Any, inputs: Any, total: Any, weighted: Any) -> Any:
    """Add a component over four inputs likewise."""
    height = numbers[at]
    a, p = numbers[at + 1], numbers[at + 2]
    b, c, q = numbers[at + 3], numbers[at + 4], numbers[at + 5]
    d, e, f, r = numbers[at + 6], numbers[at + 7], numbers[at + 8], numbers[at + 9]
    g, h, i, j, t = numbers[at + 10], numbers[at + 11], numbers[at + 12], numbers[at + 13], numbers[at + 14]
    intercept, slope_w, slope_x = numbers[at + 15], numbers[at + 16], numbers[at + 17]
    slope_y, slope_z = numbers[at + 18], numbers[at + 19]
    for s in range(total.shape[0]):
        w, x, y, z = inputs[0, s], inputs[1, s], inputs[2, s], inputs[3, s]
        first, second = a * w - p, b * w + c * x - q
        third, fourth = d * w + e * x + f * y - r, g * w + h * x + i * y + j * z - t
        square = first * first + second * second + third * third + fourth * fourth
        density = _exponential(height - 0.5 * square)
        total[s] += density
        weighted[s] += density * (intercept + slope_w * w + slope_x * x + slope_y * y + slope_z * z)
    return at + 20


@fast_kernel
def mixture_rows(size: Any, start: Any, numbers: Any, inputs: Any, work: Any, out: Any) -> None:
    """Conditional mean of a Gaussian mixture over up to ``BLOCK`` samples, faded.

    ``inputs`` (d, m), d two or four, must be rows of neighbours, ``out`` (m,). ``numbers`` from ``start`` on:
    the two densities of the fading, then for every component its logarithmic height, for each row r
    of the whitening matrix its r + 1 entries and the whitened mean, intercept and d slopes.
    """
    dimension, count = inputs.shape
    total, weighted = work[:count], work[BLOCK : BLOCK + count]
    total[:] = 0.0
    weighted[:] = 0.0
    at = start + 2
    for _ in range(size):
        if dimension == 2:
            at = _add_of_two(numbers, at, inputs, total, weighted)
        else:
            at = _add_of_four(numbers, at, inputs, total, weighted)
    for s in range(count):
        share = _faded(total[s], numbers[start], numbers[start + 1])
        out[s] = share * weighted[s] / total[s] if share > 0.0 else 0.0


@fast_kernel
def radial_rows(size: Any, start: Any, numbers: Any, inputs: Any, work: Any, out: Any) -> None:
    """Normalised radial basis functions over samples, faded; each pair of inputs has its own grid.

    ``inputs`` (d, m), ``out`` (m,), ``work`` at least (size,). ``numbers`` from ``start`` on: for each
    pair the two densities of the fading, first centre and spacing of both inputs, ``size``² weights and
    ``size``² masses, row by row of the first input.
    """
    dimension, count = inputs.shape
    grid = size * size
    for s in range(count):
        out[s] = 0.0
        share = 1.0
        for pair in range(dimension // 2):
            at = start + pair * (6 + 2 * grid)
            along = (inputs[2 * pair, s] - numbers[at + 2]) / numbers[at + 3]
            across = (inputs[2 * pair + 1, s] - numbers[at + 4]) / numbers[at + 5]
            columns = 0.0
            for j in range(size):
                work[j] = math.exp(-2.0 * (across - j) * (across - j))
                columns += work[j]
            rows, value, density = 0.0, 0.0, 0.0
            for i in range(size):
                height = math.exp(-2.0 * (along - i) * (along - i))
                weights = at + 6 + i * size
                part, mass = 0.0, 0.0
                for j in range(size):
                    part += numbers[weights + j] * work[j]
                    mass += numbers[weights + grid + j] * work[j]
                rows += height
                value += height * part
                density += height * mass
            near = _faded(density, numbers[at], numbers[at + 1])
            share *= near
            if share > 0.0:
                out[s] += value / (rows * columns)
        out[s] = share * out[s] if share > 0.0 else 0.0


@fast_kernel
def residual_rows(
    code: Any, size: Any, start: Any, numbers: Any, columns: Any, inputs: Any, work: Any, out: Any
) -> None:
    """Predicted residual of all joints along a motion; the module's docstring describes the call."""
    samples, joints = out.shape
    dimension = columns.shape[0]
    for joint in range(joints):
        if code[joint] == 0:
            for s in range(samples):
                out[s, joint] = 0.0
            continue
        for first in range(0, samples, BLOCK):
            count = min(BLOCK, samples - first)
            block = work[2 * BLOCK : 2 * BLOCK + dimension * count].reshape(dimension, count)
            for c in range(dimension):
                for s in range(count):
                    block[c, s] = inputs[first + s, joint, columns[c]]
            scratch, found = work[: 2 * BLOCK], out[first : first + count, joint]
            if code[joint] == _RADIAL:
                radial_rows(size[joint], start[joint], numbers, block, scratch, found)
            else:
                mixture_rows(size[joint], start[joint], numbers, block, scratch, found)
