"""Undo and redo of the window: by keys, by buttons, and from the message that reports a change."""

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.guide.actions import Action, bind
from app.jobs.messages import MessageBus
from app.visit.open_visit import OpenVisit


class UndoActions(QObject):
    """Takes changes back, and reports what was taken back; not while an arm may move or a job runs."""

    def __init__(self, visit: OpenVisit, link: RobotLink, bus: MessageBus, *, parent: QWidget) -> None:
        super().__init__(parent)
        self._visit, self._link, self._bus = visit, link, bus
        bind(Action.UNDO, parent, self.undo)
        bind(Action.REDO, parent, self.redo)

    @Slot()
    def undo(self) -> None:
        """Take the last change back."""
        if self._may_change():
            done = self._visit.undoing.undo()
            self._report(done, self.tr("Undone: {what}."), self.tr("There is nothing to undo."))
            if done:
                self._bus.offer(self.tr("Redo"), self.redo)

    @Slot()
    def redo(self) -> None:
        """Do the change again that was taken back last."""
        if self._may_change():
            done = self._visit.undoing.redo()
            self._report(done, self.tr("Done again: {what}."), self.tr("There is nothing to redo."))
            if done:
                self._bus.offer(self.tr("Undo"), self.undo)

    def _may_change(self) -> bool:
        """True unless an arm may move or a job runs, which a message then says."""
        is_free = not self._link.may_move and not self._visit.is_busy
        if not is_free:
            self._bus.show(self.tr("Nothing is undone now."), self.tr("Wait until the work has ended."))
        return is_free

    def _report(self, done: str, words: str, nothing: str) -> None:
        self._bus.show(words.format(what=done) if done else nothing)
