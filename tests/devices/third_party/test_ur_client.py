"""The maker's own Python client (``rtde`` of RTDE_Python_Client_Library) reads the emulated controller."""

from itertools import pairwise

import pytest

from tests.devices.emulated.fake_arm import JOINTS
from tests.devices.emulated.served import served_ur

rtde = pytest.importorskip("rtde.rtde", reason="RTDE_Python_Client_Library is not installed")

NAMES = ["timestamp", "actual_q", "actual_current", "robot_mode", "payload"]
TYPES = ["DOUBLE", "VECTOR6D", "VECTOR6D", "INT32", "DOUBLE"]


def test_it_receives_every_package():
    with served_ur(payload=2.0) as (port, _):
        client = rtde.RTDE("127.0.0.1", port)
        client.connect()
        try:
            assert client.get_controller_version() == (5, 11, 0, 0)
            assert client.send_output_setup(NAMES, TYPES, frequency=500)
            assert client.send_start()
            stamps = []
            while len(stamps) < 200:
                state = client.receive_buffered()
                if state is not None:
                    stamps.append(state.timestamp)
            assert (state.robot_mode, state.payload) == (7, 2.0)
            assert state.actual_current == pytest.approx((0.5 * JOINTS).tolist())
            steps = {round(1e3 * (after - before)) for before, after in pairwise(stamps)}
            assert steps == {2}
            assert client.send_pause()
        finally:
            client.disconnect()
