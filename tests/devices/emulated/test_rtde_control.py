"""The control script of ``ur_rtde``: known by its name, served by registers, every other command refused."""

import numpy as np
import pytest

from devices.emulated.ur_controller import UrController
from devices.emulated.ur_programs import DONE, READY, Command
from devices.emulated.ur_settings import EmulatedUrSettings
from devices.virtual.firmware.plant import PERIOD_S
from tests.devices.emulated.commanded_arm import HOME, CommandedArm

TARGET = HOME + 0.1
TEXT = "def rtde_control():\n    global reg_offset_int = # int register offset\n{offset}    anything\nend\n"


class Client:
    """Writes registers and lets the controller's time go on."""

    def __init__(self, *, offset=0):
        self.body, self.offset = CommandedArm(), offset
        self.controller = UrController(EmulatedUrSettings("ur10e"), self.body)
        self.controller.programs.take(TEXT.format(offset=offset))
        self.pass_s(0.01)

    def pass_s(self, seconds):
        for _ in range(round(seconds / PERIOD_S)):
            self.controller.step(PERIOD_S)

    def until(self, condition, *, at_most_s=10.0):
        for _ in range(round(at_most_s / 0.01)):
            if condition():
                return
            self.pass_s(0.01)
        raise AssertionError

    def write(self, command, numbers=(), *, in_background=False):
        floats = {f"input_double_register_{self.offset + n}": value for n, value in enumerate(numbers)}
        integers = {
            f"input_int_register_{self.offset + n}": v for n, v in enumerate((command, in_background))
        }
        self.controller.write(floats | integers)
        self.pass_s(0.01)

    @property
    def report(self):
        return self.controller.values[f"output_int_register_{self.offset}"]

    @property
    def moves_in_background(self):
        return bool(self.controller.values[f"output_int_register_{self.offset + 2}"] & 1 << 15)

    @property
    def payload(self):
        return self.controller.values["payload"], self.controller.values["payload_cog"]

    @property
    def programs(self):
        return self.controller.programs


@pytest.mark.parametrize("offset", [0, 24])
def test_a_move_is_done_when_the_arm_is_there(offset):
    client = Client(offset=offset)
    assert client.report == READY
    client.write(Command.MOVE_J, [*TARGET, 0.5, 1.0])
    assert client.report == READY, "not done before the arm is there"
    client.until(lambda: client.report == DONE)
    np.testing.assert_allclose(client.body.row().position, TARGET, atol=1e-6)
    client.pass_s(0.5)
    assert client.report == DONE, "until the client clears the command"
    client.write(Command.NONE)
    assert client.report == READY


def test_a_move_in_the_background_is_stopped():
    client = Client()
    client.write(Command.MOVE_J, [*TARGET, 0.05, 1.0], in_background=True)
    client.until(lambda: client.report == DONE, at_most_s=0.1)
    assert client.moves_in_background
    client.write(Command.NONE)
    client.write(Command.STOP_J, [2.0])
    client.until(lambda: client.report == DONE)
    assert not client.moves_in_background
    stopped = client.body.row().position
    assert (np.abs(stopped - HOME) < 0.05).all()
    client.pass_s(0.5)
    np.testing.assert_array_equal(client.body.row().position, stopped)


def test_a_move_in_the_background_comes_to_its_end():
    client = Client()
    client.write(Command.MOVE_J, [*TARGET, 0.5, 1.0], in_background=True)
    client.until(lambda: not client.moves_in_background)
    np.testing.assert_allclose(client.body.row().position, TARGET, atol=1e-6)


def test_the_payload_is_set_and_a_centre_left_out_stays():
    client = Client()
    client.write(Command.SET_PAYLOAD, [2.5, 0.0, 0.0, 0.1])
    client.write(Command.NONE)
    client.pass_s(0.1)
    assert client.payload == (2.5, [0, 0, 0.1])
    client.write(Command.SET_TARGET_PAYLOAD, [3.0, 0, 0, 0, 0.1, 0.1, 0.1, 0, 0, 0])
    client.pass_s(0.1)
    assert client.payload == (3.0, [0, 0, 0.1])
    assert client.controller.values["payload_inertia"] == [0.1, 0.1, 0.1, 0, 0, 0]


def test_its_watchdog_ends_it_when_the_client_falls_silent():
    client = Client()
    client.write(Command.SET_WATCHDOG, [10.0])
    client.pass_s(0.05)
    assert client.programs.is_under_way
    client.pass_s(0.2)
    assert not client.programs.is_under_way


def test_it_ends_when_it_is_told_to():
    client = Client()
    client.write(Command.STOP_SCRIPT)
    assert not client.programs.is_under_way
    assert client.programs.refused == []


def test_any_other_command_ends_it_and_is_named():
    client = Client()
    client.write(3, [*TARGET, 0.5, 1.0])
    assert not client.programs.is_under_way
    assert client.programs.refused == ["rtde_control: command 3"]


def test_another_name_is_refused_as_before():
    client = Client()
    client.programs.take(TEXT.format(offset=0).replace("rtde_control", "rtde_other"))
    assert client.programs.taken == ["rtde_control"]
    assert len(client.programs.refused) == 1
