"""Requirements that every estimator must satisfy."""

import dataclasses
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadRequest, NotEnoughData, PoorExcitation
from core.estimation import (
    CovarianceKind,
    FullCovarianceLeastSquares,
    InMemoryRows,
    LeastSquares,
    MaximumLikelihood,
    RobustLeastSquares,
    WeightedLeastSquares,
)
from core.monitor import Cancelled, NullMonitor
from tests.core.estimation.synthetic import OddChunks, WithoutKnownNoise, arm_like, with_target

ESTIMATORS = [
    LeastSquares(),
    WeightedLeastSquares(),
    FullCovarianceLeastSquares(),
    RobustLeastSquares(tolerance=1e-9),
    WithoutKnownNoise(MaximumLikelihood(tolerance=1e-10, max_iterations=200)),
]
every_estimator = pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda e: type(e).__name__)


@pytest.fixture
def rng():
    return np.random.default_rng(20)


def same(first, second, *, relative=1e-9):
    scale = np.maximum(np.abs(second), np.abs(second).max() * 1e-3)
    return bool(np.all(np.abs(first - second) <= relative * scale))


@every_estimator
def test_estimate_is_exact_without_noise(estimator, rng):
    regression = arm_like(rng, joint_std=(0.0,) * 4)
    found = estimator.fit(regression.rows)
    assert np.allclose(found.estimate, regression.truth, rtol=1e-10, atol=1e-11)
    assert found.rank == 14
    assert found.undetermined == ()


@every_estimator
def test_with_noise_the_truth_is_within_the_error_bars(estimator, rng):
    regression = arm_like(rng)
    found = estimator.fit(regression.rows)
    assert found.covariance_kind is CovarianceKind.JACKKNIFE
    assert np.all(np.abs(found.estimate - regression.truth) < 4.5 * found.std)
    assert np.allclose(found.joint_std, (2.0, 1.0, 0.3, 0.05), rtol=0.3)
    assert found.reasons == ()


@every_estimator
def test_error_and_std_scale_with_the_noise(estimator, rng):
    quiet = arm_like(rng)
    louder = replace(quiet.rows, target=quiet.rows.target + 9.0 * quiet.noise)
    first, second = estimator.fit(quiet.rows), estimator.fit(louder)
    error = second.estimate - quiet.truth
    assert same(error, 10.0 * (first.estimate - quiet.truth), relative=1e-6)
    assert same(second.std, 10.0 * first.std, relative=1e-6)
    assert same(second.white_noise_std, 10.0 * first.white_noise_std, relative=1e-6)


@every_estimator
@pytest.mark.parametrize("masked", [False, True])
def test_chunks_in_reused_memory_give_the_same_estimate(estimator, rng, masked):
    rows = arm_like(rng, correlation=0.3).rows
    if masked:
        rows = replace(rows, weight_mask=rng.random(rows.target.shape) > 0.2)
    whole, chunked = estimator.fit(rows), estimator.fit(OddChunks(rows))
    assert same(chunked.estimate, whole.estimate)
    assert same(chunked.covariance, whole.covariance, relative=1e-7)
    assert same(chunked.joint_std, whole.joint_std)
    assert chunked.row_count == whole.row_count


@every_estimator
def test_masked_rows_may_hold_any_value(estimator, rng):
    rows = arm_like(rng).rows
    mask = rng.random(rows.target.shape) > 0.15
    regressor, target = rows.regressor.copy(), rows.target.copy()
    regressor[~mask], target[~mask] = np.nan, np.nan
    clean = estimator.fit(replace(rows, weight_mask=mask))
    dirty = estimator.fit(replace(rows, weight_mask=mask, regressor=regressor, target=target))
    assert same(dirty.estimate, clean.estimate)
    assert same(dirty.std, clean.std, relative=1e-7)
    assert clean.row_count == int(mask.sum())


@every_estimator
def test_nan_values_are_refused(estimator, rng):
    rows = arm_like(rng).rows
    target = rows.target.copy()
    target[17, 2] = np.nan
    with pytest.raises(BadRequest, match="rows-not-finite"):
        estimator.fit(replace(rows, target=target))


@every_estimator
def test_fewer_rows_than_columns_are_refused(estimator, rng):
    rows = arm_like(rng, samples=3).rows
    with pytest.raises(NotEnoughData) as refusal:
        estimator.fit(rows)
    assert refusal.value.facts == {"rows": 12, "columns": 14}


@every_estimator
def test_no_rows_at_all_are_refused(estimator):
    with pytest.raises(NotEnoughData):
        estimator.fit(with_target(np.zeros((0, 3, 5)), np.zeros((0, 3))))


@every_estimator
def test_an_arm_at_rest_is_refused(estimator):
    with pytest.raises(PoorExcitation, match="nothing-excited"):
        estimator.fit(with_target(np.zeros((500, 3, 5)), np.ones((500, 3))))


