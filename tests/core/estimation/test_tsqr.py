"""The streaming QR factorisation against the factorisation of the whole matrix."""

import tracemalloc

import numpy as np
import pytest

from core.estimation import tsqr
from core.estimation.rows import RowBlock, time_block_ids
from core.estimation.tsqr import reduce_rows, residual_squares, weighted_factor
from core.monitor import NullMonitor
from tests.core.estimation.synthetic import OddChunks, arm_like, with_target


@pytest.fixture
def rows():
    return arm_like(np.random.default_rng(3)).rows


def joint_matrix(rows, joint):
    return np.column_stack([rows.regressor[:, joint], rows.target[:, joint]])


def gram(matrix):
    return matrix.T @ matrix


def close(first, second):
    return np.allclose(first, second, rtol=1e-11, atol=1e-11 * np.abs(second).max())


def test_each_joint_and_block_keeps_the_gram_matrix_of_its_rows(rows):
    reduced = reduce_rows(OddChunks(rows), monitor=NullMonitor())
    assert reduced.group_count == len(np.unique(rows.block_ids))
    for group, block in enumerate(np.unique(rows.block_ids)):
        here = rows.block_ids == block
        assert np.all(reduced.row_counts[group] == here.sum())
        for joint in range(4):
            wide = reduced.factors[group][joint].widened(reduced.width)
            assert close(gram(wide), gram(joint_matrix(rows, joint)[here]))


def test_a_group_that_was_left_needs_the_memory_of_its_factor():
    groups, samples, columns = 100, 200, 20
    reduction = tsqr.BlockReduction(tuple(map(str, range(columns))), 1)
    rng = np.random.default_rng(5)
    regressor, target = rng.standard_normal((samples, 1, columns)), rng.standard_normal((samples, 1))
    reduction.add(RowBlock(regressor, target, None, 0))  # LAPACK is loaded at the next one
    reduction.add(RowBlock(regressor, target, None, 1))
    tracemalloc.start()
    for block in range(2, groups):
        reduction.add(RowBlock(regressor, target, None, block))
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    factor = 8 * (columns + 1) ** 2
    assert held < 2 * groups * factor + 8 * 2 * samples * (columns + 1)


def test_factors_are_triangular_and_leave_out_columns_that_are_zero(rows):
    reduced = reduce_rows(rows, monitor=NullMonitor())
    factor = reduced.factors[0][3]
    assert factor.columns.tolist() == [*range(6, 14), 14]
    assert np.array_equal(np.triu(factor.triangle), factor.triangle)
    assert factor.triangle.shape == (9, 9)


def test_a_column_that_wakes_up_later_is_taken_in(rows):
    rows.regressor[:1500, :, 10] = 0.0
    reduced = reduce_rows(OddChunks(rows), monitor=NullMonitor())
    assert 10 not in reduced.factors[0][0].columns
    assert close(gram(reduced.joint_factor(0)), gram(joint_matrix(rows, 0)))


def test_weights_can_be_chosen_afterwards(rows):
    std = np.array([3.0, 0.5, 0.1, 7.0])
    factor = weighted_factor(reduce_rows(rows, monitor=NullMonitor()).joint_factors(), joint_std=std)
    stacked = np.concatenate([joint_matrix(rows, joint) / std[joint] for joint in range(4)])
    assert close(gram(factor), gram(stacked))


def test_residuals_come_from_the_factors_alone(rows):
    estimate = np.random.default_rng(4).standard_normal(14)
    factors = reduce_rows(rows, monitor=NullMonitor()).joint_factors()
    residual = rows.target - rows.regressor @ estimate
    assert residual_squares(factors, estimate=estimate) == pytest.approx(
        np.sum(residual**2, axis=0), rel=1e-11
    )


@pytest.mark.parametrize("blocks", [120, 121, 240, 241, 1000])
def test_an_hour_of_blocks_becomes_a_hundred_groups(blocks):
    rng = np.random.default_rng(blocks)
    rows = with_target(rng.standard_normal((2 * blocks, 2, 3)), rng.standard_normal((2 * blocks, 2)))
    rows.block_ids[:] = 1000 - np.arange(2 * blocks) // 2  # any labels do, in any order
    reduced = reduce_rows(rows, monitor=NullMonitor())
    assert 60 <= reduced.group_count <= tsqr.MAX_GROUPS
    per_group = 2 * 2 ** int(np.ceil(np.log2(blocks / tsqr.MAX_GROUPS)))
    assert np.all(reduced.row_counts[:-1] == per_group)
    first = slice(0, per_group)
    assert close(gram(reduced.factors[0][1].widened(4)), gram(joint_matrix(rows, 1)[first]))
    assert close(gram(reduced.joint_factor(0)), gram(joint_matrix(rows, 0)))


def test_a_block_that_comes_back_later_is_still_one_block(rows):
    rows.block_ids[:] = np.arange(2400) // 100 % 6
    reduced = reduce_rows(rows, monitor=NullMonitor())
    assert reduced.group_count == 6
    assert close(gram(reduced.factors[2][0].widened(15)), gram(joint_matrix(rows, 0)[rows.block_ids == 2]))


def test_memory_does_not_grow_with_the_recording():
    rng = np.random.default_rng(5)
    sizes = []
    for samples in (20_000, 40_000):
        regressor = rng.standard_normal((samples, 2, 10))
        reduced = reduce_rows(with_target(regressor, regressor[:, :, 0]), monitor=NullMonitor())
        sizes.append(sum(f.triangle.nbytes for group in reduced.factors for f in group))
    assert max(sizes) <= tsqr.MAX_GROUPS * 2 * 11 * 11 * 8


def test_time_blocks_are_equally_long_and_none_is_short():
    ids = time_block_ids(np.arange(0.0, 10.5, 0.01), block_s=2.0, first_id=7)
    counts = np.bincount(ids - 7)
    assert counts.size == 5
    assert np.ptp(counts) <= 1
    assert time_block_ids(np.empty(0), block_s=2.0).size == 0
    assert time_block_ids(np.array([3.0]), block_s=2.0).tolist() == [0]
