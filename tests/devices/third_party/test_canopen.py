"""The CANopen master of others (``pip install canopen``) moves an emulated drive by its own CiA 402 code."""

import pytest

from devices.emulated.cia402 import EmulatedCia402, EmulatedCia402Settings
from tests.waiting import LIMIT_S, wait_until

canopen = pytest.importorskip("canopen", reason="canopen is not installed")
pytest.importorskip("can", reason="python-can is not installed")

NODE = 6
OBJECTS = {
    0x6040: "UNSIGNED16",
    0x6041: "UNSIGNED16",
    0x6060: "INTEGER8",
    0x6061: "INTEGER8",
    0x6064: "INTEGER32",
    0x607A: "INTEGER32",
    0x6081: "UNSIGNED32",
    0x6083: "UNSIGNED32",
    0x6502: "UNSIGNED32",
}


def described():
    found = canopen.ObjectDictionary()
    for index, kind in OBJECTS.items():
        entry = canopen.objectdictionary.ODVariable(f"{index:X}", index)
        entry.data_type = getattr(canopen.objectdictionary, kind)
        found.add_object(entry)
    return found


@pytest.fixture
def node():
    from canopen.profiles.p402 import BaseNode402

    emulated = EmulatedCia402(EmulatedCia402Settings("ec66"))
    network = canopen.Network()
    network.NOTIFIER_CYCLE = 0.1
    try:
        network.connect(interface="slcan", channel=emulated.channel, sleep_after_open=0.1)
        found = BaseNode402(NODE, described())
        network.add_node(found)
        found.sdo.RESPONSE_TIMEOUT = LIMIT_S
        yield found
    finally:
        network.disconnect()
        emulated.close()


def test_it_switches_a_drive_on_moves_it_and_stops_it(node):
    for state in ("READY TO SWITCH ON", "SWITCHED ON"):
        node.state = state
        assert node.state == state
    node.sdo[0x6060].raw = 1
    node.state = "OPERATION ENABLED"
    assert (node.state, node.op_mode) == ("OPERATION ENABLED", "PROFILED POSITION")
    begun = node.sdo[0x6064].raw
    target = begun + 200_000
    node.sdo[0x6081].raw = 400_000
    node.sdo[0x6083].raw = 4_000_000
    node.sdo[0x607A].raw = target
    node.sdo[0x6040].raw = 0x3F
    wait_until(lambda: node.sdo[0x6041].raw & 0x1000)  # taken over
    node.sdo[0x6040].raw = 0x0F
    wait_until(lambda: node.sdo[0x6041].raw & 0x0400)
    wait_until(lambda: abs(node.sdo[0x6064].raw - target) < 3000)
    node.sdo[0x6040].raw = 0x02  # quick stop
    wait_until(lambda: node.state == "SWITCH ON DISABLED")


def test_it_reads_what_the_emulated_drive_does_not_have(node):
    with pytest.raises(canopen.SdoAbortedError) as raised:
        node.sdo.upload(0x6502, 0)
    assert raised.value.code == 0x06020000
    with pytest.raises(canopen.SdoAbortedError) as raised:
        node.sdo.download(0x6041, 0, b"\0\0")
    assert raised.value.code == 0x06010002