@every_estimator
def test_dependent_columns_are_named_and_have_infinite_std(estimator, rng):
    regression = arm_like(rng)
    regressor = regression.rows.regressor.copy()
    regressor[:, :, 9] = 0.0
    regressor[:, :, 12] = 3.0 * regressor[:, :, 11]
    found = estimator.fit(replace(regression.rows, regressor=regressor))
    lost = np.array([9, 11, 12])
    assert found.undetermined == ("column 9", "column 11", "column 12")
    assert found.rank == 12
    assert np.isinf(found.condition_number)
    assert np.isinf(found.std[lost]).all()
    assert np.isinf(found.white_noise_std[lost]).all()
    kept = np.delete(np.arange(14), lost)
    assert np.isfinite(found.std[kept]).all()
    assert {reason.code for reason in found.reasons} == {"columns-undetermined"}
    reduced = with_target(np.delete(regressor, [9, 12], axis=2), regression.rows.target)
    assert same(found.estimate[kept], estimator.fit(reduced).estimate[[*range(9), 9, 11]], relative=1e-7)


@every_estimator
def test_a_column_excited_in_one_block_only_is_not_trusted(estimator, rng):
    rows = arm_like(rng).rows
    regressor = rows.regressor.copy()
    regressor[:, :, 13] = 0.0
    regressor[rows.block_ids == 5, :, 13] = 1.0
    found = estimator.fit(replace(rows, regressor=regressor))
    assert found.undetermined == ("column 13",)
    assert np.isinf(found.std[13])
    assert np.isfinite(found.std[:13]).all()


@every_estimator
@pytest.mark.parametrize(
    ("block_s", "kind"), [(2.0, CovarianceKind.JACKKNIFE), (8.0, CovarianceKind.WHITE_NOISE)]
)
def test_too_few_time_blocks_are_reported(estimator, rng, block_s, kind):
    found = estimator.fit(arm_like(rng, block_s=block_s).rows)
    assert found.covariance_kind is kind
    assert [reason.code for reason in found.reasons] == ["few-time-blocks"]
    assert found.reasons[0].facts["blocks"] == found.block_count


@every_estimator
@settings(deadline=None, max_examples=5)
@given(seed=st.integers(0, 2**32 - 1))
def test_estimate_is_independent_of_the_joint_order(estimator, seed):
    rng = np.random.default_rng(seed)
    rows = arm_like(rng, samples=800, correlation=0.4).rows
    order = rng.permutation(4)
    shuffled = replace(rows, regressor=rows.regressor[:, order], target=rows.target[:, order])
    first, second = estimator.fit(rows), estimator.fit(shuffled)
    assert same(second.estimate, first.estimate, relative=1e-6)  # iterations end at a relative step of 1e-8
    assert same(second.std, first.std, relative=1e-6)
    assert same(second.joint_std, first.joint_std[order], relative=1e-7)


@every_estimator
@settings(deadline=None, max_examples=5)
@given(seed=st.integers(0, 2**32 - 1))
def test_estimate_is_independent_of_column_units(estimator, seed):
    rng = np.random.default_rng(seed)
    rows = arm_like(rng, samples=800).rows
    unit = 10.0 ** rng.uniform(-4.0, 4.0, 14)
    first, second = estimator.fit(rows), estimator.fit(replace(rows, regressor=rows.regressor * unit))
    assert same(second.estimate * unit, first.estimate, relative=1e-7)
    assert same(second.std * unit, first.std, relative=1e-6)
    assert second.rank == first.rank


@every_estimator
def test_estimate_is_independent_of_column_order_even_if_dependent(estimator, rng):
    rows = arm_like(rng).rows
    regressor = rows.regressor.copy()
    regressor[:, :, 12] = 3.0 * regressor[:, :, 11]
    order = rng.permutation(14)
    first = estimator.fit(replace(rows, regressor=regressor))
    second = estimator.fit(replace(rows, regressor=regressor[:, :, order]))
    assert same(second.estimate, first.estimate[order], relative=1e-7)


class Watching(NullMonitor):
    """Remembers the progress and stops after a number of checks."""

    def __init__(self, *, stop_after=10**9):
        self.fractions, self._left = [], stop_after

    def report(self, fraction, text=""):
        self.fractions.append(fraction)

    def check(self):
        self._left -= 1
        if self._left < 0:
            raise Cancelled


@every_estimator
def test_progress_never_decreases(estimator, rng):
    watching = Watching()
    estimator.fit(arm_like(rng).rows, monitor=watching)
    assert watching.fractions == sorted(watching.fractions)
    assert watching.fractions[-1] <= 1.0 + 1e-12


@every_estimator
def test_estimation_can_be_cancelled(estimator, rng):
    rows = arm_like(rng).rows
    for checks in (0, 3, 20):
        with pytest.raises(Cancelled):
            estimator.fit(rows, monitor=Watching(stop_after=checks))


@every_estimator
def test_the_result_is_read_only_and_names_its_method(estimator, rng):
    found = estimator.fit(arm_like(rng).rows)
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.rank = 3
    assert found.names[:2] == ("column 0", "column 1")
    assert "unscaled" in found.condition_convention
    assert found.relative_std == pytest.approx(found.std / np.abs(found.estimate))
    eigenvalues = np.linalg.eigvalsh(found.covariance)
    assert eigenvalues[0] > -1e-12 * eigenvalues[-1]


def test_rows_of_different_shapes_are_refused():
    with pytest.raises(BadRequest, match="rows-shape"):
        InMemoryRows(np.zeros((5, 2, 3)), np.zeros((5, 2)), ("a", "b"), np.zeros(5, dtype=int))
