"""The visible side of a body of balls as heights on a grid, with its shading.

A body of many thousand balls has no sides or edges to draw. Its orthographic view is the nearest
surface at each spot of the page. The places of the balls are put on a grid, and each cell is raised to
the highest ball around it (a dilation, so that the cost depends on the grid and hardly on the number of
balls). The work is divided into steps of a few milliseconds, for a window that must not block.
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
"""Function from places (P, 3) m to right, up and towards the viewer."""

_NOTHING = np.float32(-1e9)
"""Height of empty cells."""
_SMALLEST = 1e-6
_EMPTY = 5.0
"""Empty cells around the body, for a soft edge."""
_SIDES = ((0, 1), (1, 2), (3, 2), (0, 3))
"""Corners of a square, counterclockwise from the lower left, at the ends of its four sides.

The sides are the lower, right, upper and left one.
"""


@dataclass(frozen=True)
class Frame:
    """A part of the page: its lower left corner in m, and its cells with their size in m."""

    left: float
    bottom: float
    cell: float
    rows: int
    columns: int

    @property
    def top(self) -> float:
        """Upper edge of the frame, m."""
        return self.bottom + self.rows * self.cell

    def within(self, left: float, bottom: float, right: float, top: float) -> "Frame":
        """The frame reduced to the cells that overlap a rectangle, at least one."""
        first = max(math.floor((left - self.left) / self.cell), 0)
        lowest = max(math.floor((bottom - self.bottom) / self.cell), 0)
        columns = min(math.ceil((right - self.left) / self.cell), self.columns) - first
        rows = min(math.ceil((top - self.bottom) / self.cell), self.rows) - lowest
        corner = self.left + first * self.cell, self.bottom + lowest * self.cell
        return Frame(*corner, self.cell, max(rows, 1), max(columns, 1))


@dataclass(frozen=True, eq=False)
class Relief:
    """The view of a body, cell by cell (rows, columns), the lowest row first."""

    cover: Grid
    """From 0 outside to 1 inside, 0.5 at the edge."""
    light: Grid
    """Brightness of the surface as in ``core.drawing.orthographic``."""
    slant: Grid
    """Inclination from 0 where the surface faces the viewer to 1 at its edge."""
    height: Grid
    """Height towards the viewer, m; undefined outside."""


def seen_from_above(places: FloatArray) -> FloatArray:
    """Places (P, 3) m in a view from directly above."""
    return places


def frame_around(balls: Sequence[Balls], seen: Seen, *, cell: float) -> Frame:
    """The frame that contains all balls with a few empty cells of size ``cell`` m around them."""
    pages = [(seen(found.places)[:, :2], found.radius + _EMPTY * cell) for found in balls]
    low = np.min([page.min(axis=0) - margin for page, margin in pages], axis=0)
    high = np.max([page.max(axis=0) + margin for page, margin in pages], axis=0)
    columns, rows = np.maximum(np.ceil((high - low) / cell), 1.0).astype(int).tolist()
    return Frame(float(low[0]), float(low[1]), cell, rows, columns)


def relief(
    balls: Sequence[Balls], seen: Seen, frame: Frame, *, smoothing: int
) -> Generator[None, None, Relief]:
    """The view of a body of balls; ``smoothing`` is the number of averaging passes."""
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
    """Raise every cell to the highest of these balls."""
    reach = math.ceil(balls.radius / frame.cell)
    centres = np.full((frame.rows + 2 * reach, frame.columns + 2 * reach), _NOTHING, dtype=np.float32)
    page = seen(balls.places).astype(np.float32)
    column = np.round((page[:, 0] - frame.left) / frame.cell - 0.5).astype(np.int64) + reach
    row = np.round((page[:, 1] - frame.bottom) / frame.cell - 0.5).astype(np.int64) + reach
    inside = (row >= 0) & (row < centres.shape[0]) & (column >= 0) & (column < centres.shape[1])
    spot = row[inside] * centres.shape[1] + column[inside]
    # Of several balls in one cell only the highest can be visible.
    np.maximum.at(centres.reshape(-1), spot, page[inside, 2])
    yield
    band = slice(*_used(centres, reach))
    raised = np.empty_like(height[band])
    for up in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            # Height of a sphere above its centre at this offset, from x² + y² + z² = r².
            left_over = balls.radius**2 - frame.cell**2 * (up**2 + right**2)
            if left_over >= 0.0:
                rows = slice(band.start + reach + up, band.stop + reach + up)
                shifted = centres[rows, reach + right : reach + right + frame.columns]
                np.add(shifted, np.float32(math.sqrt(left_over)), out=raised)
                np.maximum(height[band], raised, out=height[band])
        yield


def _used(centres: Grid, reach: int) -> tuple[int, int]:
    """First and last row (exclusive) of the page that a ball covers."""
    rows = np.flatnonzero(centres.max(axis=1) > 0.5 * _NOTHING)
    if not rows.size:
        return 0, 0
    last = centres.shape[0] - 2 * reach
    return max(int(rows[0]) - 2 * reach, 0), min(int(rows[-1]) + 1, last)


def _averaged(grid: Grid) -> Grid:
    """Average of every cell with its neighbours, weighted 1, 2, 1 along both axes."""
    wide = np.pad(grid, 1)
    across = wide[:, :-2] + np.float32(2.0) * wide[:, 1:-1] + wide[:, 2:]
    result: Grid = (across[:-2] + np.float32(2.0) * across[1:-1] + across[2:]) * np.float32(1.0 / 16.0)
    return result


def _lit(height: Grid, cell: np.float32) -> tuple[Grid, Grid]:
    """Brightness and inclination of a surface."""
    up, right = np.gradient(height, cell)
    size = np.sqrt(right**2 + up**2 + np.float32(1.0))
    normals = np.stack([-right / size, -up / size, 1.0 / size], axis=-1)
    return face_light(normals).astype(np.float32), np.float32(1.0) - normals[..., 2]


def outline(found: Relief, frame: Frame) -> FloatArray:
    """Segments (S, 2, 2) m of the edge, both ends as right and up, where the cover is one half.

    Marching squares: between the centres of four neighbouring cells the edge is a straight line.
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
    # A side is crossed if its two corners differ. Saddle squares with four crossed sides are ambiguous
    # and rare on a smoothed surface, so they are skipped.
    row, column = np.nonzero(sides.sum(axis=0) == 2)  # an edge enters and leaves
    crossed = sides[:, row, column].T
    corners = np.stack(
        [cover[row + up, column + right] for up, right in ((0, 0), (0, 1), (1, 1), (1, 0))], axis=1
    ).astype(np.float64)
    # The edge crosses a side where linear interpolation of the cover is zero.
    share = {side: _zero(corners[:, one], corners[:, other]) for side, (one, other) in enumerate(_SIDES)}
    zero, one = np.zeros(row.size), np.ones(row.size)
    right = np.stack([share[0], one, share[2], zero], axis=1)
    up = np.stack([zero, share[1], one, share[3]], axis=1)
    ends = np.stack([right, up], axis=-1)[crossed].reshape(-1, 2, 2)
    origin = np.stack([column, row], axis=1)[:, np.newaxis] + 0.5
    return np.asarray((ends + origin) * frame.cell + np.array([frame.left, frame.bottom]))


def _zero(one: FloatArray, other: FloatArray) -> FloatArray:
    """Share of the way between two values at which their linear interpolation is zero."""
    apart = one - other
    return np.asarray(np.clip(one / np.where(np.abs(apart) > _SMALLEST, apart, 1.0), 0.0, 1.0))
