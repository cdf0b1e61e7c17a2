"""The likelihood of currents on rows made up from known answers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.estimation import InMemoryRows
from core.estimation.tsqr import reduce_rows
from core.identification.gains.fitting import search_gains
from core.identification.gains.identify import (
    pair_factors,
    scatter_of_blocks,
    scatter_of_pairs,
    without_pair,
)
from core.identification.gains.predicted_currents import GainLayout, GainProblem, InertiaPrior, RunFactors
from core.monitor import NullMonitor

JOINTS, BASE, FRICTION, SAMPLES, BLOCKS = 3, 14, 3, 90, 10
SHARED = 2
NAMES = tuple(f"column {number}" for number in range(BASE + JOINTS * FRICTION))
PRIOR = InertiaPrior(np.zeros(6), 10.0)


def made_up(seed, gain, mass, *, noise=0.0, pairs=1, scale=None):
    """Runs of a made-up arm: everything drawn from the seed but the gains and the mass."""
    random = np.random.default_rng(seed)
    payload_map = random.normal(size=(BASE, 10))
    arm = random.normal(size=BASE)
    shared = random.normal(size=JOINTS)
    layout = GainLayout(JOINTS, BASE, FRICTION, SHARED, payload_map)
    runs = []
    for pair in range(pairs):
        payload = np.array([mass, *random.normal(size=9)])
        for carried in (0.0, mass):
            regressor = np.zeros((SAMPLES, JOINTS, len(NAMES)))
            current = np.zeros((SAMPLES, JOINTS))
            felt = arm + payload_map @ payload * bool(carried)
            for joint in range(JOINTS):
                columns = random.normal(size=(SAMPLES, BASE))
                friction = random.normal(size=(SAMPLES, FRICTION))
                own = np.array([*random.normal(size=FRICTION - 1), shared[joint]])
                start = BASE + joint * FRICTION
                regressor[:, joint, :BASE] = columns
                regressor[:, joint, start : start + FRICTION] = friction
                current[:, joint] = columns @ felt / gain[joint] + friction @ own
            current += noise * random.normal(size=current.shape)
            ids = np.arange(SAMPLES) * BLOCKS // SAMPLES
            rows = InMemoryRows(regressor, current if scale is None else current * scale, NAMES, ids)
            runs.append(RunFactors(reduce_rows(rows, monitor=NullMonitor()), pair, carried))
    return GainProblem(layout, tuple(runs), (PRIOR,) * pairs)


@given(
    seed=st.integers(0, 10_000),
    gain=st.tuples(*[st.floats(0.3, 60.0)] * JOINTS),
    mass=st.floats(0.5, 20.0),
    pairs=st.integers(1, 2),
)
@settings(max_examples=8)
def test_gains_without_noise_are_found_exactly(seed, gain, mass, pairs):
    problem = made_up(seed, np.array(gain), mass, pairs=pairs)
    fit = search_gains(problem, start=None, monitor=NullMonitor())
    assert fit.settled
    assert 1.0 / fit.inverse_gain == pytest.approx(gain, rel=1e-6)


@given(seed=st.integers(0, 10_000), factor=st.floats(0.1, 10.0))
@settings(max_examples=8)
def test_another_unit_of_one_current_changes_that_gain_alone(seed, factor):
    gain, scale = np.array([12.0, 5.0, 8.0]), np.array([1.0, factor, 1.0])
    plain = search_gains(made_up(seed, gain, 3.0, noise=0.02), start=None, monitor=NullMonitor())
    scaled = search_gains(
        made_up(seed, gain, 3.0, noise=0.02, scale=scale), start=None, monitor=NullMonitor()
    )
    assert scaled.inverse_gain == pytest.approx(plain.inverse_gain * scale, rel=1e-5)
    assert scaled.joint_std == pytest.approx(plain.joint_std * scale, rel=1e-4)


def test_stated_standard_deviations_match_repetitions():
    gain = np.array([12.0, 5.0, 8.0])
    found, stated = [], []
    for seed in range(25):
        problem = made_up(seed, gain, 3.0, noise=0.05)
        fit = search_gains(problem, start=None, monitor=NullMonitor())
        scatter = scatter_of_blocks(problem, fit, monitor=NullMonitor())
        assert not scatter.undetermined.any()
        found.append(np.log(1.0 / fit.inverse_gain / gain))
        stated.append(np.diag(scatter.covariance)[:JOINTS])
    over = np.array(found) / np.sqrt(stated)
    assert 0.7 < np.sqrt(np.mean(over**2)) < 1.4


def test_scatter_between_pairs_is_that_of_blocks_where_nothing_is_shared():
    gain = np.array([12.0, 5.0, 8.0])
    ratios = []
    for seed in range(5):
        problem = made_up(seed, gain, 3.0, noise=0.05, pairs=4)
        fit = search_gains(problem, start=None, monitor=NullMonitor())
        blocks = np.diag(scatter_of_blocks(problem, fit, monitor=NullMonitor()).covariance)[:JOINTS]
        ratios.append(scatter_of_pairs(problem, fit, monitor=NullMonitor()) / blocks)
    assert 0.6 < np.mean(ratios) < 1.7


def test_removing_a_pair_equals_the_problem_of_the_others():
    gain = np.array([12.0, 5.0, 8.0])
    problem = made_up(4, gain, 3.0, pairs=3)
    left = without_pair(problem, 1)
    assert [run.pair for run in left.runs] == [0, 0, 1, 1]
    assert len(left.priors) == 2
    fit = search_gains(left, start=None, monitor=NullMonitor())
    assert 1.0 / fit.inverse_gain == pytest.approx(gain, rel=1e-6)


def test_scatter_between_pairs_is_shrunk_towards_that_of_all_joints():
    blocks, pairs = np.ones(4), np.array([0.0, 1.0, 3.0, np.nan])
    factors = pair_factors(blocks, pairs, count=3)
    mean = 4.0 / 3.0
    assert factors[:3] == pytest.approx(
        [4.0 * mean / 6.0, (2.0 + 4.0 * mean) / 6.0, (6.0 + 4.0 * mean) / 6.0]
    )
    assert np.isnan(factors[3])


def test_an_unidentifiable_gain_is_marked():
    """The last joint sees parameters of its own alone, and no payload."""
    problem = made_up(2, np.array([12.0, 5.0, 8.0]), 3.0, noise=0.01)
    blind = []
    for run in problem.runs:
        groups = []
        for group in run.factors.factors:
            last = group[-1]
            triangle = last.triangle.copy()
            triangle[:, last.columns < BASE] = 0.0
            groups.append((*group[:-1], type(last)(last.columns, triangle)))
        factors = type(run.factors)(
            run.factors.column_names, tuple(groups), run.factors.row_counts, run.factors.scores
        )
        blind.append(RunFactors(factors, run.pair, run.mass))
    problem = GainProblem(problem.layout, tuple(blind), problem.priors)
    fit = search_gains(problem, start=None, monitor=NullMonitor())
    scatter = scatter_of_blocks(problem, fit, monitor=NullMonitor())
    assert scatter.undetermined[:JOINTS].tolist() == [False, False, True]
