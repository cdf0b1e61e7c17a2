"""A driver before an emulated controller in a process of its own; STOP, and the time until the arm stands."""

import contextlib
import multiprocessing
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import _load
import numpy as np
from _measurement import REPOSITORY

from core.excitation.trajectories import FourierTrajectory
from core.monitor import NullMonitor
from core.recording import Quantity
from core.robot.library import load_robot
from devices.connection import open_controller
from devices.driving.pulse import Pulse
from devices.errors import DeviceError
from devices.motion import Jog, Motion, MotionPlan, MoveTo, RunTrajectory

SEED = 7
WORST_S = 0.5
PATIENCE_S = 60.0
TICK_S, MOVES_RAD_S = 0.02, 0.02
LATER_S = 0.6
"""The arm is looked at again after this time, in which a motion on its way would have begun, s."""


@dataclass(frozen=True)
class Kind:
    """What differs between the makers.

    Parameters
    ----------
    name
        The controller, as ``torsion emulate`` names it.
    robot
        The description.
    home
        Pose from which the arm moves, rad.
    time
        The controller's clock in a state of the driver, s.
    runs
        True if the controller carries out a motion or a program.
    still_rad_s
        Speed below which the driver counts a joint as standing.
    fault
        Order that stops the arm as after a collision.
    away, share
        How far a move goes, rad, and the largest share of the speed.
    """

    name: str
    robot: str
    home: np.ndarray
    time: Callable[[Any], float]
    runs: Callable[[Any], bool]
    still_rad_s: float
    fault: str
    away: float = 1.2
    share: float = 0.35


class Stand:
    """The driver before an emulated controller, and what the controller is ordered to do."""

    def __init__(
        self, kind: Kind, process: "subprocess.Popen[str]", arm: Any, random: np.random.Generator
    ) -> None:
        self.kind, self.process, self.arm, self.random = kind, process, arm, random

    def order(self, line: str) -> None:
        """Make something happen at the controller."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def ready(self) -> None:
        """Arm, and go home where the arm has come too far from it."""
        _wait(self._armed, what="the arm to be armed")
        if np.abs(self.position - self.kind.home).max() > 0.5:
            self.arm.start(MoveTo(self.kind.home, self.kind.share)).result(PATIENCE_S)

    @property
    def state(self) -> Any:
        """The newest state."""
        state = self.arm.state
        assert state is not None
        return state

    @property
    def position(self) -> np.ndarray:
        """Joint positions, rad."""
        return np.array(self.state.position)

    @property
    def speed(self) -> float:
        """Of the fastest joint, rad/s."""
        return 0.0 if self.state.speed is None else float(self.state.speed)

    def plan(self, motion: str) -> MotionPlan:
        """A motion of some seconds from where the arm is."""
        random, here, kind = self.random, self.position, self.kind
        if motion == "jog":
            return Jog(int(random.integers(6)), float(random.choice([-1.0, 1.0])), 0.2)
        if motion == "trajectory":
            sines = np.outer(random.uniform(0.2, 0.6, 6), [1.0, -1.0])
            return RunTrajectory(FourierTrajectory(8.0, q0=here, a=sines, b=np.zeros((6, 2))))
        share = float(random.uniform(0.3 * kind.share, kind.share))
        return MoveTo(kind.home + random.choice([-kind.away, kind.away], 6), share)

    def _armed(self) -> bool:
        with contextlib.suppress(DeviceError):
            self.arm.arm()
            return True
        return False


def stopped(made: Stand, what: str, *, longest: str) -> float:
    """Seconds from STOP to standstill; infinite if the arm does not stand.

    ``what`` is the motion, or ``sending`` and ``fault`` for a ``longest`` one that is stopped while it is
    still on its way, or after the controller has stopped it.
    """
    made.ready()
    moves = what not in {"sending", "fault"}
    motion = made.arm.start(made.plan(what if moves else longest))
    if what == "sending":
        time.sleep(float(made.random.uniform(0.0, 0.05)))
    else:
        _wait(lambda: motion.is_over or made.speed > MOVES_RAD_S, what="motion")
        time.sleep(float(made.random.uniform(0.0, 1.5)))
    if what == "fault":
        made.order(made.kind.fault)
        time.sleep(float(made.random.uniform(0.0, 0.05)))
    made.arm.read(0.0)
    asked = made.kind.time(made.state)
    made.arm.stop()
    seconds = _seconds_to_rest(made, motion, asked)
    if what == "fault":
        made.order("normal")
    return seconds


def _seconds_to_rest(made: Stand, motion: Motion, asked: float) -> float:
    if not motion.wait(PATIENCE_S):
        return float("inf")
    time.sleep(LATER_S)
    block, still = made.arm.read(PATIENCE_S), made.kind.still_rad_s
    if block is None or made.kind.runs(made.state) or made.speed > still:
        return float("inf")
    moves = np.abs(block.columns[Quantity.VELOCITY]).max(axis=1) > still
    return max(float(block.device_time[moves].max(initial=asked)) - asked, 0.0)


@contextmanager
def stand(kind: Kind) -> Iterator[Stand]:
    """An emulated controller in a process of its own, and a driver that may move its arm."""
    command = [sys.executable, "-m", "app", "emulate", kind.name, "--port", "0"]
    pulse, ended = Pulse(), threading.Event()

    def tick() -> None:
        while not ended.wait(TICK_S):
            pulse.tick()

    ticking = threading.Thread(target=tick, daemon=True)
    ticking.start()
    with subprocess.Popen(
        command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        uri = process.stdout.readline().split()[1]
        arm = open_controller(f"{uri}&motion=allowed", robot=load_robot(kind.robot), pulse=pulse)
        try:
            arm.connect()
            yield Stand(kind, process, arm, np.random.default_rng(SEED))
        finally:
            arm.disconnect()
            process.communicate("quit\n")
            ended.set()
            ticking.join()


@contextmanager
def heavy_load(loads: Sequence[str]) -> Iterator[None]:
    """A process for each load, which does not end by itself."""
    context = multiprocessing.get_context("spawn")
    workers = [
        context.Process(target=getattr(_load, load), args=(NullMonitor(),), daemon=True) for load in loads
    ]
    for worker in workers:
        worker.start()
    try:
        yield
    finally:
        for worker in workers:
            worker.kill()
            worker.join()


def numbers_of(found: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """The figures of all stops, and the worst of each kind."""
    every = np.array([seconds for kind in found.values() for seconds in kind])
    stood = every[np.isfinite(every)]
    worst = {f"{kind}: worst_s": round(max(times), 3) for kind, times in found.items()}
    return {
        "stops": float(every.size),
        "not_standing": float(every.size - stood.size),
        "median_s": round(float(np.median(stood)), 3),
        "quantile_99_s": round(float(np.quantile(stood, 0.99)), 3),
        "worst_s": round(float(stood.max()), 3),
        **worst,
    }


def _wait(condition: Callable[[], object], *, what: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(what)
        time.sleep(0.005)
