"""The payload that the controller assumes: written, read back from its outputs, restored."""

import pytest

from devices.controller import PayloadSetting
from devices.errors import RobotStateError
from devices.motion import MoveTo
from devices.safety.payload_setting import is_kept
from tests.devices.emulated.commanded_arm import HOME
from tests.devices.emulated.controllers import wait_for
from tests.devices.universal_robots.moved import moved_ur

NEW = PayloadSetting(2.5, (0.01, -0.02, 0.05))
INERTIA = [0.1, 0.2, 0.3, 0.0, 0.01, 0.0]


@pytest.mark.parametrize("polyscope", ["3.15", "5.11", "5.23", "10.11"])
def test_a_payload_is_written_and_read_back_on_every_version(polyscope):
    with moved_ur(polyscope, payload=1.0) as moved:
        before = moved.arm.read_payload()
        assert before.mass == 1.0
        assert is_kept(NEW, moved.arm.write_payload(NEW))
        assert is_kept(NEW, moved.arm.read_payload())
        assert moved.programs.taken == ["torsion_payload"]
        assert is_kept(before, moved.arm.write_payload(before))


def test_the_first_setting_gets_its_inertia_back_and_a_new_load_has_none():
    with moved_ur("5.11", payload=1.0) as moved:
        values = moved.emulated.controller.values
        moved.emulated.do(lambda: values.__setitem__("payload_inertia", INERTIA))
        wait_for(lambda: moved.arm.state.payload_inertia == tuple(INERTIA))
        before = moved.arm.read_payload()
        moved.arm.write_payload(NEW)
        assert values["payload_inertia"] == [0.0] * 6
        moved.arm.write_payload(before)
        assert values["payload_inertia"] == INERTIA


def test_what_the_controller_keeps_is_told_when_it_is_something_else(monkeypatch):
    monkeypatch.setattr("devices.universal_robots.payload.READ_BACK_S", 0.3)
    with moved_ur(payload=1.0) as moved:
        moved.emulated.spoil({"payload": 1.02})
        wait_for(lambda: moved.arm.read_payload().mass == 1.02)
        asked = PayloadSetting(1.0, (0.0, 0.0, 0.0))
        assert not is_kept(asked, moved.arm.write_payload(asked))


def test_the_outputs_of_before_are_not_taken_for_the_answer():
    with moved_ur(payload=1.0) as moved:
        for mass in (2.0, 1.0, 2.0):
            assert moved.arm.write_payload(PayloadSetting(mass, (0.0, 0.0, 0.0))).mass == mass


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda it: it.set_remote(remote=False), "ur-local-control"),
        (lambda it: it.make_happen("protective-stop"), "protective-stop"),
        (lambda it: it.make_happen("play"), "ur-program-running"),
    ],
)
def test_nothing_is_written_to_a_controller_that_is_not_ready(act, code):
    with moved_ur() as moved:
        act(moved.emulated)
        moved.arm._moving.remote.look()
        wait_for(lambda: not all(each.is_met for each in moved.arm.conditions))
        with pytest.raises(RobotStateError) as raised:
            moved.arm.write_payload(NEW)
        assert raised.value.code == code
        assert moved.programs.taken == []


def test_nothing_is_written_while_the_arm_moves():
    with moved_ur() as moved:
        motion = moved.under_way(MoveTo(HOME + 1.0, 0.1))
        with pytest.raises(RobotStateError) as raised:
            moved.arm.write_payload(NEW)
        assert raised.value.code == "not-at-rest"
        motion.stop()
