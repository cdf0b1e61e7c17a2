"""A text field that is checked during typing, with a note on valid input; fields that can be emptied."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.look.theme import current_theme
from app.look.tokens import TARGET_HEIGHT
from app.speech.language import joined_sentences
from app.speech.quantities import NotUnderstood, bounds_sentence
from app.widgets.layouts import FoldOut, bare_column, bare_row
from app.widgets.text import Button, Text, in_lines
from core.bounds import Bounds, check_value
from core.errors import BadRequest

_RADIUS = 6


class ResetButton(Button):
    """The button; who uses it gives it a name for screen readers."""

    def __init__(self) -> None:
        super().__init__(role="quiet")
        self.setFixedWidth(TARGET_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the arrow over the frame."""
        super().paintEvent(event)
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = theme.colour("accent" if self.isEnabled() else "muted")
        painter.setPen(QPen(colour, theme.scaled(2)))
        radius, middle = float(theme.scaled(_RADIUS)), QPointF(self.rect().center())
        around = QRectF(middle.x() - radius, middle.y() - radius, 2.0 * radius, 2.0 * radius)
        painter.drawArc(around, 16 * 130, 16 * 290)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        tip = middle + QPointF(-0.64 * radius, -0.77 * radius)  # where the arc begins, at 130°
        size = 0.55 * radius
        painter.drawPolygon(
            QPolygonF([tip + QPointF(-size, -size), tip + QPointF(-size, size), tip + QPointF(size, size)])
        )
        painter.end()


class CheckedField(QWidget):
    """A line edit with a parser; ``value`` is the parsed value.

    ``bounds`` are those of the setting; None if it is not a number, or if the parser checks them. ``accepts``
    is an example, which an empty field shows unless there is a ``placeholder``; ``explanation`` is the
    purpose of the value.
    """

    changed = Signal()

    def __init__(
        self,
        name: str,
        parse: Callable[[str], object],
        *,
        bounds: Bounds | None,
        accepts: str,
        placeholder: str = "",
        explanation: str = "",
    ) -> None:
        super().__init__()
        self._parse, self._bounds, self._accepts, self._explanation = parse, bounds, accepts, explanation
        self.edit = QLineEdit()
        self.edit.setAccessibleName(name)
        self.edit.setPlaceholderText(placeholder or accepts)
        self.edit.setToolTip(in_lines(explanation))
        self.edit.setAccessibleDescription(explanation)
        self._note = Text(role="muted", wrap=True)
        self._note.hide()
        self.reset_button = ResetButton()
        self.reset_button.setAccessibleName(self.tr("Reset {name}").format(name=name))
        self.reset_button.hide()
        self._is_default: Callable[[], bool] | None = None
        self._default: Callable[[], str] = str
        self._meaning: Callable[[], str] = str
        self.reset_button.clicked.connect(lambda: self.show_text(self._default()))
        bare_column(bare_row((self.edit, 1), self.reset_button), self._note, of=self, spacing=2)
        self.edit.textChanged.connect(self._check)

    @property
    def is_understood(self) -> bool:
        """True if the text can be parsed."""
        return self._refusal() is None

    @property
    def value(self) -> object:
        """Parse the text; raises ``NotUnderstood`` if it is not valid."""
        return self._parse(self.edit.text())

    @property
    def note(self) -> str:
        """Note on invalid text; empty if it can be parsed."""
        return self._note.text()

    def show_text(self, text: str) -> None:
        """Set the text of the field."""
        self.edit.setText(text)

    def offer_reset(
        self, default: Callable[[], str], *, is_default: Callable[[], bool], meaning: Callable[[], str]
    ) -> None:
        """Say the default in the tool tip, and offer it beside the field while it holds another value.

        ``default`` is its text, ``meaning`` its words; both are asked again: a default may depend on the arm.
        """
        self._default, self._is_default, self._meaning = default, is_default, meaning
        self.refresh_default()

    def begin_with(self, text: str) -> None:
        """Show this text, and offer it as the default."""
        self.show_text(text)
        self.offer_reset(
            lambda: text, is_default=lambda: self.edit.text().strip() == text, meaning=lambda: text
        )

    def offer_emptying(self, meaning: str) -> None:
        """Offer to empty the field, where its default is nothing; ``meaning`` says what that means."""
        self.offer_reset(str, is_default=lambda: not self.edit.text().strip(), meaning=lambda: meaning)

    def refresh_default(self) -> None:
        """Show the way back to the default, if the field has one and another value."""
        if self._is_default is None:
            return
        is_away = not self._is_default()
        if not is_away and self.reset_button.hasFocus():
            self.edit.setFocus()  # what is hidden passes the focus to anything else
        self.reset_button.setVisible(is_away)
        words = self.tr("Default: {default}.").format(default=self._meaning())
        self.reset_button.setToolTip(words)
        self.reset_button.setAccessibleDescription(words)
        told = joined_sentences(self._explanation, words)
        self.edit.setToolTip(in_lines(told))
        if self.is_understood:
            self.edit.setAccessibleDescription(told)

    def _refusal(self) -> NotUnderstood | None:
        text = self.edit.text()
        try:
            value = self._parse(text)
            if self._bounds is not None:
                check_value("", value, self._bounds)
        except NotUnderstood as refused:
            return refused
        except BadRequest:
            assert self._bounds is not None
            return NotUnderstood(text, bounds_sentence(self._bounds))
        return None

    def _check(self) -> None:
        refused = self._refusal()
        self.edit.setProperty("wrong", "true" if refused else "false")
        self.edit.style().unpolish(self.edit)
        self.edit.style().polish(self.edit)
        words = ""
        if refused is not None:
            words = refused.sentence or self.tr("Type {example}.").format(example=self._accepts)
        self._note.setText(words)
        self._note.setVisible(bool(words))
        self.edit.setAccessibleDescription(words or self._explanation)
        self.refresh_default()
        self.changed.emit()


