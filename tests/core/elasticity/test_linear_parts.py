"""Least squares over parts: known answers, bounds, and deviations that hold."""

import numpy as np
import pytest

from core.elasticity.joint_parts import fit_parts, time_blocks

NOTHING = np.empty(0, dtype=np.intp)


def lasting(rng, count, *, samples=25):
    """Noise that hangs together over so many samples."""
    white = rng.normal(size=count + samples - 1)
    return np.convolve(white, np.ones(samples) / np.sqrt(samples), mode="valid")


def test_coefficients_are_exact_without_noise():
    rng = np.random.default_rng(1)
    columns = rng.normal(size=(400, 3)) * [1.0, 1e-4, 1e5]
    wanted = np.array([2.0, -30.0, 4e-6])
    blocks = time_blocks(np.zeros(400, dtype=np.intp), np.arange(400) / 100.0, block_s=0.2)
    fit = fit_parts(columns, columns @ wanted, blocks, not_positive=NOTHING)
    assert fit.coefficients == pytest.approx(wanted)
    assert fit.measured(lambda row: float(row[1])).std < 1e-9


def test_a_coefficient_at_its_bound_is_zero_and_the_others_are_refitted():
    rng = np.random.default_rng(2)
    columns = rng.normal(size=(300, 2))
    target = columns @ [1.0, 0.5]
    blocks = np.arange(300) // 20
    fit = fit_parts(columns, target, blocks, not_positive=np.array([1]))
    assert fit.coefficients[1] == 0.0
    assert fit.free.tolist() == [0]
    alone = float(columns[:, 0] @ target / (columns[:, 0] @ columns[:, 0]))
    assert fit.coefficients[0] == pytest.approx(alone)
    assert fit_parts(columns, -target, blocks, not_positive=np.array([1])).coefficients == pytest.approx(
        [-1.0, -0.5]
    )


def test_standard_deviations_hold_with_coloured_noise():
    """White-noise formulas would be five times too small here."""
    time = np.arange(4000) / 100.0
    columns = np.column_stack([np.ones(4000), np.sin(0.7 * time)])
    blocks = time_blocks(np.zeros(4000, dtype=np.intp), time, block_s=1.5)
    rng = np.random.default_rng(3)
    ratios = []
    for _ in range(60):
        fit = fit_parts(columns, columns @ [0.0, 1.0] + lasting(rng, 4000), blocks, not_positive=NOTHING)
        found = fit.measured(lambda row: 1.0 / float(row[1]))
        ratios.append((found.value - 1.0) / found.std)
    assert 0.8 < np.sqrt(np.mean(np.square(ratios))) < 1.3


def test_blocks_never_reach_over_two_recordings():
    recording = np.array([0, 0, 0, 1, 1, 1])
    blocks = time_blocks(recording, np.array([0.0, 1.0, 2.0, 0.0, 1.0, 2.0]), block_s=1.5)
    assert sorted(set(blocks.tolist())) == list(range(4))
    assert set(blocks[:3].tolist()).isdisjoint(blocks[3:].tolist())
