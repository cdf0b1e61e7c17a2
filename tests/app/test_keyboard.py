"""Every page can be worked with keys alone; starting a motion cannot, and is not meant to."""

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QScrollBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.guide.actions import KEYS, Action, action_sentence, keys_text, tool_tip
from app.shell.sides import Side
from app.shell.window import Window
from app.visit.steps import Step
from app.widgets.choice import Choice
from app.widgets.hold_button import HoldButton

_MOST = 400
"""Presses of Tab after which every page must have been walked through."""


def _controls(window: Window) -> Iterator[QWidget]:
    """Everything that can be seen and worked with now, but what only a pointer may do."""
    for widget in window.findChildren(QWidget):
        if not (widget.isVisible() and widget.isEnabled()) or isinstance(widget, HoldButton):
            continue
        if isinstance(widget, QScrollBar | QHeaderView) or _is_inside(widget):
            continue
        if isinstance(widget, QAbstractButton | QComboBox | QLineEdit | QAbstractItemView | QAbstractSlider):
            yield widget


def _is_inside(widget: QWidget) -> bool:
    """Whether it is a part of another control, such as the cross in a field."""
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QComboBox | QLineEdit | QAbstractItemView | QScrollBar):
            return True
        parent = parent.parentWidget()
    return False


def _walked(window: Window) -> list[QWidget]:
    """What Tab comes by, once around."""
    found: list[QWidget] = []
    for _ in range(_MOST):
        focused = window.focusWidget() or window
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        focused = window.focusWidget()
        assert focused is not None
        if focused in found:
            return found
        found.append(focused)
    raise AssertionError("Tab never comes around")


def _reached(control: QWidget, walked: list[QWidget]) -> bool:
    """Whether Tab comes by it, or by the one of its group that is chosen: arrow keys lead on from there."""
    if control in walked:
        return True
    group = control.group() if isinstance(control, QAbstractButton) else None
    return group is not None and group.exclusive() and any(button in walked for button in group.buttons())


def _missing(window: Window) -> list[str]:
    walked = _walked(window)
    lost = [one for one in _controls(window) if not _reached(one, walked)]
    return [f"{type(one).__name__} {one.accessibleName()!r}" for one in lost]


def test_tab_comes_by_every_control_of_every_page(window_with_result: Window) -> None:
    window, lost = window_with_result, {}
    window.show_start()
    lost["start"] = _missing(window)
    for step in Step:
        window.open_step(step)
        QApplication.processEvents()
        lost[step] = _missing(window)
    for side, opens in ((Side.SETTINGS, window.open_settings), (Side.HELP, window.open_help)):
        opens()
        QApplication.processEvents()
        lost[side] = _missing(window)
    assert not {page: names for page, names in lost.items() if names}


def test_a_control_that_tab_passes_by_is_found(still_window: Window) -> None:
    still_window.open_settings()
    still_window.beside.settings.scale.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    assert _missing(still_window) == ["Choice 'Size'"]


def test_keys_open_help_and_settings_and_lead_back(still_window: Window) -> None:
    window = still_window
    window.open_step(Step.REPORT)
    window.activateWindow()
    for action, side in ((Action.HELP, Side.HELP), (Action.SETTINGS, Side.SETTINGS)):
        _press(window, action)
        assert window.sides.current is side
        _press(window, Action.BACK)
        assert window.sides.current is None
        assert window.step is Step.REPORT


def _press(window: Window, action: Action) -> None:
    key = QKeySequence(KEYS[action][0])[0]
    QTest.keyClick(window.focusWidget() or window, key.key(), key.keyboardModifiers())


def test_no_key_does_two_things() -> None:
    keys = [one for found in KEYS.values() for one in found]
    assert len(keys) == len(set(keys))
    assert set(KEYS) == set(Action)
    assert all(action_sentence(action) and keys_text(action) for action in Action)


def test_tooltips_name_the_keys(still_window: Window) -> None:
    window = still_window
    assert window.top_bar.settings_button.toolTip() == tool_tip(Action.SETTINGS)
    assert keys_text(Action.HELP) in window.top_bar.help_button.toolTip()
    assert window.footer.primary_button.toolTip() == tool_tip(Action.PRIMARY)
    tools = window.pages[Step.LIVE].tools
    for action, button in (
        (Action.HOLD_PICTURE, tools.hold),
        (Action.ZERO, tools.zero),
        (Action.CURSORS, tools.cursors),
        (Action.SAVE_VIEW, tools.save),
    ):
        assert f"({keys_text(action)})" in button.toolTip()


def test_the_wheel_scrolls_a_page_and_changes_no_choice(qtbot: QtBot) -> None:
    choice = Choice("Colours")
    qtbot.addWidget(choice)
    choice.offer(((1, "one"), (2, "two")))
    choice.show()
    down = QPoint(0, -120)
    event = QWheelEvent(
        QPointF(5, 5), QPointF(choice.mapToGlobal(QPoint(5, 5))), down, down, Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,  # noqa: FBT003
    )  # fmt: skip
    QApplication.sendEvent(choice, event)
    assert choice.value == 1
    assert not choice.hasFocus()
    QTest.keyClick(choice, Qt.Key.Key_Down)
    assert choice.value == 2
