"""What a measurement of the layout found: which rule, on which widget, with which words. No judgement."""

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtWidgets import QWidget


class Rule(StrEnum):
    """What must hold for everything that is seen."""

    CUT_TEXT = "cut-text"
    """A text does not fit its own place."""
    CUT_OFF = "cut-off"
    """A widget reaches beyond what is around it."""
    OVERLAP = "overlap"
    """Two widgets, or two painted texts, lie on each other."""
    SQUEEZED = "squeezed"
    """What is inside wants more room than there is, and nothing scrolls."""
    FOLD = "fold"
    """A motion is started here, and one has to scroll to it."""
    SIDEWAYS = "sideways"
    """The page has to be moved to its side to be seen whole."""
    TARGET = "target"
    """Too low to be hit with a glove."""
    NAME = "name"
    """A screen reader has nothing to say."""
    KEYBOARD = "keyboard"
    """The keyboard does not come here."""
    DEAD = "dead"
    """The primary rectangle cannot be pressed, and shows no progress."""


@dataclass(frozen=True)
class Finding:
    """One thing that does not hold."""

    rule: Rule
    where: str
    """Classes from the page down to the widget."""
    words: str = ""
    detail: str = ""

    def __str__(self) -> str:
        """One line."""
        return f"{self.rule}: {self.where} {self.words!r} {self.detail}".rstrip()


def place_of(widget: QWidget) -> str:
    """Where a widget is: the classes of what is around it, the nearest four."""
    names: list[str] = []
    step: QWidget | None = widget
    while step is not None and len(names) < _DEPTH:
        if type(step) is not QWidget or step is widget:
            names.append(step.objectName() or type(step).__name__)
        step = step.parentWidget()
    return "/".join(reversed(names))


_DEPTH = 5
