"""A button that takes the last change back."""

from PySide6.QtCore import Slot

from app.guide.actions import Action, tool_tip
from app.visit.undoing import Undoing
from app.widgets.text import Button, in_lines


class UndoButton(Button):
    """*Undo*, for hands that have no keys; enabled while there is a change to take back."""

    def __init__(self, undoing: Undoing) -> None:
        super().__init__(role="quiet")
        self.set_text(self.tr("Undo"))
        self.setToolTip(in_lines(tool_tip(Action.UNDO)))
        self._undoing = undoing
        self.clicked.connect(lambda _checked=False: undoing.undo())
        undoing.changed.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        self.setEnabled(bool(self._undoing.next_undo))
