"""The side of a body of balls that faces the viewer, as heights on a grid, and the light on it.

A body of many thousand balls has no sides or edges to draw. Seen from far away it is what is
nearest at each spot of the page: the places of the balls are laid on a grid, and each spot is
raised to the highest ball around it (a dilation, so that the cost is that of the grid and hardly
that of the balls). Everything comes in steps of a few milliseconds, for a window that must not wait.
"""

import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from core.drawing.orthographic import face_light
from core.drawing.swept_volume import Balls
from core.recording import FloatArray

Grid: TypeAlias = npt.NDArray[np.float32]

Seen: TypeAlias = Callable[[FloatArray], FloatArray]
"""From places (P, 3) m to right, up and towards the viewer."""

_NOTHING = np.float32(-1e9)
"""The height where there is nothing."""
_SMALLEST = 1e-6
_EMPTY = 5.0
"""Cells around what is seen, for the edge to be soft in."""
_SIDES = ((0, 1), (1, 2), (3, 2), (0, 3))
"""Corners of a square, counted round from the left lower one, at the ends of its lower, right, upper and
left side."""


@dataclass(frozen=True)
class Frame:
    """A piece of the page: its left lower corner in m, and its cells of so many m."""

    left: float
    bottom: float
    cell: float
    rows: int
    columns: int

    @property
    def top(self) -> float:
        """The upper edge, m."""
        return self.bottom + self.rows * self.cell

    def within(self, left: float, bottom: float, right: float, top: float) -> "Frame":
        """The cells of it that reach into a rectangle, at least one."""
        first = max(math.floor((left - self.left) / self.cell), 0)
        lowest = max(math.floor((bottom - self.bottom) / self.cell), 0)
        columns = min(math.ceil((right - self.left) / self.cell), self.columns) - first
        rows = min(math.ceil((top - self.bottom) / self.cell), self.rows) - lowest
        corner = self.left + first * self.cell, self.bottom + lowest * self.cell
        return Frame(*corner, self.cell, max(rows, 1), max(columns, 1))


@dataclass(frozen=True, eq=False)
class Relief:
    """How a body looks, cell by cell (rows, columns), the lowest row first."""

    cover: Grid
    """From 0 outside to 1 inside, 0.5 at the edge."""
    light: Grid
    """Brightness as in ``core.drawing.orthographic``."""
    slant: Grid
    """From 0 where the surface faces the viewer to 1 where it turns away."""
    height: Grid
    """m towards the viewer; of no meaning outside."""


def seen_from_above(places: FloatArray) -> FloatArray:
    """Places (P, 3) m as somebody right above sees them."""
    return places


def frame_around(balls: Sequence[Balls], seen: Seen, *, cell: float) -> Frame:
    """The frame that holds all balls with a few empty cells of so many m around them."""
    pages = [(seen(found.places)[:, :2], found.radius + _EMPTY * cell) for found in balls]
    low = np.min([page.min(axis=0) - margin for page, margin in pages], axis=0)
    high = np.max([page.max(axis=0) + margin for page, margin in pages], axis=0)
    columns, rows = np.maximum(np.ceil((high - low) / cell), 1.0).astype(int).tolist()
    return Frame(float(low[0]), float(low[1]), cell, rows, columns)


def relief(
    balls: Sequence[Balls], seen: Seen, frame: Frame, *, smoothing: int
) -> Generator[None, None, Relief]:
    """A body of balls as it is seen; ``smoothing`` is how often neighbouring cells are averaged."""
    height = np.full((frame.rows, frame.columns), _NOTHING, dtype=np.float32)
    for found in balls:
        yield from _raise(height, found, seen, frame)
    there = (height > 0.5 * _NOTHING).astype(np.float32)
    yield
    weight, total = there, np.where(there > 0.0, height, np.float32(0.0))
    for _ in range(smoothing):
        weight, total = _averaged(weight), _averaged(total)
        yield
    smooth = np.where(weight > _SMALLEST, total / np.maximum(weight, np.float32(_SMALLEST)), np.float32(0.0))
    yield
    light, slant = _lit(smooth, np.float32(frame.cell))
    yield
    return Relief(weight, light, slant, smooth)


