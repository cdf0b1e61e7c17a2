"""The journeys in the real window at full length: payload, commissioning, a worn gear, two visits compared.

A hand (``tests.app.journeys.hand``) clicks and holds from the start screen on and counts what it does.
Robot minutes are those of the recordings, by the robot's own clock; wall minutes are what it took
here, with a virtual robot that goes as fast as the computer calculates.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from _measurement import write_measurement
from _stop_window import spin
from PySide6.QtWidgets import QApplication

from app.arm.link import RobotLink
from app.health.memory import set_aside_what_stays
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.shell.window import Window
from app.visit.settings import SettingsStore
from core.payload.plan import PayloadMode
from tests.app.event_loop import BLOCK_LIMIT_S, EventLoopWatch
from tests.app.journeys.hand import Hand
from tests.app.journeys.played import (
    check_payload,
    commission,
    compare,
    read_the_gears,
    set_short,
    somebody_worked_here,
)

ARMS = ("ec66", "szabo-3r", "ur10e")
QUICK_ARM = "szabo-3r"
SEEDS = (0, 1)
WORN = 2
"""The joint with backlash, counted from 1."""
PATIENCE_S = 1800.0
Numbers = dict[str, object]


def main() -> int:
    """Play them; ``--quick`` plays one payload and one short commissioning of a worn arm."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="some minutes instead of hours")
    quick = parser.parse_args().quick
    _application = QApplication(sys.argv[:1])
    played = list(_journeys(quick=quick))
    print(json.dumps(played, indent=2))
    if not quick:
        write_measurement("journeys", seed=SEEDS[0], numbers={"journeys": played})
    return 0 if all(each["is_whole"] for each in played) else 1


def _journeys(*, quick: bool) -> Iterator[Numbers]:
    if quick:
        yield _payload("ec66", 0)
        yield _commissioning(QUICK_ARM, 0, worn=True, quick=True)
        return
    for seed in SEEDS:
        yield _payload("ec66", seed)
        for arm in ARMS:
            yield _commissioning(arm, seed, worn=False)
        yield from _worn_and_compared("ec66", seed)


def _payload(arm: str, seed: int) -> Numbers:
    def play(hand: Hand) -> bool:
        check_payload(hand, mode=PayloadMode.QUICK)
        return hand.window.visit.has_payload_report

    return _played("payload", f"virtual:{arm}?kind=closed&seed={seed}", play)


def _commissioning(arm: str, seed: int, *, worn: bool, quick: bool = False) -> Numbers:
    query = f"seed={seed}" + (f"&worn={WORN}" if worn else "")

    def play(hand: Hand) -> bool:
        if quick:
            set_short(hand.window)
        commission(hand)
        return hand.window.going_on.is_finished

    return _played("commissioning", f"virtual:{arm}?{query}", play)


def _worn_and_compared(arm: str, seed: int) -> Iterator[Numbers]:
    """A good arm a year ago, the same one worn today; then both from the list of visits."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        before, after = folder / "last-year.h5", folder / "today.h5"

        def earlier(hand: Hand) -> bool:
            commission(hand)
            return _kept(hand, before)

        def worn(hand: Hand) -> bool:
            commission(hand)
            found = read_the_gears(hand).result.found
            gap = None if found is None else found.joints[WORN - 1].backlash
            return _kept(hand, after) and gap is not None and gap.value > 3.0 * gap.std

        yield _played("commissioning", f"virtual:{arm}?seed={seed}", earlier)
        yield _played("worn gear", f"virtual:{arm}?seed={seed}&worn={WORN}", worn)

        def both(hand: Hand) -> bool:
            visits = hand.window.visits.folder
            visits.mkdir(parents=True, exist_ok=True)
            paths = [Path(shutil.copy(path, visits)) for path in (before, after)]
            page = compare(hand, paths)
            return f"joint {WORN}" in page.changes.words.lower()

        yield _played("compare", f"virtual:{arm}?seed={seed}", both)


def _kept(hand: Hand, path: Path) -> bool:
    """Whether the guide came to its end; its visit is kept."""
    is_finished = hand.window.going_on.is_finished
    shutil.copy(hand.window.visit.path, path)
    return is_finished


def _played(journey: str, controller: str, play: Callable[[Hand], bool]) -> Numbers:
    began = datetime.now(UTC)
    with _window() as window:
        somebody_worked_here(window, controller)
        hand = Hand(window, _until)
        with EventLoopWatch() as watch:
            is_whole, why = _whole(play, hand)
        counted = asdict(hand.finished())
        hand.leave()
    numbers: Numbers = {
        "journey": journey,
        "controller": controller,
        "is_whole": is_whole,
        "why_not": why,
        **{name: round(value, 2) if isinstance(value, float) else value for name, value in counted.items()},
        "longest_blocking_ms": round(1e3 * watch.longest_gap_s, 1),
        "blocking_at_s": round(watch.longest.at_s, 1),
        "within_limit": watch.longest_gap_s <= BLOCK_LIMIT_S,
        "took": str(timedelta(seconds=round((datetime.now(UTC) - began).total_seconds()))),
    }
    print(json.dumps(numbers), file=sys.stderr, flush=True)
    return numbers


def _whole(play: Callable[[Hand], bool], hand: Hand) -> tuple[bool, str]:
    """Whether it came to its end, and where it stands otherwise."""
    try:
        is_whole = play(hand)
    except (AssertionError, TimeoutError) as error:
        return False, f"{hand.window.step}: {error} {hand.window.banner.text}"
    return is_whole, "" if is_whole else f"{hand.window.step}: {hand.window.banner.text}"


def _until(there: Callable[[], bool]) -> None:
    deadline_s = time.monotonic() + PATIENCE_S
    while not there():
        if time.monotonic() > deadline_s:
            raise TimeoutError("it takes too long")
        spin(0.005)


@contextmanager
def _window() -> Iterator[Window]:
    """A window with its worker and a folder of its own, once it knows the arms that can be simulated."""
    with tempfile.TemporaryDirectory() as name:
        folder, runner = Path(name), JobRunner()
        settings, link = SettingsStore(folder / "settings.json"), RobotLink(runner)
        window = Window(runner, MessageBus(), settings, link=link, visits_folder=folder / "visits")
        set_aside_what_stays()
        window.show()
        _until(lambda: window.beginnings.recordings_page.robot.count() > 0)
        try:
            yield window
        finally:
            window.close()


if __name__ == "__main__":
    sys.exit(main())
