"""Settings of a plan: what is refused at once, by name."""

import numpy as np
import pytest

from core.errors import BadRequest
from core.excitation.settings import ExcitationSettings, MethodName, TrajectoryKind
from core.fields import from_fields, to_fields
from core.robot.surroundings import Box


@pytest.mark.parametrize(
    ("code", "setting", "value"),
    [
        ("setting-out-of-bounds", "harmonics", 0),
        ("setting-not-above", "period_s", -1.0),
        ("setting-not-finite", "period_s", float("inf")),
        ("setting-not-above", "sample_step_s", 0.0),
        ("setting-not-finite", "seconds", float("nan")),
        ("setting-out-of-bounds", "evaluations", 0),
        ("setting-not-above", "noise", (0.1, 0.0)),
        ("setting-not-finite", "start", (0.0, float("nan"))),
        ("setting-not-finite", "floor_height", float("inf")),
        ("setting-out-of-bounds", "seed", -1),
        ("setting-out-of-bounds", "locked", (1, -2)),
    ],
)
def test_impossible_values_are_refused_by_name(code, setting, value):
    with pytest.raises(BadRequest) as refused:
        ExcitationSettings(**{setting: value})
    assert refused.value.code == code
    assert refused.value.facts["setting"] == setting


def test_the_fastest_wave_needs_more_than_two_samples_a_turn():
    ExcitationSettings(harmonics=5, period_s=1.1, sample_step_s=0.1)
    with pytest.raises(BadRequest) as refused:
        ExcitationSettings(harmonics=5, period_s=1.0, sample_step_s=0.1)
    assert refused.value.code == "sample-step"


def test_the_samples_are_those_of_one_period():
    settings = ExcitationSettings()
    assert settings.sample_count == 200
    np.testing.assert_allclose(settings.time[[0, 1, -1]], [0.0, 0.1, 19.9])


def test_the_start_pose_is_zero_unless_named():
    np.testing.assert_array_equal(ExcitationSettings().start_pose(7), np.zeros(7))
    with pytest.raises(BadRequest) as refused:
        ExcitationSettings(start=(0.1, 0.2)).start_pose(6)
    assert refused.value.code == "start-count"
    assert refused.value.facts == {"found": 2, "expected": 6}


def test_settings_come_back_from_their_fields():
    settings = ExcitationSettings(
        kind=TrajectoryKind.QUINTIC,
        start=(0.1, -0.2),
        method=MethodName.PATTERN,
        evaluations=100,
        locked=(1,),
        boxes=(Box("table", (0.0, 0.0, 0.0), (1.0, 1.0, 0.5)),),
        noise=(0.1, 0.2),
        floor_height=None,
    )
    assert from_fields(ExcitationSettings, to_fields(settings)) == settings
