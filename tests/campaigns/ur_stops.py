"""How soon an arm of Universal Robots stands after STOP, on a computer that is as busy as it gets.

The emulated controller, with drives and physics, is a process of its own; heavy loads run beside.
STOP comes while the arm goes from pose to pose, jogs, or follows a trajectory, while the
program is still on its way, after a protective stop, and with a single way to stop left. The time is
the controller's: from its newest package before the call to the last in which a joint moved.
"""

import argparse
import contextlib
import json
import multiprocessing
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import _load
import numpy as np
from _measurement import REPOSITORY, write_measurement

from core.excitation.trajectories import FourierTrajectory
from core.monitor import NullMonitor
from core.recording import Quantity
from core.robot.library import load_robot
from devices.connection import open_controller
from devices.driving.pulse import Pulse
from devices.errors import DeviceError
from devices.motion import Jog, Motion, MotionPlan, MoveTo, RunTrajectory
from devices.universal_robots.controller import UrArm
from devices.universal_robots.heartbeat import Heartbeat
from devices.universal_robots.moving import STILL_RAD_S, Moving

SEED = 7
WORST_S = 0.5
PATIENCE_S = 60.0
TICK_S, MOVES_RAD_S = 0.02, 0.02
LATER_S = 0.6
"""The arm is looked at again after this time, in which a program on its way would have begun, s."""
HOME = np.array([0.1, -1.4, 1.2, -1.3, -1.5, 0.2])
COUNTS = {"move": 45, "jog": 45, "trajectory": 45, "sending": 35, "protective-stop": 10}
WAYS = {"program": 8, "dashboard": 8, "silence": 4}
"""Tries with this way to stop alone."""


class Stand:
    """The driver before an emulated controller, and what the controller is ordered to do."""

    def __init__(self, process: "subprocess.Popen[str]", arm: UrArm, random: np.random.Generator) -> None:
        self.process, self.arm, self.random = process, arm, random

    def order(self, line: str) -> None:
        """Make something happen at the controller."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def ready(self) -> None:
        """Arm, and go home where the arm has come too far from it."""
        _wait(self._armed, what="the arm to be armed")
        if np.abs(self.position - HOME).max() > 0.5:
            self.arm.start(MoveTo(HOME, 0.4)).result(PATIENCE_S)

    @property
    def position(self) -> np.ndarray:
        """Joint positions, rad."""
        state = self.arm.state
        assert state is not None
        return np.array(state.position)

    @property
    def speed(self) -> float:
        """Of the fastest joint, rad/s."""
        state = self.arm.state
        return 0.0 if state is None or state.speed is None else state.speed

    def plan(self, kind: str) -> MotionPlan:
        """A motion of some seconds from where the arm is."""
        random, here = self.random, self.position
        if kind == "jog":
            return Jog(int(random.integers(6)), float(random.choice([-1.0, 1.0])), 0.2)
        if kind == "trajectory":
            sines = np.outer(random.uniform(0.2, 0.6, 6), [1.0, -1.0])
            return RunTrajectory(FourierTrajectory(8.0, q0=here, a=sines, b=np.zeros((6, 2))))
        return MoveTo(HOME + random.choice([-1.2, 1.2], 6), float(random.uniform(0.1, 0.35)))

    def _armed(self) -> bool:
        with contextlib.suppress(DeviceError):
            self.arm.arm()
            return True
        return False


def main() -> int:
    """Run the campaign; ``--quick`` stops a few times and judges no time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one stop of each kind instead of two hundred")
    quick = parser.parse_args().quick
    found: dict[str, list[float]] = {}
    with heavy_load(_load.LOADS[: 1 if quick else 2]), stand() as made:
        for kind, count in COUNTS.items():
            found[kind] = [stopped(made, kind) for _ in range(1 if quick else count)]
            print(f"{kind}: {max(found[kind]):.3f} s at most", flush=True)
        for way, count in WAYS.items():
            with only(way):
                found[f"{way} alone"] = [stopped(made, "move") for _ in range(1 if quick else count)]
            print(f"{way} alone: {max(found[f'{way} alone']):.3f} s at most", flush=True)
    numbers = _numbers(found)
    print(json.dumps(numbers, indent=2))
    if quick:
        return 0 if np.isfinite(list(numbers.values())).all() else 1
    write_measurement("ur_stops", seed=SEED, numbers=numbers)
    return 0 if numbers["worst_s"] <= WORST_S and not numbers["not_standing"] else 1


def stopped(made: Stand, kind: str) -> float:
    """Seconds from STOP to standstill; infinite if the arm does not stand."""
    made.ready()
    moves = kind not in {"sending", "protective-stop"}
    motion = made.arm.start(made.plan(kind if moves else "trajectory"))
    if kind == "sending":
        time.sleep(float(made.random.uniform(0.0, 0.05)))
    else:
        _wait(lambda: motion.is_over or made.speed > MOVES_RAD_S, what="motion")
        time.sleep(float(made.random.uniform(0.0, 1.5)))
    if kind == "protective-stop":
        made.order("protective-stop")
        time.sleep(float(made.random.uniform(0.0, 0.05)))
    made.arm.read(0.0)
    state = made.arm.state
    assert state is not None
    asked = state.timestamp
    made.arm.stop()
    seconds = _seconds_to_rest(made, motion, asked)
    if kind == "protective-stop":
        made.order("normal")
    return seconds


def _seconds_to_rest(made: Stand, motion: Motion, asked: float) -> float:
    if not motion.wait(PATIENCE_S):
        return float("inf")
    time.sleep(LATER_S)
    block, state = made.arm.read(PATIENCE_S), made.arm.state
    if block is None or state is None or state.is_program_under_way or made.speed > STILL_RAD_S:
        return float("inf")
    moves = np.abs(block.columns[Quantity.VELOCITY]).max(axis=1) > STILL_RAD_S
    return max(float(block.device_time[moves].max(initial=asked)) - asked, 0.0)


@contextmanager
def only(way: str) -> Iterator[None]:
    """Cut the other ways to stop."""
    places: dict[str, tuple[type, str]] = {
        "program": (Moving, "_stop_by_program"),
        "dashboard": (Moving, "_stop_by_dashboard"),
        "silence": (Heartbeat, "fall_silent"),
    }
    before = {name: getattr(*place) for name, place in places.items()}
    for name, (owner, method) in places.items():
        if name != way:
            setattr(owner, method, lambda _self: None)
    try:
        yield
    finally:
        for name, (owner, method) in places.items():
            setattr(owner, method, before[name])


@contextmanager
def stand() -> Iterator[Stand]:
    """An emulated controller in a process of its own, and a driver that may move its arm."""
    command = [sys.executable, "-m", "app", "emulate", "ur:ur10e", "--port", "0"]
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
        arm = open_controller(f"{uri}&motion=allowed", robot=load_robot("ur10e"), pulse=pulse)
        assert isinstance(arm, UrArm)
        try:
            arm.connect()
            yield Stand(process, arm, np.random.default_rng(SEED))
        finally:
            arm.disconnect()
            process.communicate("quit\n")
            ended.set()
            ticking.join()


@contextmanager
def heavy_load(loads: tuple[str, ...]) -> Iterator[None]:
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


def _numbers(found: dict[str, list[float]]) -> dict[str, float]:
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


if __name__ == "__main__":
    raise SystemExit(main())
