"""Turns of the event loop while pages with results are looked through and an arm is followed, scene by scene.

The pages have made-up results, so that nothing but the window's own work is measured: no step of it is meant
to keep the window from answering for longer than 50 ms. The first round of a scene lays the pages out and
does not count; of the others it is the shortest that counts, because what turning a page costs, it costs
every time.

``python tests/campaigns/window_turns.py [--quick]``
"""

import argparse
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from _event_loop import BLOCK_LIMIT_S, EventLoopWatch, Gap
from _measurement import write_measurement
from _stop_window import spin
from PySide6.QtWidgets import QApplication

from app.health.memory import set_aside_what_stays
from app.shell.window import Window
from app.visit.settings import SettingsStore
from app.visit.steps import Step
from tests.app import arm_change_examples, examples, fake_robot, payload_examples, twist_examples
from tests.app.fake_robot import FakeProcedure, FakeSession, FedRing
from tests.app.made_visit import open_made_visit, put_made_result
from tests.app.ready_window import still_window
from tests.waiting import wait_until

ROUNDS = 4
BETWEEN_S = 0.05
"""Two acts of a person are two turns of the event loop."""
RATE_HZ = 1000.0


def turn_pages(window: Window) -> None:
    """Every page, one after the other."""
    for step in Step:
        window.open_step(step)
        spin(BETWEEN_S)


def look_at_results(window: Window) -> None:
    """A new model, its views and joints, and a curve that is moved."""
    window.open_step(Step.RESULTS)
    page, visit = window.pages[Step.RESULTS], window.visit
    visit.take_model(examples.result(), visit.choice)
    visit._curves = {label: examples.curves(label) for label in examples.LABELS}
    visit.changed.emit()
    spin(BETWEEN_S)
    for index in range(page.tabs.count):
        page.show_view(index)
        spin(BETWEEN_S)
    page.show_view(0)
    for joint in range(examples.JOINTS):
        page.measured.joint.press(joint)
        spin(BETWEEN_S)
    for low in range(20):
        page.measured.torque.setXRange(low, low + 5.0, padding=0)
        spin(BETWEEN_S / 2)


def look_at_twist(window: Window) -> None:
    """A new result of the gears' twist, its views and joints."""
    window.open_step(Step.TWIST)
    page = window.pages[Step.TWIST]
    page.show_elasticity(twist_examples.elasticity())
    _press_all(page.result.tabs, page.result.joints)


def look_at_payload(window: Window) -> None:
    """A new payload and its views."""
    window.open_step(Step.PAYLOAD)
    page = window.pages[Step.PAYLOAD]
    page.show_payload(payload_examples.payload())
    _press_all(page.tabs)


def look_at_stiffness(window: Window) -> None:
    """A new stiffness of the arm and its views."""
    window.open_step(Step.STIFFNESS)
    page = window.pages[Step.STIFFNESS]
    page.result.show_stiffness(arm_change_examples.reduced(1.0))
    _press_all(page.result.tabs)


def _press_all(*groups: object) -> None:
    for group in groups:
        for place in range(len(group._group.buttons())):
            group.press(place)
            spin(BETWEEN_S)


SCENES: tuple[Callable[[Window], None], ...] = (
    turn_pages,
    look_at_results,
    look_at_twist,
    look_at_payload,
    look_at_stiffness,
)


def follow(window: Window, session: FakeSession, folder: Path) -> Gap:
    """An arm at a thousand samples a second is recorded, joint by joint and quantity by quantity."""
    page, procedure = window.pages[Step.RECORD], FakeProcedure(name="record")
    page.run.make_procedure = lambda: procedure
    window.link.connect_to(fake_robot.place(folder))
    wait_until(lambda: window.link.session is not None and not window.link.is_working)
    ring = session.acquisition.ring = FedRing(60_000)
    ring.append(fake_robot.samples(0, 10_000, rate_hz=RATE_HZ))
    window.open_step(Step.RECORD)
    wait_until(lambda: page.run.is_prepared)
    set_aside_what_stays()
    with _streaming(ring), EventLoopWatch() as watch:
        page.motion.hold.held.emit()
        for joint in range(fake_robot.JOINTS):
            page.live.joint.press(joint)
            spin(0.15)
        for place in range(3):
            page.live.quantity.press(place)
            spin(0.15)
        window.top_bar.stop.click()
        wait_until(lambda: not page.run.is_running)
    return watch.longest


@contextmanager
def _streaming(ring: FedRing) -> Iterator[None]:
    ended = threading.Event()

    def stream() -> None:
        first = 10_000
        while not ended.wait(0.02):
            ring.append(fake_robot.samples(first, 20, rate_hz=RATE_HZ))
            first += 20

    streaming = threading.Thread(target=stream)
    streaming.start()
    yield
    ended.set()
    streaming.join()


def longest_of(scene: Callable[[Window], None], window: Window, rounds: int) -> Gap:
    """The longest turn of a scene, in the round where it was shortest."""
    scene(window)
    set_aside_what_stays()
    found = []
    for _ in range(rounds):
        with EventLoopWatch() as watch:
            scene(window)
        found.append(watch.longest)
    return min(found, key=lambda gap: gap.own_s)


def main() -> int:
    """Play all scenes, and store the longest turn of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one round a scene; stores and judges nothing")
    is_quick = parser.parse_args().quick
    application = QApplication(sys.argv[:1])
    with tempfile.TemporaryDirectory(prefix="torsion-turns-") as name:
        folder, store = Path(name), SettingsStore(Path(name) / "settings.json")
        window, session = still_window(folder, store), FakeSession()
        window.link._make_session = fake_robot.make(session)
        open_made_visit(window.visit, folder)
        put_made_result(window.visit)
        window.show()
        longest = {each.__name__: longest_of(each, window, 1 if is_quick else ROUNDS) for each in SCENES}
        longest["follow"] = follow(window, session, folder)
        window.close()
        window.link.leave()
        store.finish()
        application.processEvents()
    for scene, gap in longest.items():
        print(scene, gap)
    if is_quick:
        return 0
    numbers = {f"{scene}, ms": round(1e3 * gap.own_s, 1) for scene, gap in longest.items()}
    write_measurement("window_turns", seed=0, numbers=numbers)
    return 0 if all(gap.own_s <= BLOCK_LIMIT_S for gap in longest.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