def is_wrong(field: CheckedField, page: QWidget) -> bool:
    """True for a field that cannot be read, in the view of ``page`` in front or folded into it."""
    fold = _fold_of(field)
    return not field.is_understood and (field if fold is None else fold).isVisibleTo(page)


def show_field(field: CheckedField) -> None:
    """Put the focus on a field; what it is folded into opens."""
    if (fold := _fold_of(field)) is not None:
        fold.set_open(True)
    field.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _fold_of(field: QWidget) -> FoldOut | None:
    above = field.parentWidget()
    while above is not None and not isinstance(above, FoldOut):
        above = above.parentWidget()
    return above


class ClearedField(QLineEdit):
    """A line edit with a clear button as large as a gloved finger; the keyboard needs none."""

    def __init__(self, name: str, *, clear_words: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.clear_button = Button("×", role="quiet", parent=self)
        self.clear_button.setAccessibleName(clear_words or self.tr("Empty the field"))
        self.clear_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.clear_button.setProperty("pointer_only", True)  # noqa: FBT003  # Qt's own order
        self.clear_button.clicked.connect(self.clear)
        self.textChanged.connect(self._show_button)
        self.takes_enter = False
        """True for a field that Enter completes: else Enter also presses the main button of the page."""
        self._show_button()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep Enter where it completes the field."""
        super().keyPressEvent(event)
        if self.takes_enter and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the button at the right."""
        super().resizeEvent(event)
        self.clear_button.resize(QSize(TARGET_HEIGHT, self.height()))
        self.clear_button.move(self.width() - TARGET_HEIGHT, 0)

    @Slot()
    def _show_button(self) -> None:
        has_text = bool(self.text())
        self.clear_button.setVisible(has_text)
        self.setTextMargins(0, 0, TARGET_HEIGHT if has_text else 0, 0)


class SearchField(ClearedField):
    """A line edit for the words of a search."""

    def __init__(self, name: str) -> None:
        super().__init__(name, clear_words=self.tr("Empty the search"))
