"""Every transition of the device's state, and every one that is refused."""

import pytest

from devices.errors import DeviceError
from devices.protocol_open.messages import DeviceState as S
from devices.virtual.firmware.supervision import StateMachine, Violation

FAULT = Violation("following-error", {"joint": "joint_1"})


def in_state(state):
    machine = StateMachine()
    if state is S.FAULT:
        machine.latch(FAULT)
    elif state is not S.IDLE:
        machine.arm()
        if state is not S.ARMED:
            machine.begin()
        if state is S.STOPPING:
            machine.stop()
    assert machine.state is state
    return machine


TABLE = {
    ("arm", S.IDLE): S.ARMED,
    ("arm", S.ARMED): S.ARMED,
    ("arm", S.MOVING): S.MOVING,
    ("arm", S.STOPPING): "not-at-rest",
    ("arm", S.FAULT): "fault-latched",
    ("begin", S.IDLE): "not-armed",
    ("begin", S.ARMED): S.MOVING,
    ("begin", S.MOVING): "already-moving",
    ("begin", S.STOPPING): "not-armed",
    ("begin", S.FAULT): "not-armed",
    ("stop", S.IDLE): S.IDLE,
    ("stop", S.ARMED): S.IDLE,
    ("stop", S.MOVING): S.STOPPING,
    ("stop", S.STOPPING): S.STOPPING,
    ("stop", S.FAULT): S.FAULT,
    ("come_to_rest", S.MOVING): S.ARMED,
    ("come_to_rest", S.STOPPING): S.IDLE,
    ("come_to_rest", S.FAULT): S.FAULT,
    ("clear", S.IDLE): S.IDLE,
    ("clear", S.MOVING): S.MOVING,
    ("clear", S.STOPPING): S.STOPPING,
    ("clear", S.FAULT): S.IDLE,
}


@pytest.mark.parametrize(("step", "state"), TABLE)
def test_each_transition_has_its_next_state_or_its_error(step, state):
    machine, expected = in_state(state), TABLE[step, state]
    if isinstance(expected, S):
        getattr(machine, step)()
        assert machine.state is expected
        return
    with pytest.raises(DeviceError) as caught:
        getattr(machine, step)()
    assert caught.value.code == expected
    assert machine.state is state


@pytest.mark.parametrize("state", list(S))
def test_a_fault_is_latched_from_every_state_and_the_first_one_stays(state):
    machine = in_state(state)
    machine.latch(FAULT)
    machine.latch(Violation("emergency-stop", {}))
    assert machine.state is S.FAULT
    assert machine.fault == FAULT


@pytest.mark.parametrize(("ending", "outcome"), [("", "finished"), ("stop", "stopped"), ("latch", "failed")])
def test_a_motion_has_one_outcome(ending, outcome):
    machine = in_state(S.MOVING)
    assert (machine.motion, machine.outcome) == (1, "")
    if ending == "stop":
        machine.stop()
    elif ending == "latch":
        machine.latch(FAULT)
    assert machine.outcome == "", "the arm has yet to come to rest"
    machine.come_to_rest()
    machine.come_to_rest()
    assert machine.outcome == outcome


def test_motions_are_counted():
    machine = in_state(S.MOVING)
    machine.come_to_rest()
    machine.begin()
    assert (machine.motion, machine.outcome) == (2, "")
