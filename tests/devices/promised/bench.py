"""One connected arm of a family: its driver as the program opens it, and its emulator as the witness."""

import contextlib
from functools import cached_property

import numpy as np
import pytest

from core.excitation.trajectories import FourierTrajectory
from core.recording import Origin, Quantity
from core.storage.visit import Visit
from devices.acquisition.acquisition import Acquisition
from devices.connection import Connection
from devices.driving.pulse import Pulse
from devices.errors import DeviceError
from devices.motion import Jog, MoveTo, RunTrajectory
from devices.safety.previewing import make_preview
from devices.safety.safe_arm import SafeArm
from tests.waiting import wait_until

PATIENT_S = 600.0
"""In place of time-outs that say *lost* or *failed*: no busy computer reaches it."""
OTHER_KG = 0.75
"""Mass of the payload that a controller keeps in place of what it is asked for."""
WAY_RAD = 1.0
SEEN_RAD = 0.005
"""A joint that is this far from where it began has moved."""
SAME_RAD = 0.003
"""Noise of the encoders, and the twist of a gear that comes to rest."""


class SteadyPulse(Pulse):
    """Alive until ``freeze``, however late the threads of a busy computer are."""

    is_frozen = False

    def freeze(self):
        """Be the pulse of a window that hangs."""
        self.is_frozen = True

    def thaw(self):
        """Be alive again."""
        self.is_frozen = False

    def is_alive(self, limit_s=0.0):
        return not self.is_frozen


