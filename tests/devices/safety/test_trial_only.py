"""During a first trial the safety layer itself refuses every motion but those of the trial."""

from math import radians

import numpy as np
import pytest

from devices.motion import Jog, MoveTo
from tests.devices.safety.fake_arm import HOME, FakeArm, refusal

LAST = 5
SLOW = radians(1.0)


def in_trial():
    return FakeArm(is_in_trial=lambda: True)


@pytest.mark.parametrize("angle", [radians(2.0), radians(-2.0)])
def test_the_jog_of_the_trial_runs(angle):
    arm = in_trial()
    arm.begin(Jog(LAST, angle, SLOW))
    assert arm.controller.calls == ["arm", "start"]
    arm.safe.close()


def test_a_controller_without_jogs_turns_the_last_joint_as_slowly():
    arm = in_trial()
    arm.begin(MoveTo(HOME + radians(2.0) * np.eye(6)[LAST], 0.003))
    assert arm.controller.calls == ["arm", "start"]
    arm.safe.close()


@pytest.mark.parametrize(
    "plan",
    [
        MoveTo(HOME + radians(2.0) * np.eye(6)[0], 0.003),
        MoveTo(HOME + radians(3.0) * np.eye(6)[LAST], 0.003),
        Jog(0, radians(2.0), SLOW),
        Jog(LAST, radians(3.0), SLOW),
        Jog(LAST, radians(2.0), radians(10.0)),
        MoveTo(HOME + radians(2.0) * np.eye(6)[LAST], 0.05),
    ],
)
def test_any_other_motion_is_refused_though_its_preview_allows_it(plan):
    arm = in_trial()
    preview = arm.preview(plan, proven=True)
    assert preview.allowed
    assert refusal(arm.safe.admit, preview, serial_confirmed="").code == "first-trial-only"
    assert arm.controller.calls == []


def test_the_arm_is_moved_as_soon_as_it_has_passed():
    passed = []
    arm = FakeArm(is_in_trial=lambda: not passed)
    plan = MoveTo(HOME + radians(1.0), 0.05)
    assert refusal(arm.admit, plan).code == "first-trial-only"
    passed.append(True)
    arm.begin(plan)
    assert arm.controller.calls == ["arm", "start"]
    arm.safe.close()
