"""Measuring rules for everything that is seen: pure functions on a tree of widgets that is shown.

Each rule takes a widget and yields what does not hold in it and below it. A picture is never looked
at: sizes, texts and font metrics say whether something is cut off.
"""

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QComboBox,
    QGraphicsView,
    QHeaderView,
    QLabel,
    QLineEdit,
    QScrollArea,
    QScrollBar,
    QSplitter,
    QStackedWidget,
    QStyle,
    QStyleOptionComboBox,
    QTextEdit,
    QWidget,
)

from app.look.tokens import TARGET_HEIGHT
from app.shell.footer import Rectangle
from app.widgets.hold_button import HoldButton
from app.widgets.scrolled import PageRoom
from tests.gallery.finding import Finding, Rule, place_of
from tests.gallery.table_rules import cut_cells

POINTER_ONLY = "pointer_only"
"""Dynamic property of what must not answer to the keyboard, such as what starts a motion."""
OVERLAY = "overlay"
"""Dynamic property of what is meant to lie over others."""
ACTS_ON_MOTION = "acts_on_motion"
"""Dynamic property of a button that holds or ends a motion."""
_SLACK = 1
_OVERLAP_SLACK = 2
_BUTTON_MARGIN = 4
"""The least that must be left beside the words of a button, on each side."""
_FIELD_MARGIN = 4
_CONTROLS = (QAbstractButton, QComboBox, QLineEdit, QAbstractSlider)


def findings(root: QWidget) -> list[Finding]:
    """Everything that does not hold in a widget that is shown, and below it."""
    found: list[Finding] = []
    for widget in shown(root):
        found += cut_text(widget)
        found += below_the_fold(widget)
        found += moved_sideways(widget)
        found += cut_off(widget, root)
        found += overlaps(widget)
        found += squeezed(widget)
        found += low_targets(widget)
        found += unnamed(widget)
        found += unreachable(widget)
        found += dead(widget)
    return found


def shown(root: QWidget) -> Iterator[QWidget]:
    """A widget and everything below it that is visible, from the outside in."""
    if not root.isVisible():
        return
    yield root
    for child in root.children():
        if isinstance(child, QWidget) and child.isVisible() and not child.isWindow():
            yield from shown(child)


def dead(widget: QWidget) -> Iterator[Finding]:
    """A primary rectangle with a button that takes no press; a hold waits for the tick beside it."""
    if isinstance(widget, Rectangle):
        face = widget.currentWidget()
        if isinstance(face, QAbstractButton) and not face.isEnabled() and not isinstance(face, HoldButton):
            yield Finding(Rule.DEAD, place_of(face), face.text())


def cut_text(widget: QWidget) -> Iterator[Finding]:
    """A text that does not fit its own widget."""
    if isinstance(widget, QLabel):
        if not _paints_itself(widget):
            yield from _cut_label(widget)
    elif isinstance(widget, QComboBox):
        yield from _cut_choice(widget)
    elif isinstance(widget, QAbstractButton) and not _paints_itself(widget):
        yield from _cut_button(widget)
    elif isinstance(widget, QLineEdit):
        yield from _cut_field(widget)
    elif isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView):
        yield from cut_cells(widget)


def _cut_label(label: QLabel) -> Iterator[Finding]:
    text = label.text()
    if not text or not label.pixmap().isNull():
        return
    metrics, room = label.fontMetrics(), _room_in(label)
    if label.wordWrap():
        needed = metrics.boundingRect(
            QRect(0, 0, room.width(), 1 << 20), int(Qt.TextFlag.TextWordWrap) | int(label.alignment()), text
        ).size()
    else:
        needed = metrics.size(0, text)
    yield from _compared(label, text, needed, room)


def _room_in(label: QLabel) -> QSize:
    margin = 2 * label.margin()
    return label.contentsRect().size() - QSize(margin, margin)


def _cut_button(button: QAbstractButton) -> Iterator[Finding]:
    text = button.text().replace("&&", "&")
    if not text:
        return
    needed = button.fontMetrics().size(0, text)
    if not button.icon().isNull():
        needed.setWidth(needed.width() + button.iconSize().width() + _BUTTON_MARGIN)
    room = button.size() - QSize(2 * _BUTTON_MARGIN, 2 * _SLACK)
    yield from _compared(button, text, needed, room)


def _cut_choice(choice: QComboBox) -> Iterator[Finding]:
    option = QStyleOptionComboBox()
    choice.initStyleOption(option)
    control, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
    room = choice.style().subControlRect(control, option, part, choice).size()
    text = choice.currentText()
    if choice.toolTip() != text:
        yield from _compared(choice, text, choice.fontMetrics().size(0, text), room)


