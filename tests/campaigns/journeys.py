"""Whole journeys in the program's own window: clicks and letters are counted, and no step makes it wait.

A hand clicks, types and holds; the arm is the virtual one, and pictures of it are drawn by the process that
draws them for everybody. Every journey has a process of its own. No step may keep the window from answering
for longer than 50 ms. Of each wait over the limit it is kept how long it was by the clock, how long the
window's thread computed meanwhile, what is left without the share of a busy machine, and who did it.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from _journeys import JOURNEYS, furnish
from _measurement import write_measurement
from _stop_window import spin
from PySide6.QtWidgets import QApplication

from app.health.memory import set_aside_what_stays
from app.shell.gui import Program
from app.visit.settings import SettingsStore
from tests.app.journeys.hand import Counted, Hand
from tests.campaigns._event_loop import BLOCK_LIMIT_S, EventLoopWatch, Gap

BEGAN = "TORSION_JOURNEY_BEGAN"
"""Variable with the time at which the process of a journey was started."""
PATIENCE_S = 600.0
SEED = 0
_MOST_TOLD = 8
_OURS = ("/app/", "/core/", "/devices/")
_LEAVING_S = 60.0


@dataclass(frozen=True)
class Walked:
    """One journey: whether it came to its end, and its waits over the limit, the longest first."""

    journey: str
    is_whole: bool
    why_not: str
    counted: Counted
    first_picture_s: float
    """From the start of the program to the first picture of a moving arm; 0 where none was looked for."""
    seconds: float
    beats: int
    longest: Gap
    blocks: tuple[tuple[Gap, str], ...]
    """Each with the page that was in front."""


def main() -> int:
    """Walk all journeys, or those that are named; the exit code says whether one of them was kept waiting."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("journeys", nargs="*", metavar="JOURNEY", help=f"of {', '.join(JOURNEYS)}")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="only whether they come to their end; without a name the list of visits",
    )
    chosen = parser.parse_args()
    names = chosen.journeys or (["visits"] if chosen.quick else list(JOURNEYS))
    if len(names) == 1:
        walked = _walk(QApplication(sys.argv[:1]), names[0])
        print(json.dumps(_numbers(walked)), flush=True)
        return 0 if walked.is_whole and (chosen.quick or not walked.blocks) else 1
    found = [_apart(name) for name in names]
    if names == list(JOURNEYS):
        numbers = {"limit_ms": round(1e3 * BLOCK_LIMIT_S), "journeys": found}
        write_measurement("journeys", seed=SEED, numbers=numbers)
    return 0 if all(one["is_whole"] and not one["over_the_limit"] for one in found) else 1


def _apart(name: str) -> dict[str, object]:
    """Walk one journey in a process of its own."""
    begun = {**os.environ, BEGAN: str(time.time())}
    asked = [sys.executable, __file__, name]
    done = subprocess.run(asked, stdout=subprocess.PIPE, text=True, check=False, env=begun)
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    print(json.dumps(found, indent=2), flush=True)
    return found


def _walk(application: QApplication, name: str) -> Walked:
    started_at = float(os.environ.get(BEGAN, time.time()))
    with _program(application, name) as (program, furnished_s):
        fronts: list[tuple[float, str]] = []

        def until(there: Callable[[], bool]) -> None:
            deadline_s = time.monotonic() + PATIENCE_S
            spin(0.005)  # two acts of a person are two turns of the event loop
            while not there():
                window = program.window
                front = str(window.sides.current or window.step or "start")
                if not fronts or fronts[-1][1] != front:
                    fronts.append((time.perf_counter(), front))
                if time.monotonic() > deadline_s:
                    raise TimeoutError("it takes too long")
                spin(0.005)

        until(lambda: program.window.guides.recordings_page.robot.count() > 0)
        hand = Hand(program.window, until)
        with EventLoopWatch() as watch:
            began_s = time.perf_counter()
            try:
                is_whole, why = JOURNEYS[name](hand), ""
            except (AssertionError, TimeoutError) as error:
                is_whole, why = False, f"{error} {program.window.banner.text}"
            seconds = time.perf_counter() - began_s
        counted = hand.finished()
        hand.leave()
    blocks = sorted(watch.blocks, key=lambda gap: -gap.own_s)
    told = tuple((gap, _front_at(fronts, began_s + gap.at_s)) for gap in blocks)
    first_s = hand.first_picture_s and hand.first_picture_s - started_at - furnished_s
    return Walked(name, is_whole, why, counted, first_s, seconds, watch.beats, watch.longest, told)


def _front_at(fronts: list[tuple[float, str]], moment: float) -> str:
    return next((front for at, front in reversed(fronts) if at <= moment), "start")


def _numbers(walked: Walked) -> dict[str, object]:
    return {
        "journey": walked.journey,
        "is_whole": walked.is_whole,
        "why_not": walked.why_not,
        "clicks": walked.counted.clicks,
        "typed": walked.counted.typed,
        "holds": walked.counted.holds,
        "resumed": walked.counted.resumed,
        "robot_minutes": round(walked.counted.robot_minutes, 1),
        **({"first_picture_s": round(walked.first_picture_s, 1)} if walked.first_picture_s else {}),
        "seconds": round(walked.seconds, 1),
        "load": round(os.getloadavg()[0], 1),
        "beats": walked.beats,
        "longest_ms": round(1e3 * walked.longest.own_s, 1),
        "over_the_limit": len(walked.blocks),
        "worst": [_told(gap, front) for gap, front in walked.blocks[:_MOST_TOLD]],
    }


def _told(gap: Gap, front: str) -> dict[str, object]:
    return {
        "page": front,
        "at_s": round(gap.at_s, 1),
        "own_ms": round(1e3 * gap.own_s, 1),
        "by_the_clock_ms": round(1e3 * gap.by_the_clock_s, 1),
        "computed_ms": round(1e3 * gap.computed_s, 1),
        "collecting_ms": round(1e3 * gap.collecting_s, 1),
        "who": list(_ours(gap.where)),
    }


def _ours(where: str) -> Iterator[str]:
    """The calls that are the program's own, newest first, without the folder it lies in."""
    for line in where.splitlines():
        for place in _OURS:
            if place in line and "site-packages" not in line:
                yield line.strip()[line.strip().index(place) + 1 :]
                break


@contextmanager
def _program(application: QApplication, journey: str) -> Iterator[tuple[Program, float]]:
    """The program in a folder of its own, with visits in it, and how long they took."""
    with tempfile.TemporaryDirectory(prefix="torsion-journeys-") as name:
        folder = Path(name)
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            (folder / variable).mkdir()
            os.environ[variable] = str(folder / variable)
        begins_s = time.time()
        furnish(folder / "visits", journey)
        furnished_s = time.time() - begins_s
        settings = SettingsStore(folder / "settings.json")
        program = Program(application, settings, folder=folder / "visits", in_turns=True)
        program.window.rest.complete()
        set_aside_what_stays()
        program.window.show()
        try:
            yield program, furnished_s
        finally:
            ends_s = time.monotonic() + _LEAVING_S
            while program.runner.is_busy and time.monotonic() < ends_s:
                spin(0.05)
            program.window.close()
            program.leave()
            program.window.deleteLater()
            spin(0.2)


if __name__ == "__main__":
    sys.exit(main())
