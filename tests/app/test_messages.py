"""Messages lie over the page, leave when they are read, and stay in the list behind the bell."""

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.jobs.messages import Severity
from app.shell.frame import KEPT
from app.shell.window import Window
from app.visit.steps import Step
from core.errors import BadFile
from tests.waiting import settle, wait_until

ERROR = BadFile(
    "visit-locked", file="cell-4.h5", program="torsion", process=4711, since="2026-03-01T10:00:00"
)


def _place(widget: QWidget, window: Window) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def test_a_message_pushes_the_page_down_and_covers_nothing(still_window: Window, qtbot: QtBot) -> None:
    window = still_window
    window.open_step(Step.IDENTIFY)
    page = window.pages[Step.IDENTIFY]
    settle()  # the footer has taken its height
    before, foot = _place(page, window), _place(window.footer.rectangle, window)
    window.bus.show_error(ERROR)
    settle()
    banner, rectangle = _place(window.banner, window), _place(window.footer.rectangle, window)
    assert _place(page, window).top() == before.top() + banner.height()
    assert banner.height() < before.height() / 2
    assert rectangle == foot, "the primary rectangle stays"
    assert not window.banner.isHidden()
    assert not banner.intersects(_place(window.top_bar.stop, window)), "STOP stays in reach"
    assert window.frame.childAt(banner.center()) in {window.banner, *window.banner.findChildren(QWidget)}


@pytest.mark.parametrize("severity", list(Severity))
def test_a_note_leaves_by_itself_and_a_warning_stays(
    still_window: Window, qtbot: QtBot, severity: Severity
) -> None:
    window = still_window
    window.open_step(Step.IDENTIFY)
    window.banner._read.setInterval(30)
    window.bus.show("Something was done.", severity=severity)
    assert window.banner.text
    settle()
    leaves = severity in {Severity.NOTE, Severity.GOOD}
    assert (window.banner.text == "") == leaves
    assert window.frame.messages.told[0].message.title == "Something was done."


def test_what_offers_something_stays(still_window: Window, qtbot: QtBot) -> None:
    window = still_window
    window.banner._read.setInterval(30)
    window.bus.show("Something was found.")
    window.bus.offer("Take it", lambda: None)
    settle()
    assert window.banner.text


def test_who_turns_the_page_has_read_it(window_with_result: Window, qtbot: QtBot) -> None:
    window = window_with_result
    window.open_step(Step.IDENTIFY)
    window.bus.show_error(ERROR)
    window.open_step(Step.RESULTS)
    assert window.banner.text, "the program has turned this page"
    window.rail.chosen.emit(Step.CHOOSE)
    assert window.step is Step.CHOOSE
    assert not window.banner.text


def test_the_bell_lists_the_last_messages_and_counts_those_not_looked_at(still_window: Window) -> None:
    window = still_window
    window.open_step(Step.IDENTIFY)
    bell, listed = window.top_bar.bell, window.frame.messages
    assert bell.isHidden()
    for number in range(KEPT + 3):
        window.bus.show(f"Message {number}.")
    assert bell.isVisible()
    assert bell.unread == KEPT
    bell.click()
    assert listed.isVisible()
    assert not window.banner.text, "it is the first of the list"
    assert bell.unread == 0
    assert [told.message.title for told in listed.told][:2] == ["Message 22.", "Message 21."]
    assert len(listed.told) == KEPT
    area = listed._area
    wait_until(lambda: area.verticalScrollBar().maximum() > 0)
    assert not _place(listed, window).intersects(_place(window.top_bar.stop, window))
    window.bus.show("Another one.")
    assert bell.unread == 0, "it is read in the open list"
    bell.click()
    assert not listed.isVisible()
    window.bus.show("One more.")
    assert bell.unread == 1
    bell.click()
    window.open_step(Step.CHOOSE)
    assert not listed.isVisible(), "another page is in front"
