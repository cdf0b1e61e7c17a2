"""How long STOP takes from the finger to the controller while the computer is as busy as it gets.

A pure-Python loop, an optimisation and a mixture fit run in the program's own job system.
Beside them the virtual robot moves, and STOP is pressed: the button, Esc, and Ctrl-C on
the command line; some of them while a question panel is open, while the start button is
held, while the disk does not take what is written. The time counts from the press (the
signal that is sent) until the controller has received the command. Then: the program is
killed while the arm moves, and the window is frozen, both with an emulated arm behind a port,
which keeps its own time. The device's own notes say when the
arm began to decelerate, for how long, and how far each joint went.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import _load
import numpy as np
from _measurement import REPOSITORY, write_measurement
from _stop_window import PATIENCE_S, Stand, emulated, first_after, lines, slow_disk, spin, stand, wait_for
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.jobs.runner import JobRunner
from app.jobs.task import Task
from app.visit.steps import Step
from core.robot.library import load_robot
from devices.virtual.firmware.identity import serial_number

ROBOT, SEED = "ec66", 7
WORST_S, NEARLY_ALL_S = 0.100, 0.050
HOST_KILLED_S, WINDOW_FROZEN_S = 0.300, 0.500
FROZEN_FOR_S = 1.5
SLOW_DISK_S = 1.5


@dataclass(frozen=True)
class Extent:
    """How often what is done, beside which loads, and how long the arm moves before it is stopped."""

    counts: dict[str, int]
    killed: int
    frozen: int
    loads: tuple[str, ...]
    load_head_start_s: float
    window_moves_s: tuple[float, float]
    command_moves_s: tuple[float, float]


_WHOLE = Extent(
    counts={"escape": 70, "button": 58, "fast": 6, "panel": 6, "hold": 18, "disk": 18, "interrupt": 24},
    killed=10,
    frozen=5,
    loads=_load.LOADS,
    load_head_start_s=3.0,
    window_moves_s=(1.0, 5.0),
    command_moves_s=(1.0, 6.0),
)
_QUICK = Extent(
    counts={"escape": 1, "button": 1, "fast": 0, "panel": 0, "hold": 1, "disk": 1, "interrupt": 1},
    killed=1,
    frozen=1,
    loads=(),
    load_head_start_s=0.0,
    window_moves_s=(0.5, 1.0),
    command_moves_s=(0.5, 1.0),
)
"""No load and no time that is judged: it comes to its end on any computer."""


def main() -> int:
    """Run the campaign; ``--quick`` presses five times and judges no time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="five stops instead of two hundred")
    quick = parser.parse_args().quick
    extent = _QUICK if quick else _WHOLE
    counts = extent.counts
    _application = QApplication(sys.argv[:1])
    random = np.random.default_rng(SEED)
    with tempfile.TemporaryDirectory() as name, heavy_load(extent):
        folder = Path(name)
        black_box = folder / "window-black-box.jsonl"
        uri = f"virtual:{ROBOT}?seed={SEED}&black_box={black_box}"
        with stand(folder, uri, black_box, robot=ROBOT) as made:
            latencies = {kind: _pressed(made, kind, counts[kind], random) for kind in _PRESSES}
            print(f"stopped without being asked: {made.alarms}", flush=True)
        stops = [line for line in lines(black_box) if line["event"] == "standstill"]
        with (
            emulated(folder, "frozen", robot=ROBOT, seed=SEED) as (uri, black_box),
            stand(folder, uri, black_box, robot=ROBOT) as made,
        ):  # a virtual robot would wait for the window
            frozen = [freeze(made, random, extent) for _ in range(extent.frozen)]
        stops += [line for line in lines(black_box) if line["event"] == "standstill"]
        latencies["interrupt"] = []
        for number in range(counts["interrupt"]):
            latencies["interrupt"].append(interrupt(folder, random, number, extent))
            print(f"interrupt: {1e3 * latencies['interrupt'][-1]:.1f} ms", flush=True)
        killed = [kill(folder, random, n, extent) for n in range(extent.killed)]
        for found in (*folder.glob("command-*.jsonl"), *folder.glob("kill-*.jsonl")):
            stops += [line for line in lines(found) if line["event"] == "standstill"]
    numbers = _numbers(latencies, killed, frozen, stops)
    print(json.dumps(numbers, indent=2))
    if quick:  # five stops show that it works, and judge no time
        return 0 if np.isfinite(list(numbers.values())).all() else 1
    write_measurement("stop_latency", seed=SEED, numbers=numbers)
    return 0 if _is_good(numbers) else 1


