"""A host for virtual robots: a pulse that beats, a controller, and the black box to compare with."""

import contextlib
import json
import multiprocessing
import threading

import numpy as np

from core.excitation.trajectories.fourier import FourierTrajectory
from core.recording import Quantity
from core.robot.library import load_robot
from devices.driving.pulse import Pulse
from devices.virtual.launch import open_virtual
from devices.virtual.settings import parse_virtual
from tests.waiting import LIMIT_S, wait_until

ROBOT = load_robot("ec66")
PATIENCE_S = LIMIT_S
BEAT_S = 0.02
"""Period of the thread that serves STOP."""


@contextlib.contextmanager
def beating():
    """A pulse that is ticked until the end, or until ``pulse.faint()``."""
    pulse, ended = Pulse(), threading.Event()

    def beat():
        while not ended.wait(BEAT_S):
            pulse.tick()

    thread = threading.Thread(target=beat, name="test-pulse")
    pulse.faint = ended.set
    thread.start()
    try:
        yield pulse
    finally:
        ended.set()
        thread.join()


@contextlib.contextmanager
def connected(uri, *, robot=ROBOT):
    """A connected controller with ``identity`` and ``pulse``."""
    with beating() as pulse:
        controller = open_virtual(parse_virtual(uri), robot=robot, pulse=pulse)
        try:
            controller.identity = controller.connect()
            controller.clock.run_on()
            controller.pulse = pulse
            yield controller
        finally:
            controller.disconnect()


def read(controller, *, samples=1):
    """At least so many samples: sequence, device time and columns, joined."""
    blocks = []

    def are_there():
        if (block := controller.read(0.5)) is not None:
            blocks.append(block)
        return sum(block.count for block in blocks) >= samples

    wait_until(are_there, "samples of the arm")
    sequence = np.concatenate([block.sequence for block in blocks])
    moments = np.concatenate([block.device_time for block in blocks])
    columns = {name: np.vstack([block.columns[name] for block in blocks]) for name in blocks[0].columns}
    return sequence, moments, columns


def drain(controller):
    """Discard the bytes that have arrived."""
    while controller.read(0.0) is not None:
        pass


def pose(controller):
    """The present pose of the arm."""
    drain(controller)
    return read(controller)[2][Quantity.POSITION][-1]


def black_box(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def noted(path, event):
    return [entry for entry in black_box(path) if entry["event"] == event]


def running():
    """The ids of this program's own processes."""
    return {process.pid for process in multiprocessing.active_children()}


def accelerations():
    """Acceleration limits of the joints, rad/s²."""
    from devices.virtual.physics.rating import rate

    return rate(ROBOT).acceleration


def excitation(start, *, scale=0.2, seconds=3.0):
    """A periodic motion of all joints that begins and ends at rest at ``start``."""
    random, order = np.random.default_rng(6), np.arange(1, 6)
    a, b = scale * random.normal(size=(2, ROBOT.joint_count, 5))
    a -= a.mean(axis=1, keepdims=True)
    b -= (b @ order / (order @ order))[:, None] * order
    base = 2.0 * np.pi / seconds
    return FourierTrajectory(seconds, start + (b / (base * order)).sum(axis=1), a, b)
