"""Products of the columns of springs in two frames, without making the columns ([Mikhel] 3.10).

Between two turns the product is a determinant of what stands between their frames: its turn, with a row and a
column replaced by where the tool is. A shift takes part with an element or two of the turn.
"""

import numpy as np

from core.recording import FloatArray

SHIFTS, TURNS = (0, 1, 2), (3, 4, 5)
"""Columns of a frame: shifts along its axes, then turns about them."""
ALL = (*SHIFTS, *TURNS)


def column_products(
    one: FloatArray,
    other: FloatArray,
    *,
    column: int,
    others: tuple[int, ...] = ALL,
    turn_length: float = 0.0,
) -> FloatArray:
    """``Jv · Jw`` (m, len(others)) of one column of a frame with columns of another.

    Parameters
    ----------
    one, other
        (m, 4, 4) placements of the tool in each frame, both turned alike (``BackwardWalk.b``).
    column, others
        From ``ALL``.
    turn_length
        m that a turn of the tool by 1 rad counts; 0 for products of shifts alone.
    """
    turn = one[:, :3, :3] @ other[:, :3, :3].transpose(0, 2, 1)
    here, there = one[:, :3, 3], other[:, :3, 3]
    v = column % 3
    made = []
    for w in others:
        if column in SHIFTS:
            made.append(turn[:, v, w] if w in SHIFTS else _shift_and_turn(turn[:, v], there, w % 3))
        elif w in SHIFTS:
            made.append(_shift_and_turn(turn[:, :, w], here, v))
        else:
            made.append(_two_turns(turn, here, there, v=v, w=w % 3, turn_length=turn_length))
    return np.stack(made, axis=1)


def _shift_and_turn(direction: FloatArray, tool: FloatArray, axis: int) -> FloatArray:
    """Of a shift along ``direction`` (m, 3), in the frame of a turn about one of its axes, and that turn."""
    first, second = (axis + 1) % 3, (axis + 2) % 3
    return np.asarray(tool[:, first] * direction[:, second] - tool[:, second] * direction[:, first])


def _two_turns(
    turn: FloatArray, here: FloatArray, there: FloatArray, *, v: int, w: int, turn_length: float
) -> FloatArray:
    """``-det K``: row v of the turn is where the other frame has the tool, column w where this one has it."""
    matrix = turn.copy()
    matrix[:, v, :] = there
    matrix[:, :, w] = here
    matrix[:, v, w] = -(turn_length**2)
    first, second, third = matrix[:, 0], matrix[:, 1], matrix[:, 2]
    return np.asarray(-np.einsum("ki,ki->k", first, np.cross(second, third)))
