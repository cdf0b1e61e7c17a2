"""SDU's client for arms of Universal Robots (``pip install ur_rtde``) reads the emulated controller.

It knows the standard ports only, so the controller has a loopback address of its own.
"""

import os
import sys

import pytest

from devices.universal_robots.settings import RTDE_PORT
from tests.devices.emulated.controllers import wait_for
from tests.devices.emulated.fake_arm import JOINTS, KELVIN
from tests.devices.emulated.served import served_ur

rtde_receive = pytest.importorskip("rtde_receive", reason="ur_rtde is not installed")
dashboard_client = pytest.importorskip("dashboard_client", reason="ur_rtde is not installed")

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="macOS has one loopback address only")


@pytest.fixture
def own_address():
    """A loopback address that no other test of this computer uses at the same time."""
    process = os.getpid()
    return f"127.{1 + process % 250}.{process // 250 % 250}.7"


@pytest.mark.parametrize("polyscope", ["3.15", "5.11", "5.23"])
def test_it_receives(own_address, polyscope):
    with served_ur(polyscope, host=own_address, port=RTDE_PORT, payload=1.5) as (_, order):
        receiver = rtde_receive.RTDEReceiveInterface(own_address, 125.0)
        try:
            stamp = receiver.getTimestamp()
            wait_for(lambda: receiver.getTimestamp() > stamp + 0.2, what="packages")
            assert receiver.getActualCurrent() == pytest.approx((0.5 * JOINTS).tolist())
            assert receiver.getTargetMoment() == pytest.approx((10.0 * JOINTS).tolist())
            assert receiver.getJointTemperatures() == pytest.approx((KELVIN + JOINTS - 273.15).tolist())
            assert receiver.getRobotMode() == 7
            assert receiver.getPayload() == 1.5
            order("protective-stop")
            wait_for(receiver.isProtectiveStopped, what="the protective stop")
        finally:
            receiver.disconnect()


def test_it_asks_the_dashboard(own_address):
    with served_ur(host=own_address, port=RTDE_PORT):
        client = dashboard_client.DashboardClient(own_address)
        client.connect()
        try:
            assert client.robotmode() == "Robotmode: RUNNING"
            assert client.getSerialNumber() == "20000000000"
            assert client.getRobotModel() == "UR10"
            assert client.isInRemoteControl()
            client.powerOff()
            assert client.robotmode() == "Robotmode: POWER_OFF"
        finally:
            client.disconnect()
