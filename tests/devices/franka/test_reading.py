"""What the driver reads from an emulated Franka controller, in every version, and what it never does."""

import contextlib

import numpy as np
import pytest

from core.recording import LinkPosition, Quantity, TorqueKind
from devices.capabilities import ControllerKind
from devices.controller import Lifecycle, PayloadSetting
from devices.errors import ConfigurationError, MotionRejected, ProtocolError, RobotStateError, TransportError
from tests.devices.emulated.controllers import wait_for
from tests.devices.franka.rig import driver, emulated_apart, emulated_franka
from tests.waiting import LIMIT_S, wait_until


def taken(arm, count):
    """Sequence numbers and columns of at least so many samples."""
    blocks, number = [], 0
    while number < count:
        block = arm.read(LIMIT_S)
        assert block is not None, "no samples come"
        blocks.append(block)
        number += block.count
    names = blocks[0].columns
    return (
        np.concatenate([block.sequence for block in blocks]),
        {name: np.concatenate([block.columns[name] for block in blocks]) for name in names},
    )


def power_on_of(emulated):
    """The name of this power-on; empty while the controller still starts."""
    with contextlib.suppress(TransportError), driver(emulated.uri) as arm:
        return arm.read_identity().power_on
    return ""


@pytest.mark.parametrize(
    ("name", "robot"),
    [
        ("franka:panda?version=5", "panda"),
        ("franka:fr3?version=6", "fr3"),
        ("franka:fr3?version=9", "fr3"),
        ("franka:fr3?accelerometers=no", "fr3"),
        ("franka:fr3", "fr3"),
    ],
)
def test_every_version_tells_both_positions_and_the_torque_behind_the_gear(name, robot):
    with emulated_franka(name) as emulated, driver(emulated.uri, robot=robot) as arm:
        found = arm.capabilities
        assert (found.kind, found.torque_kind) == (ControllerKind.READ_ONLY, TorqueKind.LINK_SENSOR)
        assert found.said_link_position is LinkPosition.UNKNOWN, "a recording decides it"
        _, columns = taken(arm, 200)
        twist = columns[Quantity.MOTOR_POSITION] - columns[Quantity.POSITION]
        assert twist.shape[1] == 7
        # the emulated controller computes q from theta and the torque by one stiffness for each joint
        stiffness = emulated.controller.arm.stiffness
        assert twist == pytest.approx(columns[Quantity.TORQUE] / stiffness, abs=2e-6)


def test_of_two_thousand_states_each_is_there_or_counted_as_missing():
    """How many a quiet computer misses: ``tests/campaigns/prompt_work.py``."""
    with emulated_apart() as emulated, driver(emulated.uri) as arm:
        sequence, _ = taken(arm, 2000)
        missing = np.diff(sequence) - 1
        assert np.all(missing >= 0)
        assert missing.sum() <= arm.counters.missed


def test_states_that_were_lost_are_gaps_by_the_controllers_own_count():
    with emulated_franka() as emulated, driver(emulated.uri) as arm:
        seen = [taken(arm, 20)[0]]
        emulated.skip(7)

        def gap_is_seen():
            seen.append(taken(arm, 100)[0])
            return np.diff(np.concatenate(seen)).max() >= 8

        wait_until(gap_is_seen)
        assert arm.counters.missed >= 7


def test_a_load_is_set_read_back_and_refused_beyond_what_the_arm_carries():
    with emulated_franka() as emulated, driver(emulated.uri) as arm:
        told = arm.write_payload(PayloadSetting(1.5, (0.0, 0.01, 0.05)))
        assert told.mass == pytest.approx(1.5)
        assert told.center == pytest.approx((0.0, 0.01, 0.05), abs=1e-6)
        with pytest.raises(MotionRejected, match="franka-load-refused"):
            arm.write_payload(PayloadSetting(9.0, (0.0, 0.0, 0.0)))
        assert arm.read_payload().mass == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("fault", "code"),
    [("reflex", "protective-stop"), ("user-stop", "emergency-stop"), ("guide", "franka-guiding")],
)
def test_what_happens_at_the_arm_is_told_and_only_desk_clears_it(fault, code):
    with emulated_franka() as emulated, driver(emulated.uri) as arm:
        emulated.make_happen(fault)
        wait_for(lambda: arm.remark[0] == code, what=code)
        assert arm.missing[0][0] == code
        if fault != "guide":
            assert (arm.status.lifecycle, arm.status.fault_code) == (Lifecycle.FAULT, code)
            with pytest.raises(RobotStateError, match="franka-clear-at-desk"):
                arm.clear_fault()


def test_a_second_program_takes_the_arm_and_that_is_said():
    with emulated_franka() as emulated, driver(emulated.uri) as arm, driver(emulated.uri) as other:
        taken(other, 20)
        wait_for(lambda: arm.status.lifecycle is Lifecycle.LOST, what="the connection to be lost")
        assert arm.status.fault_code == "franka-taken-over"


def test_a_pulled_cable_ends_the_stream_and_a_new_connection_is_another_power_on_after_a_restart():
    with emulated_franka() as emulated:
        with driver(emulated.uri) as arm:
            before = arm.read_identity().power_on
            emulated.pull()
            with pytest.raises(TransportError):
                wait_for(lambda: arm.read(0.1) and False, what="the end")
        emulated.plug()
        emulated.power_cycle()
        assert wait_for(lambda: power_on_of(emulated), what="the controller to start") != before


def test_fci_that_is_off_another_arm_and_a_wrong_number_of_joints_are_named():
    with emulated_franka() as emulated:
        uri = emulated.uri
        with (
            pytest.raises(ConfigurationError, match="other-serial"),
            driver(f"{uri}&serial=1" if "?" in uri else f"{uri}?serial=1"),
        ):
            pass
        with pytest.raises(ConfigurationError, match="wrong-joint-count"), driver(uri, robot="ur10e"):
            pass
    with pytest.raises(TransportError), driver(uri):
        pass


@pytest.mark.parametrize("size", [1376, 100])
def test_a_state_of_another_length_is_refused_not_guessed(size, monkeypatch):
    with emulated_franka() as emulated:
        monkeypatch.setattr(emulated.controller, "state", lambda: bytes(size))
        with pytest.raises(ProtocolError, match="franka-state-size"), driver(emulated.uri):
            pass