@contextmanager
def heavy_load(extent: Extent) -> Iterator[None]:
    """A worker of the job system for each load, which does not end; all of them are more than the cores."""
    runners = [JobRunner() for _ in extent.loads]
    for runner, load in zip(runners, extent.loads, strict=True):
        runner.start(Task(getattr(_load, load)))
    spin(extent.load_head_start_s)
    try:
        yield
    finally:
        for runner in runners:
            runner.shutdown()


def _latency(made: Stand) -> float:
    pressed = made.finger.pressed_at

    def heard() -> bool:
        return first_after(made.black_box, pressed, event="received", request="Stop") is not None

    wait_for(heard, "STOP at the controller")
    line = first_after(made.black_box, pressed, event="received", request="Stop")
    assert line is not None
    return float(str(line["wall"])) - pressed


def _while_moving(made: Stand, random: np.random.Generator, press: Callable[[], None]) -> float:
    page = made.start(Step.CHECK)
    thread = made.finger.press_in(float(random.uniform(0.0, 1.5)), press)
    wait_for(lambda: not thread.is_alive(), "the press")
    latency = _latency(made)
    made.settle()
    wait_for(lambda: not page.run.is_running, "the end of the procedure")
    return latency


def press_escape(made: Stand, random: np.random.Generator) -> float:
    """Esc while a joint is jogged."""
    return _while_moving(made, random, made.escape)


def press_button(made: Stand, random: np.random.Generator) -> float:
    """The button while a joint is jogged."""
    return _while_moving(made, random, made.button)


def press_at_full_speed(made: Stand, random: np.random.Generator) -> float:
    """Esc while all joints move as fast as they may."""
    made.start_at_full_speed(int(random.integers(1000)))
    thread = made.finger.press_in(float(random.uniform(1.0, 10.0)), made.escape)
    wait_for(lambda: not thread.is_alive(), "the press")
    latency = _latency(made)
    made.settle()
    return latency


def press_beside_panel(made: Stand, random: np.random.Generator) -> float:
    """Esc while the page asks whether the cell is clear."""
    form = made.window.pages[Step.RECORD].form
    form.motion.choose("sway")
    form.speed.choose(1.0)
    made.prepare(Step.RECORD)
    made.finger.press_in(float(random.uniform(0.0, 0.5)), made.escape)
    spin(0.6)
    return _latency(made)


def press_while_holding(made: Stand, random: np.random.Generator) -> float:
    """Esc while a person holds the start button."""
    page = made.prepare(Step.CHECK)
    hold = page.motion.hold
    wait_for(lambda: not made.window.footer.rectangle.is_deaf, "a rectangle that takes presses")
    thread = made.finger.press_in(float(random.uniform(0.05, 0.9)), made.escape)
    QTest.mousePress(hold, Qt.MouseButton.LeftButton, pos=hold.rect().center())
    wait_for(lambda: not thread.is_alive(), "the press")
    latency = _latency(made)
    QTest.mouseRelease(hold, Qt.MouseButton.LeftButton, pos=hold.rect().center())
    made.settle()
    return latency


def press_beside_slow_disk(made: Stand, random: np.random.Generator) -> float:
    """The button while the disk does not take what is written."""
    with slow_disk(SLOW_DISK_S):
        return _while_moving(made, random, made.button)


_PRESSES: dict[str, Callable[[Stand, np.random.Generator], float]] = {
    "escape": press_escape,
    "button": press_button,
    "fast": press_at_full_speed,
    "panel": press_beside_panel,
    "hold": press_while_holding,
    "disk": press_beside_slow_disk,
}


def _pressed(made: Stand, kind: str, count: int, random: np.random.Generator) -> list[float]:
    found = []
    for _ in range(count):
        found.append(_PRESSES[kind](made, random))
        print(f"{kind}: {1e3 * found[-1]:.1f} ms", flush=True)
    return found


