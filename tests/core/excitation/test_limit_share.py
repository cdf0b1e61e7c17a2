"""A motion that makes use of a share of its limits leaves the rest to what a real arm errs by."""

import numpy as np
import pytest

from core.errors import BadRequest
from core.excitation.limits.motion_limits import motion_limits
from core.excitation.plan import plan_excitation
from core.excitation.settings import ExcitationSettings, TrajectoryKind
from core.robot.library import load_robot

SHARE = 0.8


def test_positions_are_shared_from_the_start_pose():
    robot = load_robot("ec66")
    start = np.linspace(-0.5, 0.5, robot.joint_count)
    limits = motion_limits(robot, start=start)
    shared = limits.shared(SHARE, start=start)
    np.testing.assert_allclose(shared.upper - start, SHARE * (limits.upper - start))
    np.testing.assert_allclose(shared.lower - start, SHARE * (limits.lower - start))
    np.testing.assert_allclose(shared.velocity, SHARE * limits.velocity)
    np.testing.assert_allclose(shared.acceleration, SHARE * limits.acceleration)
    whole = limits.shared(1.0, start=start)
    np.testing.assert_allclose(whole.upper, limits.upper)


@pytest.mark.parametrize("share", [0.0, -0.1, 1.01, float("nan")])
def test_a_share_is_above_zero_and_at_most_one(share):
    with pytest.raises(BadRequest, match=r"setting-not-(above|finite)"):
        ExcitationSettings(limit_share=share)


def test_a_plan_stays_within_its_share():
    plan = plan_excitation(
        load_robot("ec66"),
        ExcitationSettings(kind=TrajectoryKind.MODIFIED, evaluations=60, collision=False, limit_share=SHARE),
    )
    assert 0.5 * SHARE < plan.peaks.limit_use[:, 1:].max() <= SHARE, "judged against the whole of them"
