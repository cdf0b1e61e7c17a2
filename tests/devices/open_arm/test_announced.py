"""Capabilities from an announcement; for virtual robots they equal those known before connecting."""

from dataclasses import replace

import numpy as np
import pytest

from core.recording import Mark, Quantity, TorqueKind
from core.robot.library import load_robot, shipped_robots
from devices.capabilities import ControllerKind, MotionKind
from devices.errors import ProtocolError
from devices.open_arm.identity import MOTIONS, capabilities_of
from devices.protocol_open import messages as m
from devices.virtual.black_box import BlackBox
from devices.virtual.firmware.faults import FaultBoard
from devices.virtual.launch import virtual_capabilities
from devices.virtual.process import build_firmware
from devices.virtual.settings import VirtualSettings
from tests.devices.open_arm.fake_device import announcement


@pytest.mark.parametrize("kind", ControllerKind)
@pytest.mark.parametrize("name", shipped_robots())
def test_virtual_robots_announce_the_capabilities_assumed_before(name, kind):
    settings, robot = VirtualSettings(name, kind=kind), load_robot(name)
    with BlackBox(None) as black_box:
        firmware = build_firmware(settings, robot, faults=FaultBoard(()), notebook=black_box)
        (said,) = firmware.handle(m.Hello(), 0)
        (status,) = firmware.handle(m.AskStatus(), 1)
    announced = capabilities_of(said, status.flags, opened=Mark.VIRTUAL)
    assert replace(announced, acceleration=()) == virtual_capabilities(settings, robot)
    assert len(announced.acceleration) == robot.joint_count, "which only the device knows"
    assert np.all(np.array(announced.acceleration) <= robot.acceleration_limit)
    assert min(announced.acceleration) > 0.0


def test_every_field_comes_from_the_announcement():
    found = capabilities_of(announcement(kind="read-only", sample_rate=500.0, torque_kind="link-sensor"))
    assert found.torque_kind is TorqueKind.LINK_SENSOR
    assert (found.kind, found.joint_count, found.sample_rate) == (ControllerKind.READ_ONLY, 2, 500.0)
    assert found.quantities == (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION)
    assert found.motions == frozenset()
    assert found.stops_when_host_silent
    assert not found.payload_write_back, "which its status would tell"
    assert found.mark is Mark.NONE
    assert found.acceleration == ()
    limited = capabilities_of(announcement(acceleration=(2.0, None)))
    assert limited.acceleration == (2.0, float("inf"))


@pytest.mark.parametrize("said", ["virtual", "replay", "synthetic", "said-virtual"])
def test_a_device_that_reports_itself_virtual_is_marked_and_handled_as_a_real_arm(said):
    found = capabilities_of(announcement(mark=said))
    assert found.mark is Mark.SAID
    assert found.is_real_arm


@pytest.mark.parametrize("said", ["", "virtual", "replay"])
def test_the_openers_mark_is_never_changed_by_the_announcement(said):
    assert capabilities_of(announcement(mark=said), opened=Mark.VIRTUAL).mark is Mark.VIRTUAL
    assert not capabilities_of(announcement(mark=said), opened=Mark.VIRTUAL).is_real_arm


def test_an_unknown_mark_is_refused():
    with pytest.raises(ProtocolError, match="protocol-field") as refused:
        capabilities_of(announcement(mark="pretended"))
    assert refused.value.facts["field"] == "mark"


def test_each_kind_of_controller_accepts_its_own_motions():
    assert set(MOTIONS) == set(ControllerKind)
    assert MOTIONS[ControllerKind.CLOSED] == {MotionKind.POINT_TO_POINT}
