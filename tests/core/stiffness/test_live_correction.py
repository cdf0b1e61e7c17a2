"""Live tool shift with link compliance: agrees with the stiffness matrix, in reported directions."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from core.errors import BadRequest
from core.quality import Judgement, Reason, Verdict
from core.robot.library import load_robot
from core.stiffness.cartesian import reduced_compliance
from core.stiffness.correction import corrected_position
from core.stiffness.live_correction import (
    DeflectionMeaning,
    ZeroState,
    belongs_to_arm,
    is_same_pose,
    zero_state,
)
from core.stiffness.model import stiffness_model
from core.stiffness.reduction import reduce_stiffness
from core.stiffness.settings import StiffnessSettings

POSE = np.radians([20.0, -50.0, 70.0, 30.0, 60.0, 10.0])
FORCE = np.array([30.0, -60.0, -150.0])
TOOL = (0.05, 0.0, 0.12)


@pytest.fixture(scope="module")
def robot():
    return load_robot("mikhel-6")


@pytest.fixture(scope="module")
def reduced(robot):
    return reduce_stiffness(stiffness_model(robot, tool=TOOL), StiffnessSettings(tool=TOOL, error_poses=20))


def loaded(robot, reduced):
    """(n,) what the gears give under the force at the tool: the links stay behind where it pushes."""
    columns = reduced_rows(robot)
    return -(columns.T @ FORCE) / reduced.springs


def reduced_rows(robot):
    """(3, n) of the tool point, by differences."""
    from core.robot.kinematics import flange_transforms

    point = np.array([*TOOL, 1.0])
    step = 1e-6
    ends = [flange_transforms(robot, (POSE + sign * step * np.eye(6))) @ point for sign in (1.0, -1.0)]
    return ((ends[0] - ends[1]) / (2.0 * step))[:, :3].T


def test_the_tool_s_shift_is_that_of_the_reduced_model(robot, reduced):
    found = DeflectionMeaning(robot, reduced).of(loaded(robot, reduced), position=POSE, pose=POSE)
    for shift, compliance in ((found.whole, reduced.usable_compliance), (found.gears, 1.0 / reduced.springs)):
        expected = reduced_compliance(robot, compliance, POSE[np.newaxis], tool=TOOL)[0, :3, :3] @ FORCE
        assert shift == pytest.approx(expected, rel=1e-6)
    assert found.whole_size > 1.2 * found.gears_size


def test_the_corrected_position_equals_the_applied_correction(robot, reduced):
    deflection = loaded(robot, reduced)
    found = DeflectionMeaning(robot, reduced).of(deflection, position=POSE, pose=POSE)
    assert found.corrected == pytest.approx(corrected_position(POSE, deflection, reduced.usable_factor))
    assert found.change == pytest.approx(found.corrected - POSE)


def test_inverted_reported_directions_do_not_change_the_tool_shift(robot, reduced):
    joints = tuple(replace(joint, reported_sign=-1) for joint in robot.joints)
    turned = replace(robot, joints=joints)
    deflection = loaded(robot, reduced)
    plain = DeflectionMeaning(robot, reduced).of(deflection, position=POSE, pose=POSE)
    found = DeflectionMeaning(turned, reduced).of(-deflection, position=-POSE, pose=POSE)
    assert found.whole == pytest.approx(plain.whole)
    assert found.corrected == pytest.approx(-plain.corrected)


def test_a_joint_without_link_encoder_is_left_out(robot, reduced):
    deflection = loaded(robot, reduced)
    deflection[3] = np.nan
    meaning = DeflectionMeaning(robot, reduced)
    found = meaning.of(deflection, position=POSE, pose=POSE)
    assert found.counted.tolist() == [True, True, True, False, True, True]
    assert np.isnan(found.corrected[3])
    assert np.isfinite(found.corrected[[0, 1, 2, 4, 5]]).all()
    expected = meaning.of(np.nan_to_num(deflection), position=POSE, pose=POSE).whole
    assert found.whole == pytest.approx(expected)


def test_without_a_zero_the_shift_is_unknown(robot, reduced):
    found = DeflectionMeaning(robot, reduced).of(
        loaded(robot, reduced), position=POSE, pose=POSE, zero=ZeroState.NONE
    )
    assert found.counted.all()
    assert np.isnan(found.corrected).all()
    assert np.isnan(found.whole_size)


def test_joints_corrected_by_their_own_spring_alone_are_named(robot, reduced):
    lost = Judgement.of((Reason("reduced-compliance-negative", {"joint": "x"}, Verdict.NOT_MEASURABLE),))
    changes = {1: {"judgement": lost}, 2: {"is_held": True}, 4: {"spring": float("nan")}}
    joints = tuple(
        replace(one, **changes.get(one.number, {"judgement": Judgement.of(())})) for one in reduced.joints
    )
    meaning = DeflectionMeaning(robot, replace(reduced, joints=joints))
    assert meaning.own_spring_alone == (1, 2, 4)
    assert meaning.factor[4] == 1.0


def test_zero_state_follows_request_standstill_and_pose(robot):
    def state(*, at=POSE, steady=True, asked=True):
        return zero_state(robot, pose=POSE, zeroed_at=at, was_steady=steady, was_asked=asked)

    assert state() is ZeroState.HERE
    assert state(at=None) is ZeroState.NONE
    assert state(steady=False) is ZeroState.MOVING
    assert state(asked=False) is ZeroState.BY_ITSELF
    assert state(at=POSE + np.radians([0, 0, 3.0, 0, 0, 0])) is ZeroState.ELSEWHERE
    assert not is_same_pose(robot, POSE, np.full(6, np.nan))


def test_stiffness_of_another_arm_is_refused(robot, reduced):
    assert belongs_to_arm(robot, reduced)
    assert not belongs_to_arm(replace(robot, name="other"), reduced)
    with pytest.raises(BadRequest) as refused:
        DeflectionMeaning(load_robot("mikhel-3"), reduced)
    assert refused.value.code == "motion-shape"


def test_live_correction_loads_no_compiler():
    code = "import sys, core.stiffness.live_correction; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
