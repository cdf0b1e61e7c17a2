"""A choice and the result that follows from it, of which one is in front; a button changes them."""

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.guide.page import Page
from app.widgets.text import Button
from app.widgets.view_stack import ViewStack


class TwoViews(QObject):
    """The views of a page, ``choice`` and ``result``; the page lays out ``stack`` with them, and ``button``.

    ``other`` are the button's words while the result is in front, such as *Other recordings*.
    """

    turned = Signal()
    """Emitted when a view was brought to the front."""

    def __init__(self, page: Page, choice: QWidget, result: QWidget, *, other: str) -> None:
        super().__init__(page)
        self._choice, self._result, self._other = choice, result, other
        self.button = Button(other, role="quiet")
        self.button.clicked.connect(self.turn)
        self.stack = ViewStack()
        self.stack.addWidget(choice)
        self.stack.addWidget(result)

    @property
    def shows_result(self) -> bool:
        """True while the result is in front, False while the choice is."""
        return self.stack.currentWidget() is self._result

    @Slot()
    def turn(self) -> None:
        """Bring the other view to the front."""
        self.show(result=not self.shows_result)

    def show(self, *, result: bool) -> None:
        """Bring the result to the front, or the choice."""
        self.stack.setCurrentWidget(self._result if result else self._choice)
        self.button.set_text(self._other if result else self.tr("Back to the result"))
        self.turned.emit()