class Bench:
    """A connected arm whose stream is drained; what the emulator knows is asked of the emulator.

    A subclass is one family. ``move_s`` is how long its long move takes, s.
    """

    move_s = 20.0
    after_silence_code = "host-silent"
    """The refusal to arm until the fault that followed the silence is cleared, where there is one."""
    witness_stays = True
    """True where the emulator tells the pose also without a connection."""
    keeps_its_rate = True
    """False where this computer asks for each sample, and leaves some out when it is busy."""
    breaks_when_exchanged = False
    """True where another arm in the place of this one ends the connection."""
    fault_code = ""
    """The error by which a motion ends when ``raise_fault`` is called."""

    def __init__(self, arm, robot, pulse):
        self.arm, self.robot, self.pulse = arm, robot, pulse
        self.connection = Connection(arm)
        self.identity = self.acquisition = None
        self.patch = pytest.MonkeyPatch()

    # The witness

    def pose(self):
        """Where the joints are (n,) rad, as the emulated controller counts them."""
        raise NotImplementedError

    def stands(self):
        """True once the emulated arm stands and nothing that it was told goes on."""
        raise NotImplementedError

    def has_given_up(self):
        """True once the emulated controller has ended a motion for want of a sign of life."""
        return self.stands()

    def pull(self):
        """Pull the cable."""
        raise NotImplementedError

    def raise_fault(self):
        """Let the controller find a fault."""
        raise NotImplementedError

    def fall_silent(self):
        """Let this computer send nothing any more, without a word; its window may still run."""
        raise NotImplementedError

    def speak_again(self):
        """End ``fall_silent``, where a process was halted for it."""

    def exchange(self):
        """Put another arm of the same type in the place of this one."""
        raise NotImplementedError

    def left(self):
        """What this program may change on the controller, and what it is now."""
        raise NotImplementedError

    def keep_another_payload(self):
        """Let the controller keep another payload than the one it is asked for."""
        raise NotImplementedError

    def reads_back_until_told(self, module):
        """Let a driver wait for the other payload itself, in place of the time that a controller may take."""
        self.patch.setattr(f"devices.{module}.is_kept", lambda _asked, found: found.mass == OTHER_KG)

    # The arm

    def connect(self):
        self.identity = self.connection.connect()
        self.acquisition = Acquisition(self.arm)
        self.acquisition.start()
        self.arm.clock.run_on()
        wait_until(lambda: self.acquisition.ring.generation, "the first samples")

    def close(self):
        self.speak_again()
        if self.acquisition is not None:
            self.acquisition.close()
        self.connection.disconnect()
        self.patch.undo()

    @cached_property
    def safe(self):
        """The safety layer on this connection."""
        return SafeArm(self.arm, self.robot, identity=self.identity, samples=self.acquisition.ring)

    def preview(self, plan, start=None):
        found = make_preview(
            self.robot,
            plan,
            start=self.here() if start is None else start,
            proven=False,
            stop_count=self.safe.stop_count,
            capabilities=self.arm.capabilities,
            floor_height=-3.0,
        )
        assert found.allowed, found.findings
        return found

    def reported(self):
        """The newest recorded position (n,) rad, as the controller counts it."""
        return self.acquisition.ring.newest(0.0)[1][Quantity.POSITION][-1]

    def here(self):
        """The same in the model's convention."""
        return self.robot.position_from_reported(self.reported())

    def let_pass(self, seconds):
        """Wait until the device has sent so much of its stream."""
        ring = self.acquisition.ring
        until = ring.generation + round(seconds * self.arm.capabilities.sample_rate)
        wait_until(lambda: ring.generation >= until, "samples of an arm that goes on streaming")

    # Motions

    def far(self, *, way=WAY_RAD):
        """A long move of the last two joints."""
        turn = np.zeros(self.robot.joint_count)
        turn[-2:] = way
        fastest = np.min(self.robot.velocity_limit[-2:])
        return MoveTo(self.here() + turn, abs(way) / (fastest * self.move_s))

    def little(self):
        """A slow jog of the last joint."""
        return Jog(self.robot.joint_count - 1, np.radians(1.0), np.radians(1.5))

    def elsewhere(self):
        """A trajectory that begins one degree from here."""
        joints = self.robot.joint_count
        start = self.here() + np.radians(1.0) * np.eye(joints)[3]
        sines = np.outer(np.ones(joints), [0.05, -0.05])
        return RunTrajectory(FourierTrajectory(4.0, q0=start, a=sines, b=np.zeros((joints, 2))))

    def run(self, plan):
        self.arm.arm()
        return self.arm.start(plan)

    def under_way(self):
        """A long motion of which the samples show that the arm moves."""
        begun = self.reported()
        motion = self.run(self.far())
        wait_until(lambda: motion.is_over or self.has_left(begun), "the arm to be seen moving")
        assert not motion.is_over, (motion.outcome, motion.error)
        return motion

    def has_left(self, place):
        return np.abs(self.reported() - place).max() > SEEN_RAD

    def comes_to_rest(self):
        """Wait until the emulator says that the arm stands; it is then short of the target."""
        wait_until(self.stands, "the arm to come to rest by its emulator")

    def stays(self, *, at=None):
        """The arm does not move while its stream goes on."""
        place = self.pose() if at is None else at
        self.let_pass(0.2)
        assert np.abs(self.pose() - place).max() < SAME_RAD, "it moved on"

    # A visit

    def record(self, path):
        Visit.create(path, robot_toml="").close()
        origin = Origin(serial=self.identity.serial, power_on=self.identity.power_on)
        return self.acquisition.start_recording(path, label="run", origin=origin)

    @staticmethod
    @contextlib.contextmanager
    def stored(path, recording):
        """The recording as the visit keeps it."""
        part = recording.finish()
        with Visit.open(path, recover=False) as visit:
            visit.adopt(part)
            yield visit.recording("run")


def ended(motion):
    """The error by which a motion ended."""
    wait_until(lambda: motion.is_over, "the end of the motion")
    assert isinstance(motion.error, DeviceError), motion.outcome
    return motion.error


@contextlib.contextmanager
def at_work(bench):
    """The bench, connected; closed at the end."""
    with contextlib.closing(bench):
        bench.connect()
        yield bench
