"""The payload setting of the virtual controllers: kept for one power-on, no effect on the arm."""

import numpy as np
import pytest

from devices.capabilities import ControllerKind
from devices.protocol_open import messages as m
from devices.protocol_open.messages import StatusFlag
from tests.devices.virtual.firmware.fake_plant import Bench

AT_FLANGE = (0.0, 0.0, 0.0)
CENTER = (0.01, -0.02, 0.05)


def reported(bench):
    (found,) = bench.ask(m.AskPayload())
    return found.mass, found.center


@pytest.mark.parametrize("kind", [ControllerKind.OPEN, ControllerKind.CLOSED])
def test_the_payload_setting_is_kept_and_does_not_change_the_arm(kind):
    bench = Bench(kind)
    bench.run(1)
    assert reported(bench) == (0.0, AT_FLANGE)
    assert (bench.status.payload_mass, StatusFlag.TAKES_PAYLOAD in bench.status.flags) == (0.0, True)
    bench.accepted(m.SetPayload(2.25, CENTER))
    assert reported(bench) == (2.25, CENTER)
    assert bench.status.payload_mass == 2.25
    assert bench.plant.payload is None
    bench.accepted(m.Simulate("attach", {"mass": 1.0}))
    assert reported(bench) == (2.25, CENTER), "and what hangs there changes no setting"
    bench.accepted(m.SetPayload(1.0, None))
    assert reported(bench) == (1.0, AT_FLANGE)


def test_the_payload_setting_is_lost_at_power_off():
    bench = Bench()
    bench.accepted(m.SetPayload(2.25, CENTER))
    bench.accepted(m.Simulate("fault", {"name": "turned-offset"}))
    assert reported(bench) == (0.0, AT_FLANGE)


@pytest.mark.parametrize("mass", [-0.1, 6.01])
def test_a_payload_beyond_the_limit_is_refused(mass):
    bench = Bench()
    bench.accepted(m.SetPayload(6.0, CENTER))
    refusal = bench.rejected(m.SetPayload(mass, AT_FLANGE))
    assert (refusal.code, refusal.facts) == ("payload-outside-limits", {"mass": mass, "limit": 6.0})
    assert reported(bench) == (6.0, CENTER)


def test_a_payload_setting_is_refused_during_a_motion():
    bench = Bench()
    bench.run(1)
    bench.move()
    assert bench.rejected(m.SetPayload(1.0, AT_FLANGE)).code == "not-at-rest"
    bench.run_until(lambda: not bench.firmware.is_moving)
    bench.accepted(m.SetPayload(1.0, AT_FLANGE))


def test_a_read_only_controller_has_no_payload_setting():
    bench = Bench(ControllerKind.READ_ONLY)
    bench.run(1)
    assert bench.status.payload_mass is None
    assert StatusFlag.TAKES_PAYLOAD not in bench.status.flags
    for request in (m.AskPayload(), m.SetPayload(1.0, AT_FLANGE)):
        assert bench.rejected(request).code == "payload-not-offered"


def test_a_controller_that_rounds_keeps_another_payload():
    bench = Bench()
    bench.accepted(m.Simulate("fault", {"name": "payload-rounded", "shift": 0.002}))
    bench.accepted(m.SetPayload(2.2, CENTER))
    mass, center = reported(bench)
    assert mass == 2.0
    np.testing.assert_allclose(np.subtract(center, CENTER), [0.002, 0.0, 0.0], atol=1e-12)
    bench.accepted(m.Simulate("release", {"name": "payload-rounded"}))
    bench.accepted(m.SetPayload(2.2, CENTER))
    assert reported(bench) == (2.2, CENTER)
