"""Coverage of planned sweeps: predicted accuracy agrees with noisy least squares.

Both directions are needed.
"""

import numpy as np
import pytest

from core.payload.coverage import (
    GOOD_CENTER_M,
    LEFT_OVER_NM,
    NOISE_NM,
    RATE_HZ,
    USABLE_TIMES,
    coverage,
    good_limits,
    standard_deviations,
)
from core.payload.plan import FlangeAim, PayloadMode
from core.payload.weight_columns import weight_columns
from core.quality import Verdict
from core.robot.library import load_robot
from tests.core.payload.plan_examples import plan_of

EC66 = load_robot("ec66")
ALL = range(1, 17)


def simulated_rows(plan):
    """Every steady sample of the plan: weight columns, and one column for each joint's offset."""
    rows = []
    for sweep in plan.sweeps:
        count = round(sweep.steady_s * RATE_HZ)
        q = np.tile(sweep.pose, (count, 1))
        q[:, sweep.joint] = np.linspace(sweep.places[0], sweep.places[-1], count)
        offsets = np.tile([sweep.joint == plan.joints.first, sweep.joint == plan.joints.second], (count, 1))
        rows.append(np.column_stack([weight_columns(EC66, q, sweep.joint), offsets]))
    return np.concatenate(rows)


def test_predicted_std_equals_that_of_least_squares_with_noise():
    plan = plan_of("ec66", PayloadMode.QUICK)
    rows, random = simulated_rows(plan), np.random.default_rng(7)
    noise, left = np.sqrt(2.0) * NOISE_NM, LEFT_OVER_NM[True]
    known = np.zeros((2, 6))
    known[:, 4:] = np.eye(2) / left
    weighed = np.concatenate([rows / noise, known])
    mass, center = plan.expected.mass, np.zeros(3)
    truth = np.array([mass, *(mass * center)])
    solve = np.linalg.pinv(weighed)
    found = []
    for _ in range(400):
        offset = left * random.standard_normal(2)
        measured = rows @ np.concatenate([truth, offset]) + noise * random.standard_normal(rows.shape[0])
        estimate = solve @ np.concatenate([measured / noise, np.zeros(2)])
        found.append([estimate[0], *(estimate[1:4] / estimate[0])])
    spread = np.std(found, axis=0)
    foretold = np.array([plan.expected.mass_std, *plan.expected.center_std])
    # 400 runs know a standard deviation to 3.5 %
    assert spread == pytest.approx(foretold, rel=0.15)


def test_before_any_sweep_nothing_is_determined():
    plan = plan_of("ec66")
    found = coverage(EC66, plan, done=())
    assert found.verdicts == (Verdict.REPEAT,) * 4
    assert np.isinf(found.expected.mass_std)
    assert np.isinf(found.expected.center_std).all()
    assert sorted(found.next_sweeps) == list(ALL)
    assert found.done == ()


def test_after_all_sweeps_everything_is_good():
    plan = plan_of("ec66")
    found = coverage(EC66, plan, done=ALL)
    assert found.verdicts == (Verdict.GOOD,) * 4
    assert found.next_sweeps == ()
    assert found.expected.mass_std == pytest.approx(plan.expected.mass_std, rel=0.02)
    assert found.expected.center_std == pytest.approx(plan.expected.center_std, rel=0.02)


def test_sweeps_in_one_direction_do_not_count():
    plan = plan_of("ec66")
    found = coverage(EC66, plan, done=[sweep.number for sweep in plan.sweeps[::2]])
    assert found.verdicts == (Verdict.REPEAT,) * 4
    assert np.isinf(found.expected.mass_std)
    back = {sweep.number for sweep in plan.sweeps[1::2]}
    assert set(found.next_sweeps) == back


def test_each_orientation_determines_its_quantity():
    plan = plan_of("ec66")
    aims = {each.number: each.aim for each in plan.orientations}
    flat = [sweep.number for sweep in plan.sweeps if aims[sweep.orientation] is FlangeAim.X_ALONG]
    found = coverage(EC66, plan, done=flat)
    # z is along the swept axis: nothing of it shows, everything else does
    assert np.isfinite([found.expected.mass_std, *found.expected.center_std]).tolist() == [
        True,
        True,
        True,
        False,
    ]
    assert found.verdicts[:3] == (Verdict.GOOD,) * 3
    assert found.verdicts[3] is Verdict.REPEAT
    along = {FlangeAim.Z_ALONG, FlangeAim.Z_ALONG_TURNED}
    best = {sweep.number: aims[sweep.orientation] for sweep in plan.sweeps}[found.next_sweeps[0]]
    assert best in along


def test_the_next_sweep_is_the_most_informative_one():
    plan = plan_of("ec66")
    done = [1, 2, 3, 4]
    proposed = coverage(EC66, plan, done=done).next_sweeps
    assert len(proposed) == 12
    pairs = [tuple(proposed[place : place + 2]) for place in range(0, 12, 2)]
    spread = []
    for pair in pairs:
        expected = coverage(EC66, plan, done=[*done, *pair]).expected
        spread.append(np.prod([expected.mass_std, *expected.center_std]))
    assert int(np.argmin(spread)) == 0


def test_repeated_sweeps_count_twice():
    plan = plan_of("ec66")
    once, twice = coverage(EC66, plan, done=ALL), coverage(EC66, plan, done=[*ALL, *ALL])
    # noise alone would give a factor of √2; offsets do not average away
    assert 1.0 < once.expected.mass_std / twice.expected.mass_std <= np.sqrt(2.0)
    assert twice.done == tuple(ALL)


def test_quantities_no_planned_sweep_determines_are_not_measurable():
    robot, plan = load_robot("szabo-3r"), plan_of("szabo-3r")
    found = coverage(robot, plan, done=[sweep.number for sweep in plan.sweeps])
    assert found.verdicts[3] is Verdict.NOT_MEASURABLE
    assert Verdict.NOT_MEASURABLE not in found.verdicts[:3]
    assert coverage(robot, plan, done=()).verdicts[3] is Verdict.NOT_MEASURABLE


def test_a_light_payload_has_a_less_certain_centre():
    heavy = plan_of("ec66")
    assert good_limits(1.0)[0] == 0.02
    assert good_limits(10.0)[0] == 0.1
    found = coverage(EC66, heavy, done=[1, 2, 3, 4, 9, 10])
    center = found.expected.center_std
    expected = [
        Verdict.GOOD
        if each <= GOOD_CENTER_M
        else Verdict.USABLE
        if each <= USABLE_TIMES * GOOD_CENTER_M
        else Verdict.REPEAT
        for each in center
    ]
    assert list(found.verdicts[1:]) == expected


def test_deviations_of_what_is_not_determined_are_infinite():
    assert standard_deviations(np.diag([4.0, 1.0, 0.0, 0.25])).tolist() == [0.5, 1.0, np.inf, 2.0]
    assert np.isinf(standard_deviations(np.zeros((4, 4)))).all()
    # a sum alone is known: neither of its parts is
    shared = np.array([1.0, 1.0, 0.0, 0.0])
    assert np.isinf(standard_deviations(np.outer(shared, shared) + np.diag([0.0, 0.0, 1.0, 1.0]))[:2]).all()