def _raise(height: Grid, balls: Balls, seen: Seen, frame: Frame) -> Generator[None, None, None]:
    """Raise every spot to the highest of these balls."""
    reach = math.ceil(balls.radius / frame.cell)
    centres = np.full((frame.rows + 2 * reach, frame.columns + 2 * reach), _NOTHING, dtype=np.float32)
    page = seen(balls.places).astype(np.float32)
    column = np.round((page[:, 0] - frame.left) / frame.cell - 0.5).astype(np.int64) + reach
    row = np.round((page[:, 1] - frame.bottom) / frame.cell - 0.5).astype(np.int64) + reach
    inside = (row >= 0) & (row < centres.shape[0]) & (column >= 0) & (column < centres.shape[1])
    spot = row[inside] * centres.shape[1] + column[inside]
    np.maximum.at(centres.reshape(-1), spot, page[inside, 2])
    yield
    band = slice(*_used(centres, reach))
    raised = np.empty_like(height[band])
    for up in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            left_over = balls.radius**2 - frame.cell**2 * (up**2 + right**2)
            if left_over >= 0.0:
                rows = slice(band.start + reach + up, band.stop + reach + up)
                shifted = centres[rows, reach + right : reach + right + frame.columns]
                np.add(shifted, np.float32(math.sqrt(left_over)), out=raised)
                np.maximum(height[band], raised, out=height[band])
        yield


def _used(centres: Grid, reach: int) -> tuple[int, int]:
    """First and last row (exclusive) of the page that any ball reaches."""
    rows = np.flatnonzero(centres.max(axis=1) > 0.5 * _NOTHING)
    if not rows.size:
        return 0, 0
    last = centres.shape[0] - 2 * reach
    return max(int(rows[0]) - 2 * reach, 0), min(int(rows[-1]) + 1, last)


def _averaged(grid: Grid) -> Grid:
    """Every cell the mean of itself and its neighbours, weighted 1, 2, 1 along both axes."""
    wide = np.pad(grid, 1)
    across = wide[:, :-2] + np.float32(2.0) * wide[:, 1:-1] + wide[:, 2:]
    result: Grid = (across[:-2] + np.float32(2.0) * across[1:-1] + across[2:]) * np.float32(1.0 / 16.0)
    return result


def _lit(height: Grid, cell: np.float32) -> tuple[Grid, Grid]:
    """Light and slant of a surface."""
    up, right = np.gradient(height, cell)
    size = np.sqrt(right**2 + up**2 + np.float32(1.0))
    normals = np.stack([-right / size, -up / size, 1.0 / size], axis=-1)
    return face_light(normals).astype(np.float32), np.float32(1.0) - normals[..., 2]


def outline(found: Relief, frame: Frame) -> FloatArray:
    """Pieces (S, 2, 2) m of the edge, both ends right and up: where the cover is one half.

    Marching squares: between the middles of four neighbouring cells the edge runs straight.
    """
    cover = found.cover - np.float32(0.5)
    inside = cover > 0.0
    low_left, low_right, high_left, high_right = (
        inside[:-1, :-1],
        inside[:-1, 1:],
        inside[1:, :-1],
        inside[1:, 1:],
    )
    sides = np.stack(
        [low_left != low_right, low_right != high_right, high_left != high_right, low_left != high_left]
    )
    row, column = np.nonzero(sides.sum(axis=0) == 2)  # an edge enters and leaves
    crossed = sides[:, row, column].T
    corners = np.stack(
        [cover[row + up, column + right] for up, right in ((0, 0), (0, 1), (1, 1), (1, 0))], axis=1
    ).astype(np.float64)
    share = {side: _zero(corners[:, one], corners[:, other]) for side, (one, other) in enumerate(_SIDES)}
    zero, one = np.zeros(row.size), np.ones(row.size)
    right = np.stack([share[0], one, share[2], zero], axis=1)
    up = np.stack([zero, share[1], one, share[3]], axis=1)
    ends = np.stack([right, up], axis=-1)[crossed].reshape(-1, 2, 2)
    origin = np.stack([column, row], axis=1)[:, np.newaxis] + 0.5
    return np.asarray((ends + origin) * frame.cell + np.array([frame.left, frame.bottom]))


def _zero(one: FloatArray, other: FloatArray) -> FloatArray:
    """Where between two values nothing is."""
    apart = one - other
    return np.asarray(np.clip(one / np.where(np.abs(apart) > _SMALLEST, apart, 1.0), 0.0, 1.0))
