"""A text field that is checked during typing, with a note on valid input."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from app.speech.quantities import NotUnderstood, bounds_sentence
from app.widgets.layouts import bare_column
from app.widgets.text import Text, in_lines
from core.bounds import Bounds, check_value
from core.errors import BadRequest


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
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._parse, self._bounds, self._accepts, self._explanation = parse, bounds, accepts, explanation
        self.edit = QLineEdit()
        self.edit.setAccessibleName(name)
        self.edit.setPlaceholderText(placeholder or accepts)
        self.edit.setToolTip(in_lines(explanation))
        self.edit.setAccessibleDescription(explanation)
        self._note = Text(role="muted", wrap=True)
        self._note.hide()
        bare_column(self.edit, self._note, of=self, spacing=2)
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
        self.changed.emit()
