"""Compiled: samples as they come to clean motion and torque in the model's terms, state carried on.

Private: the first half of ``core.online._kernels``.
"""

import math
from typing import Any

import numpy as np

from core.compiling import fast_inlined, fast_kernel

LAST_SEQUENCE, AGE, PLACE, COUNTERS = range(4)
"""Places in the counters: number of the last sample, samples since the beginning, place in the delay."""
NEVER = -1
TWIST, SLOW = 4, 5
"""Indices in the motion of twist and slow position."""


@fast_inlined
def _mapped(values: Any, matrix: Any, joint: Any) -> Any:
    """One joint's element of ``values @ matrix``; missing channels with a zero coefficient are ignored."""
    total = 0.0
    for i in range(values.shape[0]):
        if matrix[i, joint] != 0.0:
            total += values[i] * matrix[i, joint]
    return total


@fast_inlined
def _filtered(x: Any, sections: Any, memory: Any) -> Any:
    """One sample through second-order sections (transposed direct form), memory (sections, 2)."""
    for s in range(sections.shape[0]):
        y = sections[s, 0] * x + memory[s, 0]
        memory[s, 0] = sections[s, 1] * x - sections[s, 4] * y + memory[s, 1]
        memory[s, 1] = sections[s, 2] * x - sections[s, 5] * y
        x = y
    return x


@fast_inlined
def _begin_filter(x: Any, steady: Any, memory: Any) -> None:
    for s in range(steady.shape[0]):
        memory[s, 0], memory[s, 1] = steady[s, 0] * x, steady[s, 1] * x


@fast_inlined
def _translate(raw: Any, row: Any, maps: Any, now: Any, measured: Any) -> Any:
    """Fill ``now`` (4, n) with a sample's position, velocity, torque, twist in the model's terms.

    ``measured`` (n, 2) marks the known torques and twists; returns True if all of the motion is known.
    """
    position, velocity, torque, twist = raw
    to_position, zero, to_velocity, to_torque = maps
    is_known = True
    for j in range(zero.shape[0]):
        now[0, j] = _mapped(position[row], to_position, j) + zero[j]
        now[1, j] = _mapped(velocity[row], to_velocity, j) if velocity.shape[0] else 0.0
        now[2, j] = _mapped(torque[row], to_torque, j)
        now[3, j] = twist[row, j] if twist.shape[0] else math.nan
        for c in range(2):
            measured[j, c] = not math.isnan(now[2 + c, j])
            if not measured[j, c]:
                now[2 + c, j] = 0.0
        is_known = is_known and not math.isnan(now[0, j] + now[1, j])
    return is_known


@fast_inlined
def _differentiate(now: Any, past: Any, step_s: Any, tells_velocity: Any, middle: Any) -> None:
    """Values one sample ago, ``middle`` (5,), by central differences; ``past`` (4, 2) moves on."""
    middle[0], middle[3], middle[4] = past[0, 1], past[2, 1], past[3, 1]
    if tells_velocity:
        middle[1], middle[2] = past[1, 1], (now[1] - past[1, 0]) / (2.0 * step_s)
    else:
        middle[1] = (now[0] - past[0, 0]) / (2.0 * step_s)
        middle[2] = (now[0] - 2.0 * past[0, 1] + past[0, 0]) / (step_s * step_s)
    for c in range(4):
        past[c, 0], past[c, 1] = past[c, 1], now[c]


@fast_inlined
def _begin(now: Any, joint: Any, filters: Any, memory: Any, slow_memory: Any, past: Any) -> None:
    """Start the filters as if a joint had always rested at ``now`` (4, n)."""
    _, inner_steady, _, outer_steady = filters
    for c in range(4):
        _begin_filter(now[c, joint], inner_steady, memory[c, joint])
        past[joint, c, 0] = past[joint, c, 1] = now[c, joint]
    _begin_filter(now[0, joint], outer_steady, slow_memory[joint])


@fast_kernel
def _condition(sequence: Any, raw: Any, maps: Any, filters: Any, step_s: Any, state: Any, made: Any) -> None:
    """Clean, differentiated, delayed motion and torque of each sample, and its age.

    ``raw`` are position, velocity, torque as reported and the twist in the model's terms, (N, n);
    velocity and twist are empty where there are none. ``made`` is motion (6, N, n): q, v, a, torque,
    twist and slow position; age (N,); and which torques and twists are there (N, n, 2).
    """
    inner, _, outer, _ = filters
    counters, memory, slow_memory, past, delay = state
    motion, ages, is_measured = made
    n = motion.shape[2]
    now, clean = np.zeros((4, n)), np.zeros(4)
    for t in range(sequence.shape[0]):
        is_known = _translate(raw, t, maps, now, is_measured[t])
        follows = counters[AGE] != NEVER and sequence[t] == counters[LAST_SEQUENCE] + 1
        counters[LAST_SEQUENCE] = sequence[t]
        if not is_known:
            counters[AGE] = ages[t] = NEVER
            motion[:, t] = 0.0
            continue
        counters[AGE] = counters[AGE] + 1 if follows else 0
        ages[t], place = counters[AGE], counters[PLACE]
        counters[PLACE] = following = (place + 1) % delay.shape[0]
        for j in range(n):
            if not follows:
                _begin(now, j, filters, memory, slow_memory, past)
            for c in range(4):
                clean[c] = _filtered(now[c, j], inner, memory[c, j])
            _differentiate(clean, past[j], step_s, raw[1].shape[0] > 0, delay[place, j])
            for c in range(SLOW):  # copies of slices take seconds to compile, for the text of their errors
                if not follows:
                    for other in range(delay.shape[0]):
                        delay[other, j, c] = delay[place, j, c]
                motion[c, t, j] = delay[following, j, c]
            motion[SLOW, t, j] = _filtered(now[0, j], outer, slow_memory[j])
