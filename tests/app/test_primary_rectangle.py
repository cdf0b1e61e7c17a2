"""The primary rectangle: at one place on every page, never dead, deaf for a moment; the page that moves."""

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.arm.link_state import LinkState
from app.arm.live_feed import Snapshot
from app.guide.primary_action import Meaning
from app.shell import footer
from app.shell.window import Window
from app.speech.units import NEWTON_METRE
from app.visit.steps import Step
from app.widgets.hold_button import HoldButton
from tests.app.robot_bench import Bench
from tests.waiting import wait_until

LEFT = Qt.MouseButton.LeftButton
RECTANGLE, STOP = QRect(896, 736, 368, 58), QRect(1024, 8, 240, 56)
_MOVED = (Step.CHECK, Step.FRICTION, Step.EXCITE, Step.RECORD)


def _place(widget: QWidget, window: Window) -> QRect:
    return QRect(widget.mapTo(window, QPoint()), widget.size())


def _pressable(window: Window) -> Iterator[QAbstractButton]:
    """Everything that can be seen and pressed."""
    yield from (one for one in window.findChildren(QAbstractButton) if one.isVisible() and one.isEnabled())


def test_it_is_at_the_same_place_on_every_page(window_with_result: Window) -> None:
    window = window_with_result
    window.resize(1280, 800)
    for step in window.pages:
        window.open_step(step)
        assert _place(window.footer.rectangle, window) == RECTANGLE, step
        assert _place(window.top_bar.stop, window) == STOP, step
    window.show_start()
    assert _place(window.start_page.try_now.foot.rectangle, window) == RECTANGLE, "the start screen too"
    assert window.start_page.try_now.story_button.isVisible()


@pytest.mark.parametrize("step", _MOVED)
def test_while_the_arm_moves_there_is_stop_and_nothing_else_to_press(bench: Bench, step: Step) -> None:
    bench.connect()
    window, page = bench.window, bench.open(step)
    window.resize(1280, 800)
    hold: HoldButton = page.motion.hold
    assert window.footer.rectangle.currentWidget() is hold
    assert _place(hold, window) == RECTANGLE
    hold.held.emit()
    wait_until(lambda: bench.link.state is LinkState.MOVING)
    wait_until(lambda: page.is_moving)
    assert list(_pressable(window)) == [window.top_bar.stop]
    assert not window.rail.isVisible()
    assert _place(window.footer.rectangle, window) == RECTANGLE
    assert window.footer.rectangle.currentWidget() is window.footer.rectangle.progress
    view = page.run.moving
    card = view.picture.parentWidget()
    assert card.height() >= 0.6 * 656
    assert card.width() >= 0.55 * window.width()
    assert view.number.cap_height >= 90.0
    bench.procedure.finish.set()
    bench.quiet()
    wait_until(lambda: not page.is_moving)
    assert window.rail.isVisible()


def test_the_number_is_that_of_the_joint_that_moves(bench: Bench) -> None:
    bench.connect()
    page = bench.open(Step.RECORD)
    page.motion.hold.held.emit()
    wait_until(lambda: page.is_moving)
    curve, time = page.run.moving.curve, np.linspace(-1.0, 0.0, 5)
    curve.watch("Torque", NEWTON_METRE, least_span=1.0, caption="joint_2 · Torque")
    curve.show_snapshot(Snapshot(time, 12.5 + time, is_stale=False, heard_at=None, newest=12.5))
    page.run.show_reading()
    assert page.run.moving.number_words == "Joint 2 · Torque 12.5 N·m"
    bench.procedure.finish.set()
    bench.quiet()


def test_after_its_meaning_has_changed_it_takes_no_press_for_a_moment(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(footer, "DEAF_MS", 600_000)
    bench.connect()
    page = bench.open(Step.CHECK)
    hold, rectangle = page.motion.hold, bench.window.footer.rectangle
    assert rectangle.is_deaf
    QTest.mousePress(hold, LEFT, pos=hold.rect().center())
    assert not hold.is_held, "the finger went down on what was there before"
    rectangle._deaf.stop()
    QTest.mouseRelease(hold, LEFT, pos=hold.rect().center())
    QTest.mousePress(hold, LEFT, pos=hold.rect().center())
    assert hold.is_held
    QTest.mouseRelease(hold, LEFT, pos=hold.rect().center())
    page.run.changed.emit()
    assert not rectangle.is_deaf, "nothing has changed"


def test_a_page_that_cannot_move_yet_says_what_helps(bench: Bench) -> None:
    bench.connect()
    window, page = bench.window, bench.open(Step.RECORD)
    page.form.payload.edit.setText("heavy")
    shown = page.primary_now(is_undone=True)
    assert shown.meaning is Meaning.HELP
    QTest.mouseClick(window.footer.primary_button, LEFT)
    assert page.form.payload.edit.hasFocus()
    page.form.payload.edit.setText("")
    wait_until(lambda: page.run.is_prepared)
    assert page.primary_now(is_undone=True).meaning is Meaning.HOLD


def test_a_hold_of_another_page_is_never_in_sight(bench: Bench) -> None:
    bench.connect()
    check = bench.open(Step.CHECK)
    record = bench.open(Step.RECORD)
    assert record.motion.hold.isVisible()
    check.motion.show_preview(record.motion.preview)
    assert not check.motion.hold.isVisible()
