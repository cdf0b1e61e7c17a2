"""What is read from each generation of controllers, and how its samples are numbered."""

import numpy as np
import pytest

from core.recording import Mark, Quantity, TorqueKind
from devices.capabilities import ControllerKind
from devices.controller import Lifecycle, PayloadSetting, StopLevel
from devices.errors import MotionRejected, RobotStateError
from devices.motion import Jog
from tests.devices.emulated.controllers import emulated_ur, wait_for
from tests.devices.emulated.fake_arm import JOINTS, KELVIN
from tests.devices.universal_robots.samples import samples_of

USUAL = {
    Quantity.POSITION,
    Quantity.VELOCITY,
    Quantity.CURRENT,
    Quantity.CURRENT_REFERENCE,
    Quantity.TORQUE_REFERENCE,
    Quantity.TEMPERATURE,
}


@pytest.mark.parametrize(
    ("polyscope", "rate", "has_torque", "serial", "model"),
    [
        # UR10 of PolyScope 3 is not the e-Series arm of the description
        ("3.15", 125.0, False, "20000000000", "ur10"),
        ("5.11", 500.0, False, "20000000000", "ur10e"),
        ("5.23", 500.0, True, "20000000000", "ur10e"),
        # no dashboard, and a web service that does not tell which arm it is
        ("10.11", 500.0, True, "", ""),
        ("10.14", 500.0, True, "20000000000", "ur10e"),
    ],
)
def test_every_generation_is_read(connect, polyscope, rate, has_torque, serial, model):
    with emulated_ur(polyscope) as emulated:
        arm = connect(emulated.uri)
        identity = arm.connect()
        assert (identity.serial, identity.model) == (serial, model)
        assert identity.firmware == f"{polyscope}.0.0"
        found = arm.capabilities
        assert (found.kind, found.sample_rate) == (ControllerKind.READ_ONLY, rate)
        assert set(found.quantities) == USUAL | ({Quantity.TORQUE} if has_torque else set())
        kinds = {True: TorqueKind.MOTOR_TORQUE, False: TorqueKind.MOTOR_CURRENT}
        assert found.torque_kind is kinds[has_torque]
        assert set(samples_of(arm, 5).columns) == set(found.quantities)


def test_values_come_in_si_units_as_the_controller_has_them(arm):
    arm.connect()
    block = samples_of(arm, 50)
    columns = block.columns
    assert np.array_equal(columns[Quantity.CURRENT][-1], 0.5 * JOINTS)
    assert np.array_equal(columns[Quantity.CURRENT_REFERENCE][-1], 0.4 * JOINTS)
    assert np.array_equal(columns[Quantity.TORQUE_REFERENCE][-1], 10.0 * JOINTS)
    assert columns[Quantity.TEMPERATURE][-1] == pytest.approx(KELVIN + JOINTS)
    # joints 1 and 2 swing in proportion, and the reported speed is the slope of the position
    position, time = columns[Quantity.POSITION], block.device_time
    assert position[:, 1] == pytest.approx(2.0 * position[:, 0])
    slope = np.gradient(position[:, 5], time)[2:-2]
    assert columns[Quantity.VELOCITY][2:-2, 5] == pytest.approx(slope, abs=1e-4)


def test_samples_are_numbered_by_the_controllers_clock(arm, emulated):
    arm.connect()
    before = samples_of(arm, 20)
    emulated.skip(7)
    wait_for(lambda: arm.counters.missed, what="the gap")
    after = samples_of(arm, 40)
    steps = np.diff(np.concatenate([before.sequence, after.sequence]))
    assert sorted(set(steps.tolist())) == [1, 8]
    assert arm.counters.missed == 7
    assert np.diff(before.device_time) == pytest.approx(np.diff(before.sequence) / 500.0)


def test_fewer_samples_can_be_asked_for(connect, emulated):
    arm = connect(f"{emulated.uri}&rate=125")
    arm.connect()
    assert arm.capabilities.sample_rate == 125.0
    assert np.diff(samples_of(arm, 10).device_time) == pytest.approx(0.008)


def test_it_says_of_itself_that_it_is_emulated_and_counts_as_real(arm):
    arm.connect()
    assert arm.capabilities.mark is Mark.SAID
    assert arm.capabilities.is_real_arm


def test_the_serial_number_on_the_plate_counts_where_none_is_told(connect):
    with emulated_ur("10.11") as emulated:
        arm = connect(f"{emulated.uri}&serial=20245500001")
        assert arm.connect().serial == "20245500001"
        assert arm.capabilities.mark is Mark.NONE


def test_the_payload_of_the_controller_is_read(connect):
    with emulated_ur(payload=2.5) as emulated:
        arm = connect(emulated.uri)
        with pytest.raises(MotionRejected) as raised:
            arm.read_payload()
        assert raised.value.code == "payload-not-offered"
        arm.connect()
        assert arm.read_payload() == PayloadSetting(2.5, (0.0, 0.0, 0.0))
        assert arm.status.payload_mass == 2.5


def test_nothing_can_be_moved_set_or_cleared(arm, emulated):
    arm.connect()
    for refused in (arm.arm, lambda: arm.start(Jog(0, 0.1, 0.1))):
        with pytest.raises(MotionRejected) as raised:
            refused()
        assert raised.value.code == "ur-read-only"
    with pytest.raises(MotionRejected):
        arm.write_payload(PayloadSetting(1.0))
    arm.clear_fault()
    emulated.make_happen("protective-stop")
    wait_for(lambda: arm.status.lifecycle is Lifecycle.FAULT)
    with pytest.raises(RobotStateError) as stopped:
        arm.clear_fault()
    assert stopped.value.code == "ur-clear-at-pendant"
    arm.stop(StopLevel.ABORT)
    arm.disarm()
    assert samples_of(arm, 50).count >= 50


def test_no_input_is_claimed(arm, emulated):
    arm.connect()
    samples_of(arm, 5)
    assert [emulated.controller.owner_of(name) for name in emulated.controller.input_types] == [None] * len(
        emulated.controller.input_types
    )


def test_two_readers_at_once(connect, emulated):
    first, second = connect(emulated.uri), connect(emulated.uri)
    assert first.connect().key == second.connect().key
    assert samples_of(first, 20).count >= 20
    first.disconnect()
    assert first.status.lifecycle is Lifecycle.DISCONNECTED
    assert first.read(0.0) is None
    assert samples_of(second, 50).count >= 50


def test_the_identity_can_be_asked_for_again(arm):
    identity = arm.connect()
    assert arm.read_identity().key == identity.key
    assert arm.connect().key == identity.key