def freeze(made: Stand, random: np.random.Generator, extent: Extent) -> float:
    """Seconds from the moment the window stands still until the arm decelerates by itself."""
    made.start_at_full_speed(int(random.integers(1000)))
    spin(float(random.uniform(*extent.window_moves_s)))
    frozen_at = time.monotonic()
    time.sleep(FROZEN_FOR_S)  # the window's thread: nothing is drawn, no key is heard
    while (line := first_after(made.black_box, frozen_at, event="stop-begins")) is None:
        if time.monotonic() - frozen_at > PATIENCE_S:
            break
        time.sleep(0.02)
    made.settle()
    return float("inf") if line is None else float(str(line["wall"])) - frozen_at


def interrupt(folder: Path, random: np.random.Generator, number: int, extent: Extent) -> float:
    """Ctrl-C to ``torsion run record`` while the arm moves, until STOP is at the controller."""
    black_box = folder / f"command-interrupt-{number}.jsonl"
    uri = f"virtual:{ROBOT}?seed={SEED}&black_box={black_box}"
    process = _moving_command(folder, ["--controller", uri], black_box, random, extent)
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    process.wait(PATIENCE_S)
    line = first_after(black_box, sent, event="received", request="Stop")
    return float("inf") if line is None else float(str(line["wall"])) - sent


def kill(folder: Path, random: np.random.Generator, number: int, extent: Extent) -> float:
    """kill -9 of the program while the arm moves, until it decelerates."""
    with emulated(folder, f"kill-{number}", robot=ROBOT, seed=SEED) as (uri, black_box):
        named = ["--controller", uri, "--robot", ROBOT, "--confirm", serial_number(ROBOT, SEED)]
        process = _moving_command(folder, named, black_box, random, extent)
        sent = time.monotonic()
        process.kill()
        process.wait(PATIENCE_S)
        deadline = time.monotonic() + PATIENCE_S
        while first_after(black_box, sent, event="standstill") is None and time.monotonic() < deadline:
            time.sleep(0.05)
        line = first_after(black_box, sent, event="stop-begins")
    return float("inf") if line is None else float(str(line["wall"])) - sent


def _moving_command(
    folder: Path, controller: list[str], black_box: Path, random: np.random.Generator, extent: Extent
) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "app", "run", "record", "30", "--motion", "sway", *controller]
    process = subprocess.Popen(
        [*command, "--into", str(folder / f"{black_box.stem}.h5")],
        cwd=REPOSITORY,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + PATIENCE_S
    while first_after(black_box, 0.0, event="motion-begins") is None:
        if time.monotonic() > deadline or process.poll() is not None:
            process.kill()
            raise TimeoutError(f"{black_box.stem}: no motion began, {process.poll()}")
        time.sleep(0.02)
    time.sleep(float(random.uniform(*extent.command_moves_s)))
    return process


def _numbers(
    latencies: dict[str, list[float]],
    killed: list[float],
    frozen: list[float],
    stops: list[dict[str, object]],
) -> dict[str, float]:
    every = np.array([latency for found in latencies.values() for latency in found])
    angles = np.array([stop["angle"] for stop in stops], dtype=np.float64)
    numbers = {
        "stops": float(every.size),
        "worst_s": float(every.max()),
        "quantile_99_s": float(np.quantile(every, 0.99)),
        "median_s": float(np.median(every)),
        **{f"worst_{kind}_s": max(found) for kind, found in latencies.items() if found},
        "host_killed_worst_s": max(killed),
        "window_frozen_worst_s": max(frozen),
        "hardest_deceleration_of_limit": _hardest(stops),
        "longest_deceleration_s": max(float(str(stop["time"])) for stop in stops),
    }
    for joint, angle in enumerate(np.rad2deg(angles.max(axis=0)).tolist(), 1):
        numbers[f"largest_stopping_angle_joint_{joint}_deg"] = angle
    return numbers


def _hardest(stops: list[dict[str, object]]) -> float:
    """The largest share of a joint's acceleration limit that any stop took."""
    from devices.virtual.physics.arm import VirtualArm

    limit = VirtualArm(load_robot(ROBOT), seed=SEED).nominal.acceleration_limit
    peaks = np.array([stop["peak_deceleration"] for stop in stops], dtype=np.float64)
    return float((peaks / limit).max())


def _is_good(numbers: dict[str, float]) -> bool:
    return (
        numbers["worst_s"] <= WORST_S
        and numbers["quantile_99_s"] <= NEARLY_ALL_S
        and numbers["host_killed_worst_s"] <= HOST_KILLED_S
        and numbers["window_frozen_worst_s"] <= WINDOW_FROZEN_S
    )


if __name__ == "__main__":
    sys.exit(main())
