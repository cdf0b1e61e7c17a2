"""Every action that has keys, in one place: which keys, where they work, and what they do in words.

Whoever owns an action binds it with ``bind``; the sentences are those of the help and of tooltips.
Starting a motion has no keys: that is done by holding a button with a pointer or a finger.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from app.speech.language import translate


class Action(StrEnum):
    """What can be done with keys alone, by a name that is never shown."""

    STOP = "stop"
    STOP_MOVING = "stop-moving"
    PRIMARY = "primary"
    BACK = "back"
    NEXT = "next"
    HELP = "help"
    SETTINGS = "settings"
    ZERO = "zero"
    CURSORS = "cursors"
    SAVE_VIEW = "save-view"


KEYS: Mapping[Action, tuple[str, ...]] = {
    Action.STOP: ("Esc", "Pause"),
    Action.STOP_MOVING: ("Space",),
    Action.PRIMARY: ("Return", "Enter"),
    Action.BACK: ("Alt+Left",),
    Action.NEXT: ("Alt+Right",),
    Action.HELP: ("F1",),
    Action.SETTINGS: ("Ctrl+,",),
    Action.ZERO: ("Z",),
    Action.CURSORS: ("C",),
    Action.SAVE_VIEW: ("S",),
}
"""As Qt spells them. ``PRIMARY`` is taken by the window itself, behind whatever has the focus."""


def _tr(text: str) -> str:
    return translate("Actions", text)


def action_sentence(action: Action) -> str:
    """What it does."""
    return {
        Action.STOP: _tr("Stops the arm, on every page."),
        Action.STOP_MOVING: _tr("Stops the arm while it may move."),
        Action.PRIMARY: _tr("Does what the button at the bottom right says; it never starts a motion."),
        Action.BACK: _tr("Goes one page back."),
        Action.NEXT: _tr("Goes to the next page, where that is open."),
        Action.HELP: _tr("Opens the help for this page, and closes it."),
        Action.SETTINGS: _tr("Opens the settings."),
        Action.ZERO: _tr("Takes the present deflection as none."),
        Action.CURSORS: _tr("Shows two lines to measure between."),
        Action.SAVE_VIEW: _tr("Saves the charts that are shown."),
    }[action]


def keys_text(action: Action) -> str:
    """The keys as this computer calls them."""
    names = (QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) for keys in KEYS[action])
    return ", ".join(names)


def tool_tip(action: Action) -> str:
    """What it does, with its keys."""
    return _tr("{sentence} ({keys})").format(sentence=action_sentence(action), keys=keys_text(action))


def bind(action: Action, owner: QWidget, slot: Callable[[], object]) -> tuple[QShortcut, ...]:
    """Let the keys of an action work in the window of ``owner``; a key that is held acts once."""
    found = []
    for keys in KEYS[action]:
        shortcut = QShortcut(QKeySequence(keys), owner)
        shortcut.setAutoRepeat(False)  # Qt's own name
        shortcut.activated.connect(slot)
        found.append(shortcut)
    return tuple(found)
