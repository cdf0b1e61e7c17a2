"""Thinning of a curve that runs to and fro: nothing is lost that a screen could show."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.signals.decimation import thinned_curve

VALUES = st.one_of(st.floats(-100.0, 100.0), st.just(float("nan")))


@given(arrays(np.float64, st.integers(0, 60), elements=VALUES), st.floats(0.1, 20.0))
def test_every_cell_is_visited_in_the_same_order(x: np.ndarray, step: float) -> None:
    y = np.roll(x, 1) * 0.5
    kept_x, kept_y = thinned_curve(x, y, step_x=step, step_y=step)
    assert kept_x.size <= x.size

    def visited(a: np.ndarray, b: np.ndarray) -> list[tuple[float, float] | None]:
        cells: list[tuple[float, float] | None] = []
        for p, q in zip(a.tolist(), b.tolist(), strict=True):
            broken = np.isnan(p) or np.isnan(q)
            cell = None if broken else (float(np.floor(p / step)), float(np.floor(q / step)))
            if not cells or cells[-1] != cell:
                cells.append(cell)
        return cells

    assert visited(kept_x, kept_y) == visited(x, y)


def test_thinning_reduces_a_dense_loop_and_keeps_its_ends() -> None:
    phase = np.linspace(0.0, 20.0 * np.pi, 3000)
    x, y = np.cos(phase), np.sin(phase)
    kept_x, kept_y = thinned_curve(x, y, step_x=0.05, step_y=0.05)
    assert kept_x.size < 0.8 * x.size
    assert (kept_x[0], kept_y[-1]) == (x[0], y[-1])
