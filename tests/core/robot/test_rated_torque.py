"""Shares of rated torques: moving, standing, friction, over as many samples as there are."""

from dataclasses import replace

import numpy as np
import pytest

from core.monitor import Cancelled, NullMonitor
from core.robot.library import load_robot
from core.robot.model import AssumedPayload
from core.robot.rated_torque import COULOMB_SHARE, VISCOUS_SHARE, friction_share, torque_shares
from core.robot.worst_payload import worst_motor_torque

ROBOT = load_robot("ur10e")
PAYLOAD = AssumedPayload(5.0, 0.1)


def test_the_largest_torque_of_all_samples_and_accelerations_counts():
    q, v, a = np.random.default_rng(0).normal(size=(3, 2500, 6))
    found = torque_shares(ROBOT, q, v, (a, -a), payload=PAYLOAD)
    friction = COULOMB_SHARE + VISCOUS_SHARE * np.abs(v) / ROBOT.velocity_limit
    torques = [worst_motor_torque(ROBOT, q, v, way, payload=PAYLOAD) for way in (a, -a)]
    moving = np.max([torque / ROBOT.torque_limit + friction for torque in torques], axis=(0, 1))
    still = np.zeros_like(q)
    held = worst_motor_torque(ROBOT, q, still, still, payload=PAYLOAD) / ROBOT.torque_limit
    np.testing.assert_allclose(found.moving, moving)
    np.testing.assert_allclose(found.holding, held.max(axis=0))


def test_a_resting_joint_has_no_friction():
    speed = ROBOT.velocity_limit * np.array([0.0, 1.0, -1.0, 0.0, 0.0, 0.5])
    share = friction_share(ROBOT, speed[np.newaxis])[0]
    expected = COULOMB_SHARE + VISCOUS_SHARE * np.array([1.0, 1.0, 0.5])
    np.testing.assert_array_equal(share[[0, 3, 4]], 0.0)
    np.testing.assert_allclose(share[[1, 2, 5]], expected)


def test_unknown_ratings_give_no_share():
    joints = tuple(replace(joint, torque=np.inf, velocity=np.inf) for joint in ROBOT.joints)
    q = np.ones((3, 6))
    found = torque_shares(replace(ROBOT, joints=joints), q, q, (q,), payload=PAYLOAD)
    np.testing.assert_array_equal(found.holding, 0.0)
    np.testing.assert_allclose(found.moving, COULOMB_SHARE)


def test_computation_can_be_cancelled():
    class Stops(NullMonitor):
        def check(self):
            raise Cancelled

    q = np.zeros((10, 6))
    with pytest.raises(Cancelled):
        torque_shares(ROBOT, q, q, (q,), payload=PAYLOAD, monitor=Stops())
