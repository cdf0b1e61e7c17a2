"""What is usual for a model of arm, and which arm stands out."""

import math
from dataclasses import replace

import numpy as np
import pytest

from core.catalogue.care import care_threshold
from core.catalogue.key_figures import FigureCode
from core.catalogue.usual_values import (
    FEWEST_ARMS,
    LEAST_FREEDOM,
    ArmFigures,
    freedom_of,
    scatter_of,
    standings,
    usual_for,
    usual_of,
)

MEAN = math.log(2e4)


def fleet(rng, arms=60, visits=6, *, between=0.08, stated=0.01, beyond=0.0, per_kelvin=0.0, mean=MEAN):
    """Figures as logarithms: arms differ by ``between``, measurements by ``stated`` and ``beyond``."""
    made = []
    for number in range(arms):
        temperature = rng.uniform(288.0, 306.0, visits)
        error = rng.normal(0.0, math.hypot(stated, beyond), visits)
        value = mean + rng.normal(0.0, between) + per_kelvin * (temperature - 295.0) + error
        made.append(ArmFigures(f"A-{number}", value, np.full(visits, stated), temperature))
    return made


def as_measured(arm, factor=1.0, first=0):
    """The figures in SI; from the visit ``first`` on multiplied by ``factor``."""
    value = np.exp(arm.value)
    value[first:] *= factor
    return ArmFigures(arm.arm, value, arm.std * value, arm.temperature)


def test_the_spread_of_arms_and_of_measurements_is_found_apart():
    rng = np.random.default_rng(1)
    found = usual_of(fleet(rng, arms=400, between=0.08, stated=0.01, beyond=0.02, per_kelvin=-0.01))
    assert found.mean == pytest.approx(math.log(2e4), abs=0.05)
    assert found.between == pytest.approx(0.08, rel=0.15)
    assert found.beyond == pytest.approx(0.02, rel=0.15)
    assert found.per_kelvin == pytest.approx(-0.01, rel=0.1)


def test_worn_arms_hardly_move_what_is_usual():
    rng = np.random.default_rng(2)
    arms = fleet(rng, arms=200)
    worn = [ArmFigures(arm.arm, arm.value - 0.3, arm.std, arm.temperature) for arm in arms[:20]]
    before, after = usual_of(arms), usual_of([*worn, *arms[20:]])
    assert after.mean == pytest.approx(before.mean, abs=0.02)
    assert after.between == pytest.approx(before.between, rel=0.25)


def test_an_arm_that_lost_stiffness_stands_out_from_the_visit_on_that_shows_it():
    rng = np.random.default_rng(3)
    arms = [as_measured(arm) for arm in fleet(rng)]
    arms[7] = as_measured(fleet(rng)[7], factor=0.9, first=4)
    found = {one.arm: one for one in standings(FigureCode.STIFFNESS, arms)}
    worst = max(found.values(), key=lambda one: one.stds)
    assert worst.arm == "A-7"
    assert worst.since == 4
    assert worst.value / worst.usual == pytest.approx(0.9, abs=0.02)
    assert worst.stds > 6.0
    assert sorted(one.stds for one in found.values())[-2] < 5.0


def test_stiffness_that_grew_needs_no_care():
    rng = np.random.default_rng(4)
    arms = [as_measured(arm) for arm in fleet(rng)]
    arms[7] = as_measured(fleet(rng)[7], factor=1.2, first=3)
    found = {one.arm: one for one in standings(FigureCode.STIFFNESS, arms)}
    assert found["A-7"].stds < 4.0


def test_friction_of_a_cold_day_is_not_taken_for_wear():
    rng = np.random.default_rng(5)
    arms = [as_measured(arm) for arm in fleet(rng, per_kelvin=-0.012)]
    assert max(one.stds for one in standings(FigureCode.FRICTION, arms)) < 5.0
    unknown = [replace(arm, temperature=np.full(6, np.nan)) for arm in arms]
    logarithms = [replace(arm, value=np.log(arm.value), std=arm.std / arm.value) for arm in unknown]
    by_beyond = usual_of(logarithms)
    assert by_beyond.beyond > 0.03, "what the temperature would explain counts as scatter"


def test_a_single_visit_is_judged_by_the_other_arms_of_its_model():
    rng = np.random.default_rng(6)
    arms = [as_measured(arm) for arm in fleet(rng, visits=3)]
    new = ArmFigures("new", np.array([1.1e4]), np.array([1e2]), np.array([295.0]))
    found = {one.arm: one for one in standings(FigureCode.STIFFNESS, [*arms, new])}
    assert found["new"].stds > 5.0
    few = standings(FigureCode.STIFFNESS, [*arms[: FEWEST_ARMS - 2], new])
    assert "new" not in {one.arm for one in few}, "too few arms to say what is usual"


def test_with_few_arms_each_is_followed_by_its_own_visits():
    value, std = np.array([2e4, 2e4, 1.6e4]), np.full(3, 2e2)
    arm = ArmFigures("A", value, std, np.full(3, np.nan))
    (found,) = standings(FigureCode.STIFFNESS, [arm])
    assert found.since == 2
    assert found.usual == pytest.approx(2e4, rel=1e-6)
    assert found.stds == pytest.approx(
        math.log(2e4 / 1.6e4) / math.hypot(0.0125, 0.01 / math.sqrt(2)), rel=1e-6
    )


def test_scatter_that_the_stated_uncertainty_misses_is_found_over_all_joints():
    rng = np.random.default_rng(7)
    joints = [[as_measured(arm) for arm in fleet(rng, arms=2, visits=6, beyond=0.03)] for _ in range(6)]
    scatter = scatter_of(FigureCode.STIFFNESS, joints)
    assert scatter.changes == 60
    assert scatter.factor == pytest.approx(math.hypot(1.0, 3.0), rel=0.25)
    assert usual_for(FigureCode.STIFFNESS, joints[0], scatter=scatter).beyond > 0.02
    assert scatter_of(FigureCode.STIFFNESS, [[as_measured(arm) for arm in fleet(rng)]]) is None


@pytest.mark.parametrize("of_model", [0.0, 0.3, 1.0])
def test_more_visits_and_arms_make_an_expectation_better_known(of_model):
    rng = np.random.default_rng(8)
    few, many = (usual_of(fleet(rng, arms=arms, visits=visits)) for arms, visits in ((5, 3), (60, 12)))
    assert LEAST_FREEDOM <= freedom_of(few, of_model=of_model) < freedom_of(many, of_model=of_model)


def test_sound_arms_of_a_small_fleet_are_called_rarely():
    rng, called = np.random.default_rng(9), 0
    for _ in range(20):
        joints = [[as_measured(arm) for arm in fleet(rng, arms=3, visits=4, beyond=0.02)] for _ in range(6)]
        scatter = scatter_of(FigureCode.STIFFNESS, joints)
        worst = {
            one.arm
            for arms in joints
            for one in standings(
                FigureCode.STIFFNESS, arms, usual_for(FigureCode.STIFFNESS, arms, scatter=scatter)
            )
            if one.stds > care_threshold(24, one.freedom)
        }
        called += len(worst)
    assert called <= 3, "of 60"
