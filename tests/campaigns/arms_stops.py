"""How soon arms of moteus and CiA 402 drives and of Franka stand after STOP, on a busy computer.

The emulated drives or controller, with physics, are a process of their own; heavy loads run beside. STOP
comes while the arm goes from pose to pose, jogs, or follows a trajectory, while the motion is still on its
way, after a fault of one drive, and as silence: this program gives no sign of life any more, and the drives
stop by themselves. The time is that of the arm's own clock, from its newest sample before the call to the
last in which a joint moved.
"""

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import _load
import numpy as np
from _measurement import REPOSITORY, measured_before, write_measurement
from _stops import PATIENCE_S, SEED, TICK_S, WORST_S, heavy_load, numbers_of

from core.excitation.trajectories import FourierTrajectory
from core.recording import Quantity
from core.robot.library import load_robot
from devices.connection import open_controller
from devices.controller import Lifecycle
from devices.driving.pulse import Pulse
from devices.errors import DeviceError
from devices.motion import Jog, Motion, MotionPlan, MoveTo, RunTrajectory

MOVES_RAD_S = 0.02
WINDOW_S = 0.05
"""Speeds are differences over this time: the noise of an encoder is no motion."""
SILENT_S = 1.0
"""The watchdogs wait for a quarter of a second, and the arm has to brake."""
LATER_S, NEAR_RAD = 0.6, 0.05
MOST_TRIES = 4
"""Of each stop: one in which the link was lost tells nothing of STOP and is done again."""
COUNTS = {"move": 12, "jog": 10, "trajectory": 10, "sending": 8, "fault": 5, "silence": 5}
LOADS, QUICK_LOADS = 1, 0


@dataclass(frozen=True)
class Family:
    """An arm: its name for ``torsion emulate``, its description, and the order of a fault with its end."""

    name: str
    robot: str
    fault: str
    options: str = ""
    place: tuple[str, ...] = ()
    """Where it is served; at a pseudo-terminal without one."""
    share: float = 0.25
    away: float = 0.4


FAMILIES = {
    "moteus": Family("moteus:moteus-6", "moteus-6", "fault 2", options="&rate=100"),
    "cia402": Family("cia402:ec66", "ec66", "fault 2"),
    # the maker's client knows the usual port only
    "franka": Family("franka:fr3", "fr3", "reflex", place=("--host", "127.0.133.7"), away=0.15, share=0.1),
}


class Stand:
    """The driver before emulated drives, with a thread that takes the samples in."""

    def __init__(self, family: Family, process: "subprocess.Popen[str]", arm: Any, pulse: "Beating") -> None:
        self.family, self.process, self.arm, self.pulse = family, process, arm, pulse
        self.random = np.random.default_rng(SEED)
        self.links_lost = 0
        self.times, self.places = np.zeros(0), np.zeros((0, 0))
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._take_in, daemon=True)
        self._thread.start()
        _wait(lambda: self.times.size > 0, what="samples")
        self.home = self.places[-1]

    def order(self, line: str) -> None:
        """Make something happen at the arm."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def close(self) -> None:
        """End the thread."""
        self._ended.set()
        self._thread.join()

    def forget(self) -> None:
        """Keep the last second alone."""
        with self._lock:
            kept = self.times > self.times[-1] - 1.0
            self.times, self.places = self.times[kept], self.places[kept]

    def speeds(self) -> tuple[np.ndarray, np.ndarray]:
        """Times (N,) and speeds (N,) of the fastest joint over the ``WINDOW_S`` before."""
        with self._lock:
            times, places = self.times, self.places
        before = np.maximum(np.searchsorted(times, times - WINDOW_S), 0)
        passed = np.maximum(times - times[before], 1e-9)
        return times, np.abs((places - places[before]) / passed[:, None]).max(axis=1)

    @property
    def moves(self) -> bool:
        """True while a joint is seen to move."""
        return bool(self.speeds()[1][-1] > MOVES_RAD_S)

    @property
    def is_lost(self) -> bool:
        """True where the computer was too busy for the drives, and the link has ended."""
        return self.arm.status.lifecycle in {Lifecycle.LOST, Lifecycle.DISCONNECTED}

    def ready(self) -> None:
        """Connect again where the link was lost, clear what stopped the arm, arm it, and go home."""
        deadline = time.monotonic() + PATIENCE_S
        while not self._is_home():
            if time.monotonic() > deadline:
                raise TimeoutError(f"the arm is not ready: {self.arm.status}")
            time.sleep(0.2)

    def _is_home(self) -> bool:
        with contextlib.suppress(DeviceError):
            if self.is_lost:
                self.arm.connect()
                self.links_lost += 1
                with self._lock:
                    self.times, self.places = np.zeros(0), np.zeros((0, 0))
                _wait(lambda: self.times.size > 1, what="samples")
            self.arm.clear_fault()
            self.arm.arm()
            if np.abs(self.places[-1] - self.home).max() <= NEAR_RAD:
                return True
            self.arm.start(MoveTo(self.home, self.family.share)).result(PATIENCE_S)
        return False

    def plan(self, what: str) -> MotionPlan:
        """A motion of some seconds."""
        random, n = self.random, self.home.size
        if what == "jog":
            return Jog(int(random.integers(n)), float(random.choice([-0.3, 0.3])), 0.1)
        if what == "trajectory":
            sines = np.outer(random.uniform(0.03, 0.1, n), [1.0, -1.0])
            return RunTrajectory(FourierTrajectory(8.0, q0=self.places[-1], a=sines, b=np.zeros((n, 2))))
        return MoveTo(self.home + self.family.away * random.choice([-1.0, 1.0], n), self.family.share)

    def _take_in(self) -> None:
        while not self._ended.is_set():
            block = None
            with contextlib.suppress(DeviceError):
                block = self.arm.read(0.05)
            if block is None:
                time.sleep(0.001)  # a lost link answers at once
                continue
            position = block.columns[Quantity.POSITION]
            with self._lock:
                fits = self.places.shape[1] == position.shape[1]
                self.times = np.append(self.times, block.device_time)
                self.places = np.vstack([self.places, position]) if fits else position


class Beating:
    """Ticks a pulse until it is told to be silent."""

    def __init__(self) -> None:
        self.pulse, self.is_silent, self._ended = Pulse(), False, threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ended.wait(TICK_S):
            if not self.is_silent:
                self.pulse.tick()

    def close(self) -> None:
        """End the thread."""
        self._ended.set()
        self._thread.join()


def main() -> int:
    """Run the campaign; ``--quick`` stops once in each way, judges no time and writes nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one stop of each kind, no load")
    parser.add_argument("--only", choices=FAMILIES, help="this one alone; the figures of the others stay")
    arguments = parser.parse_args()
    quick = arguments.quick
    numbers: dict[str, float] = {}
    with heavy_load(_load.LOADS[: QUICK_LOADS if quick else LOADS]):
        for name in [arguments.only] if arguments.only else list(FAMILIES):
            found = stops(FAMILIES[name], quick=quick)
            numbers |= {f"{name}: {what}": value for what, value in found.items()}
            print(json.dumps(numbers, indent=2), flush=True)
    if quick:
        return 0 if np.isfinite(list(numbers.values())).all() else 1
    before = measured_before("arms_stops", but=f"{arguments.only}: ") if arguments.only else {}
    write_measurement("arms_stops", seed=SEED, numbers={**before, **numbers})
    late = [value for what, value in numbers.items() if what.count(":") == 1 and what.endswith("worst_s")]
    silent = [value for what, value in numbers.items() if what.endswith("silence: worst_s")]
    fallen = [value for what, value in numbers.items() if what.endswith("not_standing")]
    return 0 if max(late) <= WORST_S and max(silent) <= SILENT_S and not any(fallen) else 1


