"""The driver on drives whose CANopen others wrote: ``pip install durand`` (0.5.0), nodes for a master.

Its SDO server, PDOs, SYNC, NMT and object dictionary are its own; the state machine of CiA 402 and the
motor are written down here, and the adapter (slcan) is that of our emulator.
"""

from contextlib import contextmanager

import numpy as np
import pytest

from core.recording import Quantity
from core.robot.library import load_robot
from devices.cia402.drive_map import map_text
from devices.connection import open_controller
from devices.controller import Lifecycle, StopLevel
from devices.emulated.bus import EmulatedBus
from devices.emulated.slcan import Adapter
from devices.errors import MotionRejected, TransportError
from devices.motion import Jog, MotionEnd, MoveTo
from tests.devices.cia402.driven import Driven, ended, patient
from tests.devices.promised.bench import SteadyPulse
from tests.waiting import wait_until

network = pytest.importorskip("durand.network", reason="durand is not installed")
pytest.importorskip("canopen", reason="canopen is not installed")

JOINTS, COUNTS, RATIO, RATED_MNM = 6, 65536, 101.0, 5000
START = 1000
"""Counts of the first joint where it begins."""
PERIODS_S = 1e-3
_ENABLED, _QUICK_STOP = 0x27, 0x07
OTHERS = (
    (0x081, bytes(8)),  # an emergency that has gone
    (0x701, b"\5"),  # a heartbeat
    (0x100, bytes(6)),  # the time of day
    (0x18A, bytes(8)),  # a PDO of another node
    (0x0FF, b""),
)
"""Frames of a bus on which our drives are not alone."""
_STATES = {0x06: 0x21, 0x07: 0x23, 0x0F: _ENABLED}
"""Status words by the control words that lead there (CiA 402)."""


class Wires(network.NetworkABC):
    """The bus as the stack sees it."""

    def __init__(self, sent):
        self.heard, self._sent = {}, sent

    def add_subscription(self, cob_id, callback):
        self.heard.setdefault(cob_id, []).append(callback)

    def remove_subscription(self, cob_id, callback=None):
        self.heard.pop(cob_id, None)

    def send(self, cob_id, msg):
        self._sent.append((cob_id, bytes(msg)))


class Drive:
    """One node, a state machine and a motor; ``watched`` if it has the objects of a watchdog."""

    def __init__(self, number, sent, *, watched):
        from durand.datatypes import DatatypeEnum as Type
        from durand.node import MinimalNode
        from durand.object_dictionary import Record, Variable

        self.wires = Wires(sent)
        self._objects = MinimalNode(self.wires, number).object_dictionary
        kinds = {
            0x6040: (Type.UNSIGNED16, "rw", 0), 0x6041: (Type.UNSIGNED16, "ro", 0x40),
            0x6060: (Type.INTEGER8, "rw", 1), 0x6061: (Type.INTEGER8, "ro", 1),
            0x6064: (Type.INTEGER32, "ro", START * number), 0x6076: (Type.UNSIGNED32, "ro", RATED_MNM),
            0x6077: (Type.INTEGER16, "ro", 10 * number), 0x607A: (Type.INTEGER32, "rw", START * number),
            0x6081: (Type.UNSIGNED32, "rw", 1), 0x6083: (Type.UNSIGNED32, "rw", 1),
            0x6084: (Type.UNSIGNED32, "rw", 1),
        }  # fmt: skip
        for index, (kind, access, value) in kinds.items():
            self._objects[index] = Variable(kind, access, value)
        if watched:
            self._objects[0x6007] = Variable(Type.INTEGER16, "rw", 0)
            heard = Record()
            heard[1] = Variable(Type.UNSIGNED32, "rw", 0)
            self._objects[0x1016] = heard
        self._target = None

    def __getitem__(self, index):
        return int(self.read(index, 0))

    def read(self, index, sub):
        """The value of an entry."""
        return self._objects.read(index, sub)

    def __setitem__(self, index, value):
        self._objects.write(index, 0, value)

    def period(self):
        """Obey the control word, and turn towards the target."""
        word, low = self[0x6040], self[0x6040] & 0x8F
        state = self[0x6041] & 0x6F
        if low & 0x0F == 0x02 and state == _ENABLED:
            state = 0x40
        elif low in _STATES:
            state = min(_STATES[low], {0x40: 0x21, 0x21: 0x23}.get(state, _ENABLED))
        elif not low & 0x02:
            state = 0x40
        is_taken = state == _ENABLED and bool(word & 0x10)
        if is_taken:
            self._target = self[0x607A]
        if state != _ENABLED:
            self._target = None
        way = 0 if self._target is None else self._target - self[0x6064]
        most = max(round(self[0x6081] * PERIODS_S), 1)
        self[0x6064] += int(np.clip(way, -most, most))
        self[0x6061] = self[0x6060]
        self[0x6041] = state | is_taken << 12 | (abs(way) <= most) << 10


