"""The journeys of the campaign ``journeys``; each says whether it came to its end."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from _stop_window import spin
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from app.arm.link import virtual_clock
from app.arm.link_state import LinkState
from app.features.excitation.plan_page import PlanPage
from app.shell.visit_list_words import order_words
from app.shell.visits_page import VisitsPage
from app.visit.steps import Step, steps_of
from app.widgets.segmented import Segmented
from core.payload.plan import PayloadMode
from devices.virtual.settings import Pace
from tests.app.compare_examples import three_visits
from tests.app.journeys.hand import Hand, press_step
from tests.app.journeys.played import (
    check_payload,
    commission,
    compare,
    gains_and_payload,
    set_short,
    somebody_worked_here,
    weigh_on,
)
from tests.app.journeys.weighed import WEIGHED, weighed_visit

COPIES = 66
"""Of each of three visits, so that the list holds about two hundred."""
_LOOK_S = 0.4
_WORN = 2
_TICK = QPoint(20, 20)


def furnish(folder: Path, journey: str) -> None:
    """Three visits to an arm, each again and again; and one with two runs where they are used."""
    folder.mkdir()
    if journey == "gains":
        weighed_visit(folder)
    for path in three_visits(folder):
        for number in range(COPIES):
            shutil.copy(path, folder / f"{path.stem}-{number:02}.h5")


def story(hand: Hand) -> bool:
    """*Try it now*, each stage looked at; taken over while it weighs, then a payload check to its report."""
    window = hand.window
    told, page = window.story, window.story.page
    hand.click(window.start_page.try_now.story_button)
    hand.until(lambda: window.link.state is LinkState.MOVING and page.picture.pose is not None)
    hand.first_picture_s = time.time()
    spin(3.0)  # at the pace that it begins with
    _as_fast_as_it_goes(hand)
    hand.until(lambda: told.stage == 1 and window.link.state is LinkState.MOVING)
    for number in (0, 1):
        page.chips.press(number)
        spin(_LOOK_S)
    hand.until(lambda: 1 in page.results and window.link.state is LinkState.MOVING)
    hand.go_on()
    hand.until(lambda: window.step is Step.PAYLOAD_SWEEPS and window.link.state is LinkState.READY)
    hand.until(lambda: not window.link.is_working and not window.visit.is_busy)
    weigh_on(hand)
    _look_at_every_page(hand)
    return window.visit.has_payload_report


def payload(hand: Hand) -> bool:
    """A payload checked from the start screen to its report."""
    somebody_worked_here(hand.window, "virtual:ec66?kind=closed")
    check_payload(hand, mode=PayloadMode.QUICK)
    _look_at_every_page(hand)
    return hand.window.visit.has_payload_report


def commissioning(hand: Hand) -> bool:
    """A short commissioning of a worn arm, then a look at every page and view of what came of it."""
    window = hand.window
    somebody_worked_here(window, f"virtual:szabo-3r?seed=0&worn={_WORN}")
    set_short(window)
    commission(hand)
    is_finished = window.going_on.is_finished
    _look_at_every_page(hand)
    return is_finished


def files(hand: Hand) -> bool:
    """Made-up recordings identified, each view of the model looked at, and told by a report."""
    window = hand.window
    hand.click(window.start_page.try_now.synthetic_button)
    for step in (Step.CHOOSE, Step.IDENTIFY):
        hand.until(lambda step=step: hand.is_at(step) and not window.visit.is_busy)
        hand.go_on()
    hand.until(lambda: hand.is_at(Step.RESULTS) and not window.visit.is_busy)
    _look_at_every_page(hand)
    window.open_step(Step.REPORT)
    hand.go_on()
    hand.until(lambda: bool(window.visit.report_files) and not window.visit.is_busy)
    return window.visit.report_files[0].read_bytes().startswith(b"%PDF")


def planning(hand: Hand) -> bool:
    """A motion planned twice for an arm that is not connected, and each view of it looked at."""
    window = hand.window
    hand.click(window.start_page.try_now.virtual_button)
    press_step(window, Step.PLAN, hand.click)
    page = window.pages[Step.PLAN]
    assert isinstance(page, PlanPage)
    for again in (False, True):
        if again:
            hand.click(page.result.again_button)
        page.form.period.show_text("8 s")
        page.form.seconds.press(0)
        hand.go_on("Plan")
        hand.until(lambda: page.shows_result)
        page.result.player.show_at(3.0)
        for number in range(page.result.tabs.count):
            page.result.tabs.press(number)
            spin(_LOOK_S)
    return "plan" in window.visit.progress.products


def comparing(hand: Hand) -> bool:
    """A worn gear found in the list of all visits: two are picked and compared, each view is looked at."""
    folder = hand.window.visits.folder
    page = compare(hand, [folder / "spring.h5", folder / "winter.h5"])
    for number in range(4):
        if number < page.tabs.count:
            page.tabs.press(number)
            spin(_LOOK_S)
    page.write_report(folder / "changes.pdf")
    hand.until((folder / "changes.pdf").exists)
    return "joint 2" in page.changes.words.lower()


def gains(hand: Hand) -> bool:
    """Drive gains and a payload from two runs, one of them with a mass that was weighed."""
    hand.window.visit.open(hand.window.visits.folder / WEIGHED)
    hand.until(lambda: hand.window.visit.summary is not None and not hand.window.visit.is_busy)
    found, told = gains_and_payload(hand)
    return bool(np.isfinite(found.drive_gain).all()) and told.mass > 0.0


def visits(hand: Hand) -> bool:
    """Two hundred visits: searched, ordered, one named, deleted, brought back, dropped, opened."""
    window, folder = hand.window, hand.window.visits.folder
    hand.click(window.start_page.visits_button)
    page = window.pages[Step.VISITS]
    assert isinstance(page, VisitsPage)
    model = page.list.rows_model
    hand.until(lambda: len(model.rows) > 3 * COPIES)
    spin(_LOOK_S)
    _type(hand, page.search, "winter good")
    page.search.clear()
    spin(_LOOK_S)
    for order, _ in order_words():
        hand.pick(page.order, order)
        spin(0.1)
    wanted = str((folder / "winter.h5").resolve())

    def go_to_it() -> None:
        hand.until(lambda: model.row_of(wanted) >= 0)
        page.list.go_to(model.row_of(wanted))
        page.list.setFocus()

    go_to_it()
    QTest.keyClick(page.list, Qt.Key.Key_F2)
    _type(hand, page.tag_panel.form.lines["name"], "After the winter")
    hand.click(page.tag_panel.done_button)
    hand.until(lambda: not window._runner.is_busy)
    window.setFocus()
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    hand.until(lambda: "Undone" in window.banner.text and not window._runner.is_busy)
    go_to_it()
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    hand.click(page.bin_panel.move_button)
    hand.until(lambda: not Path(wanted).exists() and model.row_of(wanted) < 0)
    hand.click(window.banner.offer_button)
    hand.until(lambda: Path(wanted).exists() and model.row_of(wanted) >= 0)
    _drop(hand, Path(wanted))
    hand.until(lambda: window.visit.summary is not None)
    spin(_LOOK_S)
    return window.visit.path == Path(wanted)


JOURNEYS: dict[str, Callable[[Hand], bool]] = {
    "visits": visits,
    "files": files,
    "planning": planning,
    "comparing": comparing,
    "gains": gains,
    "payload": payload,
    "story": story,
    "commissioning": commissioning,
}


def _type(hand: Hand, field: QLineEdit, text: str) -> None:
    """Type letter by letter, as a person does."""
    hand.click(field)
    for letter in text:
        QTest.keyClicks(field, letter)
        spin(0.05)


def _as_fast_as_it_goes(hand: Hand) -> None:
    clock = virtual_clock(hand.window.link.session)
    assert clock is not None
    clock.pace = Pace.FAST


def _look_at_every_page(hand: Hand) -> None:
    """Open every page of the guide that can be opened, and press each of its views."""
    window = hand.window
    for step in steps_of(window.guide):
        if not window.journey.can_open(step):
            continue
        window.open_step(step)
        spin(_LOOK_S)
        page = window.pages[step]
        for choice in page.findChildren(Segmented):
            if not choice.isVisible():
                continue
            before = choice.index
            for number in range(choice.count):
                choice.press(number)
                spin(_LOOK_S)
            if choice.isVisible() and before >= 0:
                choice.press(before)
        hand.until(lambda: not window.link.is_working)


def _drop(hand: Hand, path: Path) -> None:
    window, files = hand.window, QMimeData()
    files.setUrls([QUrl.fromLocalFile(str(path))])
    middle = QPointF(window.rect().center())
    copy, left, nothing = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(window, QDragEnterEvent(middle.toPoint(), copy, files, left, nothing))
    QApplication.sendEvent(window, QDropEvent(middle, copy, files, left, nothing))
