"""A load hung on the virtual flange in the midst of a session: the drives feel it, all is looked at again."""

from contextlib import contextmanager

import numpy as np
import pytest

from app.arm.compute import compute_here
from app.arm.session import RobotSession
from core.payload.weight import weight_columns
from core.recording import Mark, Quantity
from core.robot.library import load_robot
from devices.controller import Lifecycle, PayloadSetting
from devices.errors import ConfigurationError, MotionRejected
from devices.motion import MoveTo
from devices.safety.previewing import make_preview
from tests.app.procedures.fake_arm import FakeArm
from tests.app.procedures.waited_time import AlwaysThere
from tests.waiting import LIMIT_S, wait_until

pytestmark = pytest.mark.thorough

MASS, CENTER = 6.0, (0.02, 0.0, 0.2)
STUCK = 0.2
"""Of its rated torque, by how much friction may hold a gear at two standstills: a tenth each way."""


@contextmanager
def virtual_session(settings):
    session = RobotSession(
        f"virtual:ec66?{settings}", load_robot("ec66"), pulse=AlwaysThere(), compute=compute_here
    )
    try:
        session.open()
        yield session
    finally:
        session.close()


def held_torque(session):
    """What the drives hold in N·m, by their nominal gains, once the brakes are open."""
    session.controller.arm()
    session.clock.sleep(1.0)
    _, columns = session.acquisition.ring.newest(0.5)
    return columns[Quantity.CURRENT].mean(axis=0) * session.identity.drive_gain


@pytest.mark.parametrize("kind", ["open", "closed"])
def test_the_drives_feel_what_hangs_there_and_no_longer_when_it_is_taken_off(kind):
    with virtual_session(f"seed=2&kind={kind}") as session:
        session.proven = True
        bare, count = held_torque(session), session.safe.stop_count
        session.hang_on_virtual(MASS, CENTER)
        assert session.hung == PayloadSetting(MASS, CENTER)
        assert session.safe.stop_count != count, "whatever was prepared before is void"
        assert not session.proven
        assert session.controller.status.lifecycle is Lifecycle.CONNECTED
        assert not session.controller.status.brakes_released
        loaded = held_torque(session)
        load = np.array([MASS, *np.multiply(MASS, CENTER)])
        pose = session.standing_pose()[np.newaxis]
        expected = np.array([(weight_columns(session.robot, pose, joint) @ load)[0] for joint in range(6)])
        most = int(np.argmax(np.abs(expected)))
        stuck = STUCK * session.robot.torque_limit[most]
        assert abs(expected[most]) > 2.0 * stuck
        assert (loaded - bare)[most] == pytest.approx(expected[most], abs=stuck)
        assert session.controller.read_payload() == PayloadSetting(0.0), "no setting follows by itself"
        session.hang_on_virtual(0.0)
        assert session.hung == PayloadSetting(0.0)
        assert held_torque(session)[most] == pytest.approx(bare[most], abs=stuck)
        assert session.standing_pose() == pytest.approx(pose[0], abs=0.02)


def test_nothing_is_hung_on_an_arm_that_moves():
    with virtual_session("seed=2") as session:
        target = session.standing_pose()
        target[0] += 0.3
        plan = MoveTo(target, 0.05)
        circumstances = session.circumstances()
        seen = make_preview(
            circumstances.robot,
            plan,
            start=circumstances.start,
            capabilities=circumstances.capabilities,
            proven=False,
            stop_count=circumstances.stop_count,
        )
        motion = session.safe.begin(session.safe.admit(seen, serial_confirmed=session.identity.serial))
        wait_until(lambda: session.controller.status.lifecycle is Lifecycle.MOVING)
        with pytest.raises(MotionRejected, match="already-moving"):
            session.hang_on_virtual(MASS, CENTER)
        assert session.hung is None
        assert motion.outcome is None, "and it goes on"
        session.stop()
        assert session.clock.wait(motion, LIMIT_S)


def test_what_cannot_hang_anywhere_is_refused():
    with virtual_session("seed=2&pace=fast") as session:
        with pytest.raises(ConfigurationError, match="payload-setting"):
            session.hang_on_virtual(-1.0, CENTER)
        assert session.hung is None


@pytest.mark.parametrize("mark", [Mark.NONE, Mark.REPLAY, Mark.VIRTUAL])
def test_a_person_hangs_it_where_the_arm_is_real(open_session, mark):
    session = open_session(FakeArm(mark=mark))  # which simulates nothing
    with pytest.raises(MotionRejected, match="simulation-not-offered"):
        session.hang_on_virtual(MASS, CENTER)
    assert session.hung is None
