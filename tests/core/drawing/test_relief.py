"""The seen side of a body of balls: heights against the formula of the ball, edge and light."""

import math

import numpy as np
import pytest

from core.drawing.orthographic import Orthographic
from core.drawing.relief import Frame, Relief, frame_around, outline, relief, seen_from_above
from core.drawing.swept_volume import Balls, finished
from core.recording import FloatArray

CELL = 0.005


def _of(*balls: tuple[float, FloatArray], smoothing: int = 0, cell: float = CELL) -> tuple[Relief, Frame]:
    given = [Balls(radius, np.atleast_2d(places)) for radius, places in balls]
    frame = frame_around(given, seen_from_above, cell=cell)
    return finished(relief(given, seen_from_above, frame, smoothing=smoothing)), frame


def _middles(frame: Frame) -> tuple[FloatArray, FloatArray]:
    """Right and up (rows, columns) of every cell's middle."""
    right = frame.left + (np.arange(frame.columns) + 0.5) * frame.cell
    up = frame.bottom + (np.arange(frame.rows) + 0.5) * frame.cell
    return np.meshgrid(right, up)


def test_height_is_that_of_the_highest_ball_above_each_point() -> None:
    rng = np.random.default_rng(1)
    places = rng.uniform(-0.2, 0.2, (30, 3))
    radii = 0.06, 0.04
    found, frame = _of((radii[0], places[:18]), (radii[1], places[18:]))
    right, up = _middles(frame)
    wanted = np.full(right.shape, -np.inf)
    for place, radius in zip(places, np.repeat(radii, [18, 12]), strict=True):
        squared = radius**2 - (right - place[0]) ** 2 - (up - place[1]) ** 2
        height = place[2] + np.sqrt(np.maximum(squared, 0.0))
        wanted = np.where(squared > 0.0, np.maximum(wanted, height), wanted)
    inside = np.isfinite(wanted)
    agreed = (found.cover > 0.5) == inside
    assert agreed.mean() > 0.97
    both = inside & (found.cover > 0.5)
    off = np.abs(found.height[both] - wanted[both])
    assert np.median(off) < CELL  # balls stand in the middle of a cell
    assert np.quantile(off, 0.95) < 6.0 * CELL


def test_the_edge_of_a_ball_is_a_circle_that_closes() -> None:
    radius, place = 0.08, np.array([0.31, -0.12, 0.4])
    found, frame = _of((radius, place), smoothing=2)
    pieces = outline(found, frame)
    away = np.hypot(*(pieces.reshape(-1, 2) - place[:2]).T)
    assert np.abs(away - radius).max() < 1.2 * CELL
    length = np.linalg.norm(pieces[:, 1] - pieces[:, 0], axis=1).sum()
    assert length == pytest.approx(2.0 * math.pi * radius, rel=0.1)
    ends = np.round(pieces.reshape(-1, 2) / 1e-6).astype(np.int64)
    _, count = np.unique(ends, axis=0, return_counts=True)
    assert np.all(count == 2)


def test_the_frame_cuts_nothing_off() -> None:
    places = np.random.default_rng(4).uniform(-0.4, 0.4, (200, 3))
    found, _ = _of((0.06, places[:100]), (0.03, places[100:]), smoothing=3)
    rim = np.concatenate([found.cover[0], found.cover[-1], found.cover[:, 0], found.cover[:, -1]])
    assert not rim.any()
    assert found.cover.max() == 1.0


def test_a_ball_is_clear_in_the_middle_and_turns_away_at_its_edge() -> None:
    found, frame = _of((0.1, np.zeros(3)), smoothing=1)
    right, up = _middles(frame)
    away = np.hypot(right, up)
    assert found.slant[away < 0.02].max() < 0.05
    rim = found.slant[(away > 0.09) & (away < 0.098)]
    assert rim.min() > 0.3
    assert rim.mean() > 0.5
    lit_side = found.light[(away < 0.08) & (right < -0.03) & (up > 0.03)]
    dark_side = found.light[(away < 0.08) & (right > 0.03) & (up < -0.03)]
    assert lit_side.min() > dark_side.max()  # the light comes from the left and above


def test_a_frame_that_is_cut_shows_the_same_piece() -> None:
    balls = [Balls(0.05, np.random.default_rng(2).uniform(-0.2, 0.2, (40, 3)))]
    view = Orthographic(azimuth=0.4, elevation=0.3)
    whole = frame_around(balls, view.seen, cell=CELL)
    cut = whole.within(-0.1, -0.05, 0.12, 0.15)
    assert cut.rows < whole.rows
    assert cut.columns < whole.columns
    large, small = (finished(relief(balls, view.seen, frame, smoothing=0)) for frame in (whole, cut))
    column, row = round((cut.left - whole.left) / CELL), round((cut.bottom - whole.bottom) / CELL)
    piece = slice(row, row + cut.rows), slice(column, column + cut.columns)
    np.testing.assert_array_equal(small.cover, large.cover[piece])
    seen = small.cover > 0.5
    np.testing.assert_allclose(small.height[seen], large.height[piece][seen], atol=1e-6)


def test_balls_beside_the_frame_leave_it_empty() -> None:
    frame = Frame(left=1.0, bottom=1.0, cell=CELL, rows=20, columns=30)
    found = finished(relief([Balls(0.05, np.zeros((3, 3)))], seen_from_above, frame, smoothing=1))
    assert not found.cover.any()
    assert outline(found, frame).shape == (0, 2, 2)
