"""A button that must be held for one second to start a motion, with pointer or finger only.

The hold is cancelled when the button is released, left or lost for any other reason, and by any other input
(``app.widgets.hold_button``); also if the window was blocked or the computer slept meanwhile
(``app.arm.hold``). A key never starts a motion.

A button receives only its own events. A list that opens, a second finger on another widget or a key for
another widget reaches it late or never, so ``HoldWatch`` checks every event of the application while a button
is held.
"""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QTouchEvent,
    QWindow,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QSizePolicy, QWidget

from app.arm.hold import HOLD_TIME_S, Hold, HoldState, Moment, moment_now
from app.look.theme import current_theme
from app.look.tokens import CARD_RADIUS, GRID, STOP_SIZE
from app.widgets.painting import smooth_painter
from app.widgets.text import BOLD

_Kind = QEvent.Type
_BREAKING = frozenset({
    # input: another button, key, wheel or finger
    _Kind.MouseButtonPress, _Kind.MouseButtonRelease, _Kind.MouseButtonDblClick, _Kind.Wheel,
    _Kind.NonClientAreaMouseButtonPress, _Kind.TouchEnd, _Kind.TouchCancel, _Kind.TabletPress,
    _Kind.TabletRelease, _Kind.NativeGesture, _Kind.Gesture, _Kind.GestureOverride,
    _Kind.ContextMenu, _Kind.DragEnter, _Kind.Drop,
    # focus and windows
    _Kind.FocusIn, _Kind.FocusOut, _Kind.WindowActivate, _Kind.WindowDeactivate, _Kind.WindowBlocked,
    _Kind.WindowUnblocked, _Kind.WindowStateChange, _Kind.ApplicationStateChange, _Kind.Quit,
    # appearance and language
    _Kind.LanguageChange, _Kind.ApplicationFontChange, _Kind.ApplicationPaletteChange, _Kind.ThemeChange,
    _Kind.ApplicationLayoutDirectionChange,
})  # fmt: skip
_OPENING = frozenset({_Kind.Show, _Kind.Expose, _Kind.Close})
_KEYS = frozenset({_Kind.KeyPress, _Kind.KeyRelease, _Kind.ShortcutOverride})
_TOUCH = frozenset({_Kind.TouchBegin, _Kind.TouchUpdate})


