"""The changes of a person that can be undone: one list for the window, newest last.

A change is known by its words and by two functions. What is undone is not taken back from a file by copies of
it: the function does the opposite. Opening or closing a visit empties the list, because its changes were of
another visit.
"""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

MOST_CHANGES = 100


@dataclass(frozen=True, eq=False)
class Change:
    """Something a person did; ``words`` name it, such as *name of the visit*."""

    words: str
    undo: Callable[[], None]
    redo: Callable[[], None]


class Undoing(QObject):
    """The changes that can be undone, and those that can be done again."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._done: list[Change] = []
        self._undone: list[Change] = []

    @property
    def next_undo(self) -> str:
        """Words of the change that ``undo`` takes back; empty without one."""
        return self._done[-1].words if self._done else ""

    @property
    def next_redo(self) -> str:
        """Words of the change that ``redo`` does again; empty without one."""
        return self._undone[-1].words if self._undone else ""

    def did(
        self, words: str, *, undo: Callable[[], None], redo: Callable[[], None], joins: bool = False
    ) -> None:
        """Note a change that was just made; what was undone before cannot be done again.

        With ``joins`` it becomes one with the last change if that has the same words: each letter typed into
        a field is a change.
        """
        last = self._done[-1] if self._done else None
        if joins and last is not None and last.words == words and not self._undone:
            undo = last.undo
            self._done.pop()
        self._done = [*self._done, Change(words, undo, redo)][-MOST_CHANGES:]
        self._undone.clear()
        self.changed.emit()

    def undo(self) -> str:
        """Take the last change back; return its words, empty without one."""
        return self._move(self._done, self._undone, lambda change: change.undo())

    def redo(self) -> str:
        """Do the change again that was undone last; return its words, empty without one."""
        return self._move(self._undone, self._done, lambda change: change.redo())

    def forget(self) -> None:
        """Forget all changes."""
        self._done.clear()
        self._undone.clear()
        self.changed.emit()

    def _move(self, source: list[Change], target: list[Change], act: Callable[[Change], None]) -> str:
        if not source:
            return ""
        change = source.pop()
        target.append(change)
        act(change)
        self.changed.emit()
        return change.words
