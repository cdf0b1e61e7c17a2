"""Footer of every page: *Back* at the left, the place in the guide, and the primary button at the right."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.guide.actions import Action, tool_tip
from app.look.tokens import GRID
from app.widgets.arranged import in_row
from app.widgets.text import Button, muted

_SMALLEST_BUTTON = 96


class Footer(QWidget):
    """Back, a line of words, Cancel while something runs, and the primary button."""

    back = Signal()
    primary = Signal()
    cancel = Signal()
    by_itself = Signal()
    """Emitted by the button *Go on by itself*, and by the one that ends it."""

    def __init__(self) -> None:
        super().__init__()
        self._back = Button(self.tr("Back"))
        self._back.setToolTip(tool_tip(Action.BACK))
        self._place = muted()
        self._cancel = Button(self.tr("Cancel"))
        self.by_itself_button = Button(self.tr("Go on by itself"), role="quiet")
        self.primary_button = Button(role="primary")
        self.primary_button.setToolTip(tool_tip(Action.PRIMARY))
        for button, signal in (
            (self._back, self.back),
            (self._cancel, self.cancel),
            (self.by_itself_button, self.by_itself),
            (self.primary_button, self.primary),
        ):
            button.setMinimumWidth(_SMALLEST_BUTTON)
            button.clicked.connect(signal.emit)
        right = (self._place, self._cancel, self.by_itself_button, self.primary_button)
        in_row(self._back, 1, *right, of=self, spacing=2 * GRID)
        self.show_busy("")
        self.show_by_itself("")

    @property
    def place(self) -> str:
        """Words between the buttons."""
        return self._place.text()

    def show_primary(self, text: str, *, enabled: bool, is_accent: bool = True) -> None:
        """Name the primary button; an empty text hides it.

        It has the accent where it is the thing to do now, and is quiet where the page has another one.
        """
        self.primary_button.set_text(text)
        self.primary_button.take_role("primary" if is_accent else "")
        self.primary_button.setVisible(bool(text))
        self.primary_button.setEnabled(enabled)

    def show_back(self, *, enabled: bool) -> None:
        """Enable or disable *Back*."""
        self._back.setEnabled(enabled)

    def show_by_itself(self, text: str) -> None:
        """Name the button that lets a guide go on by itself, or ends that; hidden without a text."""
        if text and text != self.by_itself_button.text():
            self.by_itself_button.set_text(text)
        self.by_itself_button.setVisible(bool(text))

    def show_place(self, text: str) -> None:
        """Show the place in the guide."""
        self._place.setText(text)

    def show_busy(self, text: str) -> None:
        """Show the work under way with *Cancel*; none with an empty text."""
        if text:
            self._place.setText(text)
        self._cancel.setVisible(bool(text))
