"""The page of the fleet with 20,000 visits: turns of the event loop, and seconds until a list is there.

The catalogue is filled as the campaign ``catalogue`` does. A hand opens the page, types a search, turns the
pages and opens an arm, while a scan of a folder runs beside.

``python tests/campaigns/fleet_page.py [--quick]``
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from _measurement import write_measurement
from _stop_window import spin
from PySide6.QtWidgets import QApplication

from app.arm.link import RobotLink
from app.health.memory import set_aside_what_stays
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.shell.window import Window
from app.visit.known_visits import catalogue_path
from app.visit.settings import SettingsStore
from core.catalogue.example import write_example
from core.catalogue.scan import visit_files
from core.catalogue.store import Catalogue
from core.catalogue.visit_entry import entry_of
from core.monitor import NullMonitor
from tests.campaigns._event_loop import BLOCK_LIMIT_S, EventLoopWatch

SEED, VISITS = 3, 20_000
PATIENCE_S = 300.0


def fill(path: Path, folder: Path, wanted: int, arms: int) -> int:
    """Enter the visits of a made-up fleet many times under other serial numbers."""
    write_example(folder, arms=arms, visits=6 * arms, seed=SEED, monitor=NullMonitor())
    entries = [entry_of(one, modified_ns=1, size=1) for one in sorted(visit_files(folder))]
    with Catalogue(path) as catalogue:
        for number in range(-(-wanted // len(entries))):
            copies = []
            for entry in entries:
                assert entry.outline is not None
                outline = replace(entry.outline, serial=f"{entry.outline.serial}-{number}")
                copies.append(
                    replace(entry, path=f"/share/{number}/{Path(entry.path).name}", outline=outline)
                )
            catalogue.put(copies)
        return catalogue.count()


def until(there: Callable[[], bool]) -> float:
    """Let the window run until something is there; seconds that it took."""
    began_s = time.monotonic()
    spin(0.005)
    while not there():
        if time.monotonic() - began_s > PATIENCE_S:
            raise TimeoutError("it takes too long")
        spin(0.005)
    return time.monotonic() - began_s


def walk(window: Window, folder: Path) -> dict[str, float]:
    """What a person does with the page, each with the seconds until it is there."""
    page, took = window.beside.fleet, {}
    window.start_page.fleet_button.click()
    took["first list, s"] = until(lambda: page.part is not None)
    page.add_folder(folder)
    until(lambda: page.scanner.is_running)
    page.search.setText("ec66 0007")
    every = page.part
    took["search, s"] = until(lambda: page.part is not every)
    page.search.clear()
    found = page.part
    until(lambda: page.part is not found)
    whole = page.part
    page.pager.after_button.click()
    took["next page, s"] = until(lambda: page.part is not whole)
    page.table.setCurrentIndex(page.table.rows_model.index(3, 0))
    arm, view = page.part.robots[3], page.arm_view
    took["arm, s"] = until(lambda: view.part is not None and view.part.robot == arm)
    for place in range(view.figure.count()):
        view.figure.setCurrentIndex(place)
        view.figure.picked.emit()
        spin(0.05)
    took["scan ended, s"] = until(lambda: not page.scanner.is_running)
    return took


def main() -> int:
    """Walk through the page, and store the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few visits; stores nothing")
    is_quick = parser.parse_args().quick
    application = QApplication(sys.argv[:1])
    with tempfile.TemporaryDirectory(prefix="torsion-fleet-") as name:
        folder = Path(name)
        store = SettingsStore(folder / "settings.json")
        arms = 12 if is_quick else 40
        visits = fill(catalogue_path(folder), folder / "fleet", 600 if is_quick else VISITS, arms)
        runner = JobRunner()
        window = Window(runner, MessageBus(), store, link=RobotLink(runner), visits_folder=folder / "visits")
        set_aside_what_stays()
        window.show()
        until(lambda: window.guides.recordings_page.robot.count() > 0)
        with EventLoopWatch() as watch:
            took = walk(window, folder / "fleet")
        window.close()
        store.finish()
        application.processEvents()
    numbers = {
        "visits": visits,
        **took,
        "longest turn of the event loop, ms": 1e3 * watch.longest.own_s,
        "turns over the limit": len(watch.blocks),
    }
    print(numbers)
    for gap in watch.blocks:
        print(gap)
    if not is_quick:
        write_measurement("fleet_page", seed=SEED, numbers=numbers)
    return 0 if is_quick or watch.longest.own_s <= BLOCK_LIMIT_S else 1


if __name__ == "__main__":
    raise SystemExit(main())