def stops(family: Family, *, quick: bool) -> dict[str, float]:
    """The figures of all tries."""
    found: dict[str, list[float]] = {}
    with stand(family) as made:
        for what, count in COUNTS.items():
            found[what] = [_told(made, what) for _ in range(1 if quick else count)]
            print(f"{family.name} {what}: {max(found[what]):.3f} s at most", flush=True)
        lost = float(made.links_lost)
    silent = found.pop("silence")
    return {
        **numbers_of(found),
        "silences": float(len(silent)),
        "silence: worst_s": round(max(silent), 3),
        "links_lost": lost,
    }


def _told(made: Stand, what: str) -> float:
    """Seconds to standstill of a try in which the link held."""
    for _ in range(MOST_TRIES):
        seconds = stopped(made, what)
        if not made.is_lost:
            return seconds
    return float("inf")


def stopped(made: Stand, what: str) -> float:
    """Seconds from STOP, or from the last sign of life, to standstill; infinite if the arm does not stand."""
    made.ready()
    made.forget()
    motion = _started(made, what if what in {"jog", "trajectory"} else "move")
    if what == "sending":
        time.sleep(float(made.random.uniform(0.0, 0.05)))
    else:
        _wait(lambda: motion.is_over or made.moves, what="motion")
        time.sleep(float(made.random.uniform(0.0, 0.5)))
    if what == "fault":
        made.order(made.family.fault)
        time.sleep(float(made.random.uniform(0.0, 0.05)))
    asked = float(made.times[-1])
    if what == "silence":
        made.pulse.is_silent = True
    else:
        made.arm.stop()
    if not motion.wait(PATIENCE_S):
        return float("inf")
    time.sleep(LATER_S)
    made.pulse.is_silent = False
    if made.moves:
        return float("inf")
    times, speeds = made.speeds()
    # a speed is that of the window before: the arm moved up to its middle
    return max(float((times - 0.5 * WINDOW_S)[speeds > MOVES_RAD_S].max(initial=asked)) - asked, 0.0)


def _started(made: Stand, what: str) -> Motion:
    """A motion; the arm is made ready again where a busy computer kept it from beginning."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            motion: Motion = made.arm.start(made.plan(what))
        except DeviceError:
            if time.monotonic() > deadline:
                raise
            made.ready()
        else:
            return motion


@contextmanager
def stand(family: Family) -> Iterator[Stand]:
    """Emulated drives in a process of their own, and a driver that may move them."""
    beating = Beating()
    with tempfile.TemporaryDirectory() as folder:
        place = family.place or ("--link", f"{folder}/bus")
        # a real controller has a computer of its own
        command = ["nice", "-n", "-10", sys.executable, "-m", "app", "emulate", family.name, *place]
        with subprocess.Popen(
            command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            uri = process.stdout.readline().split()[-1].removeprefix("uri=")
            joined = "&" if "?" in uri else "?"
            allowed = f"{uri}{joined}motion=allowed{family.options}"
            arm = open_controller(allowed, robot=load_robot(family.robot), pulse=beating.pulse)
            try:
                arm.connect()
                made = Stand(family, process, arm, beating)
                try:
                    yield made
                finally:
                    made.close()
            finally:
                arm.disconnect()
                process.communicate("quit\n")
                beating.close()


def _wait(condition: Callable[[], object], *, what: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(what)
        time.sleep(0.005)


if __name__ == "__main__":
    raise SystemExit(main())
