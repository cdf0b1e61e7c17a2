"""The answer whether a link position is measured stays with the arm's serial number."""

from dataclasses import replace

import numpy as np
import pytest

from app.visit.stored_products import keep_link_position, known_link_position, new_link_position
from core.encoders.result import LINK_POSITION
from core.recording import LinkPosition, Origin, Quantity, Recording, TorqueKind
from core.robot.library import load_robot
from core.storage.visit import Visit
from tests.campaigns._link_joints import swept_joint

ROBOT = load_robot("szabo-3r")


@pytest.fixture
def visit(tmp_path):
    with Visit.create(tmp_path / "visit.h5", robot_toml='name = "arm"') as opened:
        yield opened


def sweep(serial):
    """A sweep whose link position is computed from the motor."""
    one = swept_joint(503, "computed")
    motor, torque = (np.column_stack([values] * 3) for values in (one.motor, one.torque))
    columns = {
        Quantity.MOTOR_POSITION: motor,
        Quantity.LINK_POSITION: motor - torque / 2e4,
        Quantity.TORQUE: torque,
    }
    return Recording("sweep", one.time, columns, TorqueKind.MOTOR_TORQUE, origin=Origin(serial=serial))


def keep(visit, recording):
    found = new_link_position(visit, [recording], ROBOT)
    with visit.change() as draft:
        keep_link_position(draft, found)
    return found


def test_the_first_sweep_decides_and_is_not_asked_again(visit):
    found = keep(visit, sweep("A-1"))
    assert found.found is LinkPosition.COMPUTED
    known = known_link_position(visit, "A-1")
    assert known.joints == found.joints
    assert new_link_position(visit, [sweep("A-1")], ROBOT) is None


def test_another_arm_is_asked_anew(visit):
    keep(visit, sweep("A-1"))
    assert known_link_position(visit, "A-2") is None
    assert new_link_position(visit, [sweep("A-2")], ROBOT) is not None


def test_what_nobody_knows_is_not_kept(visit):
    recording = sweep("A-1")
    keep(visit, recording.block(0, 300))
    assert visit.results(LINK_POSITION) == ()


def test_recordings_without_both_encoders_are_not_asked(visit):
    recording = sweep("A-1")
    bare = replace(recording, columns={Quantity.TORQUE: recording.columns[Quantity.TORQUE]})
    assert new_link_position(visit, [bare], ROBOT) is None