class HoldWatch(QObject):
    """Calls ``broken`` at an event that breaks a hold; listens only between ``begin`` and ``end``."""

    def __init__(self, broken: Callable[[], object], *, parent: QWidget) -> None:
        super().__init__(parent)
        self._broken, self._of = broken, parent
        self._listens, self._buttons = False, Qt.MouseButton.NoButton

    def begin(self, buttons: Qt.MouseButton) -> None:
        """Start to listen; ``buttons`` are the mouse buttons that are down and have to stay so."""
        self._buttons = buttons
        application = QCoreApplication.instance()
        if application is not None and not self._listens:
            self._listens = True
            application.installEventFilter(self)

    def end(self) -> None:
        """Stop listening."""
        application = QCoreApplication.instance()
        if application is not None and self._listens:
            self._listens = False
            application.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Check an event and let it pass."""
        if self._listens and self._breaks(watched, event):
            self._broken()
        return False

    def _breaks(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in _BREAKING:
            return True
        if kind in _KEYS:
            return not (isinstance(event, QKeyEvent) and event.isAutoRepeat())
        if kind in _TOUCH:
            return isinstance(event, QTouchEvent) and len(event.points()) > 1
        if kind is _Kind.MouseMove:
            return isinstance(event, QMouseEvent) and event.buttons() != self._buttons
        return kind in _OPENING and self._is_another_window(watched)

    def _is_another_window(self, watched: QObject) -> bool:
        """True for a list, menu, dialog or window other than the one with the button."""
        own = self._of.window()
        if isinstance(watched, QWidget):
            return watched.isWindow() and watched is not own and not _is_tip(watched.windowType())
        if isinstance(watched, QWindow):
            return watched != own.windowHandle() and watched.isTopLevel() and not _is_tip(watched.type())
        return False


def _is_tip(kind: Qt.WindowType) -> bool:
    return kind is Qt.WindowType.ToolTip


__all__ = ["HOLD_TIME_S", "HoldButton"]

_TICK_MS = 33
_PADDING = 4 * GRID


@dataclass(frozen=True)
class _Grip:
    """Circumstances at the begin of a hold; none of them may change while the button is held."""

    window: QWidget
    parent: QWidget | None
    place: QRect
    """Place of the button on the screen."""
    pointer: QPoint
    """Place of the pointer on the screen; for a key the middle of the button."""


class HoldButton(QAbstractButton):
    """Emits ``held`` after an unbroken second of pressing, ``let_go`` after a shorter one."""

    held = Signal()
    let_go = Signal()

    def __init__(self, text: str, *, how: str = "", clock: Callable[[], Moment] = moment_now) -> None:
        super().__init__()
        self._how = how or self.tr("Hold for one second with the pointer or a finger.")
        self._line = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setProperty("pointer_only", True)  # noqa: FBT003  # Qt's own order
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._hold = Hold(clock=clock)
        self._grip: _Grip | None = None
        self._is_down = False
        """True between a press and its release."""
        self._watch = HoldWatch(self.cancel, parent=self)
        self._timer, self._finishing = QTimer(self), QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._finishing.setSingleShot(True)
        self._finishing.setInterval(0)  # runs when no other event waits
        self._finishing.timeout.connect(self._finish)
        self.set_text(text)
        current_theme().changed.connect(self._take_theme)

    @property
    def is_held(self) -> bool:
        """True while the button is held."""
        return self._hold.is_under_way

    @property
    def fraction(self) -> float:
        """Part of the second that is over, 0 to 1."""
        return self._hold.fraction

    @property
    def line(self) -> str:
        """Second line of words."""
        return self._line

    def set_text(self, text: str, line: str = "") -> None:
        """Set the caption and a line below it; a hold that began under another caption is cancelled."""
        self.cancel()
        self._line = line
        self.setText(text)
        self.setAccessibleName(text)
        self.setAccessibleDescription(" ".join(filter(None, (line, self._how))))
        self.updateGeometry()
        self.update()

    def cancel(self) -> None:
        """Cancel the hold, as if the pointer had left."""
        if self._hold.release():
            self._over()
            self.let_go.emit()

    def sizeHint(self) -> QSize:
        """Width of the wider line, at least the height of STOP."""
        theme = current_theme()
        width = max(
            QFontMetrics(theme.font(weight=BOLD)).horizontalAdvance(self.text()),
            QFontMetrics(theme.font()).horizontalAdvance(self._line),
        )
        lines = theme.line_height() * (2 if self._line else 1)
        return QSize(max(width + 2 * _PADDING, STOP_SIZE[0]), max(STOP_SIZE[1], lines + GRID))

    def minimumSizeHint(self) -> QSize:
        """The same as the size hint."""
        return self.sizeHint()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start to count; a second press without a release in between cancels the first."""
        only_left = event.button() == event.buttons() == Qt.MouseButton.LeftButton
        was_down, self._is_down = self._is_down, False
        if was_down or not only_left or not self.isEnabled():
            self.cancel()
            event.ignore()
            return
        self._is_down = True
        self._begin(event.globalPosition())
        event.accept()

    def _begin(self, pointer: QPointF | None = None) -> None:
        """Start to count, unless a condition of a hold is not met."""
        middle = QPointF(self.rect().center())
        at = (pointer if pointer is not None else self.mapToGlobal(middle)).toPoint()
        self._grip = _Grip(self.window(), self.parentWidget(), self._place_on_screen(), at)
        if not self._is_in_order():
            self._grip = None
            return
        self._hold.begin()
        by_pointer = pointer is not None
        self._watch.begin(Qt.MouseButton.LeftButton if by_pointer else Qt.MouseButton.NoButton)
        self.setDown(True)
        self._timer.start()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Cancel if the pointer leaves the button, or if its release was not delivered."""
        inside = self.rect().contains(event.position().toPoint())
        if not inside or event.buttons() != Qt.MouseButton.LeftButton:
            self.cancel()
        elif self._grip is not None:
            grip, pointer = self._grip, event.globalPosition().toPoint()
            self._grip = _Grip(grip.window, grip.parent, grip.place, pointer)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Cancel the hold."""
        self._is_down = False
        self.cancel()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ignore keys: they never start a motion."""
        event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Ignore keys, as for a press."""
        event.ignore()

    def event(self, event: QEvent) -> bool:
        """Cancel on the events in ``_CANCELLING``, such as hiding, disabling or another active window."""
        if event.type() in _FORGETTING:
            self._is_down = False
        if event.type() in _CANCELLING:
            self.cancel()
        return bool(super().event(event))

    def paintEvent(self, _event: object) -> None:
        """Paint the ground, the part of the second that is over, and the caption over both."""
        theme = current_theme()
        place = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        outline = QPainterPath()
        outline.addRoundedRect(place, CARD_RADIUS, CARD_RADIUS)
        enabled = self.isEnabled()
        # in a theme whose hairline has the colour of muted text, a hairline ground would hide the caption
        is_plain = enabled or theme.tokens.hairline == theme.tokens.muted
        with smooth_painter(self) as painter:
            painter.fillPath(outline, theme.colour("surface" if is_plain else "hairline"))
            self._paint_words(painter, place, *(("accent", "text") if enabled else ("muted", "muted")))
            done = QRectF(place.left(), place.top(), place.width() * self.fraction, place.height())
            if done.width() > 0:
                painter.save()
                painter.setClipRect(done)
                painter.fillPath(outline, theme.colour("accent"))
                self._paint_words(painter, place, "on_accent", "on_accent")
                painter.restore()
            painter.setPen(QPen(theme.colour("accent" if enabled else "hairline"), 2))
            painter.drawPath(outline)

    def _paint_words(self, painter: QPainter, place: QRectF, colour: str, line_colour: str) -> None:
        """Paint the caption, and the second line below it; both in the middle."""
        theme, middle = current_theme(), Qt.AlignmentFlag.AlignHCenter
        fonts = [theme.font(weight=BOLD), theme.font()][: 2 if self._line else 1]
        heights = [float(QFontMetrics(font).height()) for font in fonts]
        top = place.center().y() - sum(heights) / 2.0
        for font, height, words, ink in zip(
            fonts, heights, (self.text(), self._line), (colour, line_colour), strict=False
        ):
            painter.setFont(font)
            painter.setPen(theme.colour(ink))
            shown = QFontMetrics(font).elidedText(
                words, Qt.TextElideMode.ElideRight, round(place.width()) - GRID
            )
            painter.drawText(QRectF(place.left(), top, place.width(), height), middle, shown)
            top += height

    def _take_theme(self) -> None:
        self.cancel()
        self.updateGeometry()
        self.update()

    def _place_on_screen(self) -> QRect:
        return QRect(self.mapToGlobal(QPoint(0, 0)), self.size())

    def _is_in_order(self) -> bool:
        """True if the button is visible, enabled, in front, unmoved and under the pointer."""
        grip = self._grip
        if grip is None or not (self.isVisible() and self.isEnabled()):
            return False
        window = self.window()
        return (
            window is grip.window
            and self.parentWidget() is grip.parent
            and self._place_on_screen() == grip.place
            and grip.place.contains(grip.pointer)
            and window.isActiveWindow()
            and not window.isMinimized()
            and QApplication.applicationState() is Qt.ApplicationState.ApplicationActive
            and QApplication.activePopupWidget() is None
            and QApplication.activeModalWidget() is None
            and self._is_on_top(window, grip.pointer)
        )

    def _is_on_top(self, window: QWidget, pointer: QPoint) -> bool:
        """True if nothing covers the button under the pointer."""
        if QApplication.topLevelAt(pointer) not in {window, None}:  # None: beyond the edge of every screen
            return False
        return window.childAt(window.mapFromGlobal(pointer)) is self

    def _tick(self) -> None:
        state = self._hold.look(in_order=self._is_in_order())
        if state is HoldState.NONE:
            self._over()
            self.let_go.emit()
        elif state is HoldState.DUE:
            self._finishing.start()
        self.update()

    def _finish(self) -> None:
        """End the hold after all waiting events, because a release among them must cancel it."""
        if not self.is_held:
            return
        was_enough = self._hold.finish(in_order=self._is_in_order())
        self._over()
        (self.held if was_enough else self.let_go).emit()

    def _over(self) -> None:
        """Clean up after a hold."""
        self._timer.stop()
        self._finishing.stop()
        self._watch.end()
        self._grip = None
        self.setDown(False)
        self.update()


_Type = QEvent.Type
_FORGETTING = frozenset({_Type.Enter, _Type.Leave, _Type.Hide, _Type.EnabledChange})
"""Events after which the release of an earlier press may have been delivered elsewhere."""
_CANCELLING = frozenset({
    _Type.Leave, _Type.Hide, _Type.HideToParent, _Type.EnabledChange, _Type.WindowDeactivate,
    _Type.WindowBlocked, _Type.FocusOut, _Type.TouchCancel, _Type.UngrabMouse, _Type.Move, _Type.Resize,
    _Type.ParentAboutToChange, _Type.ParentChange, _Type.WindowStateChange, _Type.Close,
    _Type.ScreenChangeInternal, _Type.DevicePixelRatioChange, _Type.LanguageChange, _Type.LocaleChange,
    _Type.StyleChange, _Type.FontChange, _Type.PaletteChange, _Type.LayoutDirectionChange,
    _Type.ContextMenu, _Type.DeferredDelete,
})  # fmt: skip
