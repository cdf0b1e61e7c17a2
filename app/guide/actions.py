"""All actions with keys: the keys, a sentence for the help and for tooltips, and the button that undoes.

The owner of an action binds it with ``bind``. Starting a motion has no keys: it needs a button that is held
with a pointer or a finger.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum

from PySide6.QtCore import Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from app.speech.language import tr
from app.visit.undoing import Undoing
from app.widgets.text import Button, in_lines


class Action(StrEnum):
    """The actions with keys, by names that are not shown."""

    STOP = "stop"
    STOP_MOVING = "stop-moving"
    PRIMARY = "primary"
    BACK = "back"
    NEXT = "next"
    HELP = "help"
    SETTINGS = "settings"
    FLEET = "fleet"
    UNDO = "undo"
    REDO = "redo"
    HOLD_PICTURE = "hold-picture"
    ZERO = "zero"
    CURSORS = "cursors"
    SAVE_VIEW = "save-view"
    NOTE = "note"


KEYS: Mapping[Action, tuple[str, ...]] = {
    Action.STOP: ("Esc", "Pause"),
    Action.STOP_MOVING: ("Space",),
    Action.PRIMARY: ("Return", "Enter"),
    Action.BACK: ("Alt+Left",),
    Action.NEXT: ("Alt+Right",),
    Action.HELP: ("F1",),
    Action.SETTINGS: ("Ctrl+,",),
    Action.FLEET: ("Ctrl+Shift+F",),
    Action.UNDO: ("Ctrl+Z",),
    Action.REDO: ("Ctrl+Shift+Z",),
    Action.HOLD_PICTURE: ("P",),
    Action.ZERO: ("Z",),
    Action.CURSORS: ("C",),
    Action.SAVE_VIEW: ("S",),
    Action.NOTE: ("N",),
}
"""Keys as Qt spells them. The window handles ``PRIMARY`` itself, after the widget with the focus."""


def action_sentence(action: Action) -> str:
    """Sentence on the effect of an action."""
    return {
        Action.STOP: tr("Stops the arm, on every page."),
        Action.STOP_MOVING: tr("Stops the arm while it may move."),
        Action.PRIMARY: tr("Does what the button at the bottom right says; it never starts a motion."),
        Action.BACK: tr("Goes one page back."),
        Action.NEXT: tr("Goes to the next page, where that is open."),
        Action.HELP: tr("Opens the help for this page, and closes it."),
        Action.SETTINGS: tr("Opens the settings."),
        Action.FLEET: tr("Opens the fleet: all arms, first those that need care."),
        Action.UNDO: tr("Takes the last change of a choice, a name or a note back."),
        Action.REDO: tr("Does again what was taken back last."),
        Action.HOLD_PICTURE: tr("Holds the running charts, and lets them run again."),
        Action.ZERO: tr("Takes the present twist as none."),
        Action.CURSORS: tr("Shows two lines to measure between."),
        Action.SAVE_VIEW: tr("Saves the charts that are shown."),
        Action.NOTE: tr("Writes a note on what happens now, kept with the recording."),
    }[action]


def keys_text(action: Action) -> str:
    """The keys of an action, named as on this computer."""
    names = (QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) for keys in KEYS[action])
    return ", ".join(names)


def tool_tip(action: Action) -> str:
    """Tooltip of an action: its sentence with its keys."""
    return tr("{sentence} ({keys})").format(sentence=action_sentence(action), keys=keys_text(action))


def bind(action: Action, owner: QWidget, slot: Callable[[], object]) -> tuple[QShortcut, ...]:
    """Bind the keys of an action in the window of ``owner``; a key that is held acts once."""
    found = []
    for keys in KEYS[action]:
        shortcut = QShortcut(QKeySequence(keys), owner)
        shortcut.setAutoRepeat(False)  # Qt's own name
        shortcut.activated.connect(slot)
        found.append(shortcut)
    return tuple(found)


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