class Nodes(EmulatedBus):
    """The drives behind an adapter; the frames of others come among theirs."""

    def __init__(self, *, watched=True):
        self._sent = []
        self.drives = [Drive(number, self._sent, watched=watched) for number in range(1, JOINTS + 1)]
        self._adapter = Adapter(self._send, self._news)
        self.are_silent, self._passed = False, 0
        super().__init__(link=None, port=None)
        self._thread.start()

    def _send(self, frame):
        for drive in self.drives:
            for heard in list(drive.wires.heard.get(frame[0], ())):
                heard(*frame)
        return self._news()

    def _news(self):
        frames = list(self._sent)
        self._sent.clear()
        return () if self.are_silent else frames

    def _step(self):
        for drive in self.drives:
            drive.period()
        self._passed += 1
        if self._passed % 50 == 0:
            self._sent += OTHERS

    def _answer(self, content, pace):
        return self._adapter.take(content) + self._adapter.news()


@contextmanager
def strange(folder, *, watched=True):
    """The drives of the stack and our driver, which is not connected yet."""
    nodes = Nodes(watched=watched)
    turned = {"counts_per_turn": COUNTS, "gear_ratio": RATIO, "sign": 1}
    rows = [
        {
            "node": number,
            "homing": "absolute",
            "position": {"object": "0x6064", "side": "motor", **turned},
            "torque": {"object": "0x6077", "rated": "0x6076", "gear_ratio": RATIO, "sign": 1},
        }
        for number in range(1, JOINTS + 1)
    ]
    table = folder / "arm.toml"
    table.write_text(map_text(rows, head="Drives of another stack."), encoding="utf-8")
    uri = f"cia402:slcan:{nodes.channel}?map={table}&motion=allowed"
    with patient():
        pulse = SteadyPulse()
        arm = open_controller(uri, robot=load_robot("ec66"), pulse=pulse)
        try:
            yield Driven(nodes, arm, pulse)
        finally:
            arm.disconnect()
            nodes.close()


def counted(angle):
    return angle * RATIO * COUNTS / (2.0 * np.pi)


def test_its_drives_are_set_up_and_read(tmp_path):
    with strange(tmp_path) as found:
        found.arm.connect()
        block = found.samples(50)
        numbers = np.arange(1, JOINTS + 1)
        assert counted(block.columns[Quantity.MOTOR_POSITION][-1]) == pytest.approx(START * numbers, abs=1e-6)
        assert block.columns[Quantity.TORQUE][-1] == pytest.approx(0.01 * numbers * RATED_MNM * 1e-3 * RATIO)
        assert found.arm.status.lifecycle is Lifecycle.CONNECTED
        (first, *_) = found.emulated.drives
        assert first.read(0x1A00, 0) == 3
        found.arm.disconnect()
        assert [first.read(0x1A00, 0), hex(first.read(0x1800, 1))] == [0, "0x40000181"], "as it was before"


def test_a_joint_is_jogged_all_arrive_and_stop_ends_them(tmp_path):
    with strange(tmp_path) as found:
        found.arm.connect()
        begun = [drive[0x6064] for drive in found.emulated.drives]
        motion = found.run(Jog(joint=2, angle=0.05, speed=0.1))
        wait_until(lambda: motion.is_over, "the jog")
        assert motion.outcome is MotionEnd.FINISHED, motion.error
        moved = np.array([drive[0x6064] for drive in found.emulated.drives]) - begun
        assert moved == pytest.approx(counted(np.array([0.0, 0.0, 0.05, 0.0, 0.0, 0.0])), abs=2.0)
        motion = found.under_way(MoveTo(found.arm.cycle.position + 1.0, 0.2))
        found.arm.stop(StopLevel.CONTROLLED)
        wait_until(lambda: motion.is_over, "the stop")
        assert motion.outcome is MotionEnd.STOPPED
        found.stands()


def test_its_drives_have_no_watchdog_and_are_not_moved(tmp_path):
    with strange(tmp_path, watched=False) as found:
        found.arm.connect()
        found.samples(5)
        with pytest.raises(MotionRejected, match="cia402-no-watchdog"):
            found.arm.arm()


def test_drives_that_leave_the_bus_while_they_move_end_the_motion(tmp_path):
    with strange(tmp_path) as found:
        found.arm.connect()
        found.samples(5)
        motion = found.under_way(MoveTo(found.arm.cycle.position + 1.0, 0.1))
        found.emulated.are_silent = True
        error = ended(motion)
        assert isinstance(error, TransportError)
        assert error.code == "cia402-drive-silent"
