"""The physics behind an emulated controller: the virtual arm, seen through the maker's fields."""

import numpy as np
import pytest

from core.errors import BadRequest
from core.robot.library import load_robot
from devices.emulated.arm import PhysicalArm
from devices.emulated.ur import EmulatedUr
from devices.emulated.ur_settings import EmulatedUrSettings, PolyScope, parse_emulated_ur
from devices.virtual.firmware.plant import PERIOD_S


@pytest.fixture(scope="module")
def arm():
    return PhysicalArm(load_robot("ur10e"), seed=0)


def steps(arm, count):
    rows = []
    for _ in range(count):
        arm.step()
        rows.append(arm.row())
    return rows


def test_the_arm_sways_and_its_model_torque_explains_most_of_its_current(arm):
    arm.set_brakes(engaged=False)
    steps(arm, 50)
    arm.sway()
    rows = steps(arm, 1500)
    position = np.array([row.position for row in rows])
    assert np.abs(position[-1] - position[0]).max() > 0.05
    target = np.array([row.target_position for row in rows])
    assert np.abs(position - target).max() < 0.02
    velocity = np.array([row.target_velocity for row in rows])
    assert np.gradient(target, PERIOD_S, axis=0)[5:-5] == pytest.approx(velocity[5:-5], abs=1e-3)
    # shoulder and elbow carry the weight: friction and noise are the rest
    torque = np.array([row.torque for row in rows])[:, 1:3]
    moment = np.array([row.target_moment for row in rows])[:, 1:3]
    assert np.abs(torque - moment).mean() < 0.35 * np.abs(moment).mean()
    arm.halt()
    assert np.abs(steps(arm, 1500)[-1].velocity).max() < 0.01


def test_closed_brakes_hold_the_arm_without_current(arm):
    arm.set_brakes(engaged=True)
    rows = steps(arm, 300)
    assert np.abs(rows[-1].position - rows[-100].position).max() < 1e-4
    assert np.abs(np.mean([row.current for row in rows[-200:]], axis=0)).max() < 0.2
    arm.set_brakes(engaged=False)
    again = steps(arm, 300)
    assert np.abs(again[-1].position - rows[-1].position).max() < 0.01


def test_settings_are_read_from_a_name():
    settings = parse_emulated_ur("ur:ur10e?polyscope=5.23&seed=3&payload=2.5")
    assert settings == EmulatedUrSettings("ur10e", PolyScope.NEWER, 3, 2.5)
    assert settings.serial == "20000000003"


@pytest.mark.parametrize(
    "name", ["ur:", "ur:ur10e?polyscope=4.0", "ur:ur10e?seed=-1", "ur:ur10e?payload=x", "ur:ur10e?pace=fast"]
)
def test_other_names_are_refused(name):
    with pytest.raises(BadRequest):
        parse_emulated_ur(name)


def test_an_arm_of_another_maker_has_no_such_controller():
    with pytest.raises(BadRequest) as raised:
        EmulatedUr(EmulatedUrSettings("ec66"), port=0)
    assert raised.value.code == "robot-not-emulated"