def _cut_field(field: QLineEdit) -> Iterator[Finding]:
    text = field.text() or field.placeholderText()
    room = field.contentsRect().size() - QSize(2 * _FIELD_MARGIN, 0)
    if field.toolTip() != text:
        yield from _compared(field, text, field.fontMetrics().size(0, text), room)


def _compared(widget: QWidget, text: str, needed: QSize, room: QSize) -> Iterator[Finding]:
    wide, high = needed.width() - room.width(), needed.height() - room.height()
    if wide > _SLACK or high > _SLACK + _leading(widget.fontMetrics()):
        detail = f"needs {needed.width()}x{needed.height()}, has {room.width()}x{room.height()}"
        yield Finding(Rule.CUT_TEXT, place_of(widget), text, detail)


def _leading(metrics: QFontMetrics) -> int:
    """What may be lost of a line's height before a letter is touched."""
    return max((metrics.height() - metrics.ascent()) // 3, 0)


def cut_off(widget: QWidget, root: QWidget) -> Iterator[Finding]:
    """Something with words, or to be pressed, that reaches beyond what is around it."""
    if not isinstance(widget, (QLabel, QTextEdit, QAbstractItemView, *_CONTROLS)):
        return
    if isinstance(widget, QScrollBar | QHeaderView) or not _words_of(widget):
        return
    inner = QRect(QPoint(0, 0), widget.size())
    step: QWidget = widget
    while step is not root:
        parent = step.parentWidget()
        if parent is None:
            return
        area = parent.parentWidget()
        inner = inner.translated(step.pos())
        if isinstance(area, QAbstractScrollArea) and area.viewport() is parent:
            if isinstance(area, QScrollArea) and (hidden := _not_scrolled_to(area, inner)):
                yield Finding(Rule.CUT_OFF, place_of(widget), _words_of(widget), hidden)
            inner = QRect(QPoint(0, 0), area.size())
            step = area
            continue
        if not parent.rect().adjusted(-_SLACK, -_SLACK, _SLACK, _SLACK).contains(inner):
            detail = f"{_sides(inner, parent.rect())} of {type(parent).__name__}"
            yield Finding(Rule.CUT_OFF, place_of(widget), _words_of(widget), detail)
            return
        step = parent


def _not_scrolled_to(area: QScrollArea, inner: QRect) -> str:
    off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    view = area.viewport().rect()
    if area.horizontalScrollBarPolicy() == off and (
        inner.left() < -_SLACK or inner.right() > view.right() + _SLACK
    ):
        return f"{_sides(inner, view)} of a scroll area that never scrolls sideways"
    if area.verticalScrollBarPolicy() == off and (
        inner.top() < -_SLACK or inner.bottom() > view.bottom() + _SLACK
    ):
        return f"{_sides(inner, view)} of a scroll area that never scrolls down"
    return ""


def _sides(inner: QRect, outer: QRect) -> str:
    beyond = {
        "left": outer.left() - inner.left(),
        "top": outer.top() - inner.top(),
        "right": inner.right() - outer.right(),
        "bottom": inner.bottom() - outer.bottom(),
    }
    return ", ".join(f"{pixels} px beyond the {side}" for side, pixels in beyond.items() if pixels > _SLACK)


def _words_of(widget: QWidget) -> str:
    if isinstance(widget, QLabel | QAbstractButton):
        return widget.text() or widget.accessibleName()
    if isinstance(widget, QComboBox):
        return widget.currentText() or widget.accessibleName()
    return widget.accessibleName() or type(widget).__name__


def overlaps(parent: QWidget) -> Iterator[Finding]:
    """Visible children of one widget that lie on each other."""
    if isinstance(parent, QStackedWidget | QAbstractScrollArea | QComboBox | QSplitter | QLineEdit):
        return
    children = [
        child
        for child in parent.children()
        if isinstance(child, QWidget)
        and child.isVisible()
        and not child.isWindow()
        and not child.property(OVERLAY)
        and not child.size().isEmpty()
    ]
    for number, first in enumerate(children):
        for second in children[number + 1 :]:
            common = first.geometry().intersected(second.geometry())
            if common.width() > _OVERLAP_SLACK and common.height() > _OVERLAP_SLACK:
                both = f"{_words_of(first)} | {_words_of(second)}"
                detail = f"share {common.width()}x{common.height()}"
                yield Finding(Rule.OVERLAP, place_of(first), both, detail)


def squeezed(widget: QWidget) -> Iterator[Finding]:
    """Content that wants more than the widget has, with nothing that scrolls in between."""
    layout = widget.layout()
    if layout is None or isinstance(widget, QScrollArea | QStackedWidget):
        return
    least = layout.totalMinimumSize()
    if layout.hasHeightForWidth():
        least.setHeight(min(least.height(), layout.totalMinimumHeightForWidth(widget.width())))
        least.setHeight(layout.totalMinimumHeightForWidth(widget.width()))
    wide, high = least.width() - widget.width(), least.height() - widget.height()
    if wide > _SLACK or high > _SLACK:
        detail = f"needs {least.width()}x{least.height()}, has {widget.width()}x{widget.height()}"
        yield Finding(Rule.SQUEEZED, place_of(widget), widget.accessibleName(), detail)


def below_the_fold(widget: QWidget) -> Iterator[Finding]:
    """A button that starts or holds a motion, and is reached only by scrolling."""
    if not (isinstance(widget, HoldButton) or widget.property(ACTS_ON_MOTION)):
        return
    step: QWidget | None = widget.parentWidget()
    while step is not None:
        area = step.parentWidget()
        if isinstance(area, QScrollArea) and area.widget() is not None and area.viewport() is step:
            place = QRect(widget.mapTo(area.widget(), QPoint()), widget.size())
            if hidden := _sides(place, area.viewport().rect()):
                yield Finding(Rule.FOLD, place_of(widget), widget.text(), hidden)
        step = area


def moved_sideways(widget: QWidget) -> Iterator[Finding]:
    """A page that is wider than its place."""
    if isinstance(widget, PageRoom) and (hidden := widget.horizontalScrollBar().maximum()):
        yield Finding(Rule.SIDEWAYS, place_of(widget.page), "", f"{hidden} px do not fit")


def low_targets(widget: QWidget) -> Iterator[Finding]:
    """What is pressed, chosen or typed into, and is lower or narrower than a gloved finger."""
    if not isinstance(widget, _CONTROLS) or isinstance(widget, QScrollBar) or _is_inside_a_control(widget):
        return
    narrow = isinstance(widget, QAbstractButton) and widget.width() < TARGET_HEIGHT
    if widget.height() < TARGET_HEIGHT or narrow:
        detail = f"{widget.width()}x{widget.height()}"
        yield Finding(Rule.TARGET, place_of(widget), _words_of(widget), detail)


def _is_inside_a_control(widget: QWidget) -> bool:
    """Parts that Qt builds controls of, and editors in the cell of a table."""
    parent = widget.parentWidget()
    if isinstance(parent, QComboBox | QHeaderView | QAbstractItemView):
        return True
    if isinstance(parent, QAbstractScrollArea) and parent.viewport() is widget:
        return True
    return parent is not None and isinstance(parent.parentWidget(), QAbstractItemView)


def unnamed(widget: QWidget) -> Iterator[Finding]:
    """What takes the focus, or shows curves, and has no name for a screen reader."""
    takes_focus = widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.isEnabled()
    if isinstance(widget, QScrollBar | QHeaderView) or _is_inside_a_control(widget):
        return
    if isinstance(widget, QScrollArea):  # the keyboard scrolls it; what is in it has names
        return
    if not takes_focus and not isinstance(widget, (QGraphicsView, *_CONTROLS)):
        return
    found = QAccessible.queryAccessibleInterface(widget)
    name = found.text(QAccessible.Text.Name)
    if not (name or widget.accessibleName()).strip():
        yield Finding(Rule.NAME, place_of(widget))


def unreachable(widget: QWidget) -> Iterator[Finding]:
    """A control that can be used and that the tab key never comes to."""
    if not isinstance(widget, _CONTROLS) or isinstance(widget, QScrollBar) or not widget.isEnabled():
        return
    if widget.property(POINTER_ONLY) or _is_inside_a_control(widget) or _is_reached_by_arrows(widget):
        return
    if not widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
        yield Finding(Rule.KEYBOARD, place_of(widget), _words_of(widget))


def _is_reached_by_arrows(widget: QWidget) -> bool:
    """One of a few of which one is chosen: the tab key comes to that one, arrow keys to the others."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    if group is None or not group.exclusive():
        return False
    members = [button for button in group.buttons() if button.isVisible() and button.isEnabled()]
    return any(button.focusPolicy() & Qt.FocusPolicy.TabFocus for button in members)


def _paints_itself(widget: QWidget) -> bool:
    """Whether our own code paints its words: those are measured while they are painted."""
    own = next(kind for kind in type(widget).__mro__ if "paintEvent" in vars(kind))
    return not own.__module__.startswith("PySide6")
