"""The black box records the flange pose each time the arm has come to rest elsewhere."""

import numpy as np

from devices.protocol_open import messages as m
from devices.protocol_open.messages import DeviceState as S
from devices.virtual.firmware.drive_train import LOOK_S
from tests.devices.virtual.firmware.fake_plant import START

LOOK = round(LOOK_S * 1000)


def positions(bench):
    return [entry["position"] for entry in bench.notes.of("flange")]


def test_the_flange_of_a_standing_arm_is_noted_once(bench):
    bench.run(8 * LOOK)
    assert positions(bench) == [tuple(START[:3])]
    assert bench.notes.of("flange")[0]["turn"] == tuple(np.eye(3).ravel())


def test_each_standstill_is_noted_and_nothing_on_the_way(bench):
    bench.run(2 * LOOK)
    for step in (0.2, 0.0):
        bench.arm()
        bench.accepted(m.PointToPoint(tuple(START + step), 30.0))
        bench.run_until(lambda: bench.state is S.ARMED)
        bench.run(2 * LOOK)
    events = [entry["event"] for entry in bench.notes.entries]
    ways = [event for event in events if event in {"motion-begins", "motion-ends", "flange"}]
    assert ways == ["flange", *["motion-begins", "motion-ends", "flange"] * 2]
    np.testing.assert_allclose(positions(bench), [START[:3], START[:3] + 0.2, START[:3]], atol=1e-9)


def test_a_payload_that_moves_the_standing_flange_is_a_line_of_its_own(bench):
    bench.run(2 * LOOK)
    bench.accepted(m.Simulate("attach", {"mass": 1.0}))
    bench.run(3 * LOOK)
    bare, loaded = positions(bench)
    np.testing.assert_allclose(np.subtract(loaded, bare), [0.0, 0.0, -1e-3], atol=1e-12)
