"""Choices of the live page: the window, and the buttons beside the title."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.features.live.layouts import shipped_layouts
from app.look.tokens import GRID
from app.speech.units import number
from app.visit.settings import LAYOUT_NAME_LENGTH, KeptLayout
from app.widgets.fields import ClearedField
from app.widgets.layouts import in_row
from app.widgets.popups import Entry
from app.widgets.segmented import Segmented
from app.widgets.text import Button, MenuButton
from core.signals.expression import LONGEST

NOTE_LENGTH = 80
"""Longest note, characters."""
TRIGGER_WIDTH = 240
"""Least width of the field of a condition, px."""


class WindowChoice(Segmented):
    """Choice of the window: seconds of the past that the charts show."""

    def __init__(self, windows_s: Sequence[float]) -> None:
        super().__init__("", [f"{number(window, decimals=0)} s" for window in windows_s])
        self._windows_s = tuple(windows_s)
        self.setAccessibleName(self.tr("How much of the past is shown"))

    def offer(self, windows_s: Sequence[float], *, whole_s: float | None = None) -> None:
        """Offer these windows, and the whole of a recording of ``whole_s``."""
        shown = [one for one in windows_s if whole_s is None or one < whole_s]
        words = [f"{number(window, decimals=0)} s" for window in shown]
        if whole_s is not None:
            shown.append(whole_s)
            words.append(self.tr("Whole"))
        self._windows_s = tuple(shown)
        self.show_words(words)

    @property
    def seconds(self) -> float:
        """The chosen window, s."""
        return self._windows_s[max(self.index, 0)]

    def choose_seconds(self, seconds: float) -> None:
        """Choose without a signal."""
        self.choose(self._windows_s.index(seconds))


class LayoutChoice(QWidget):
    """Layouts by name in a menu, and a field for the name of a new one; the owner keeps the layouts."""

    chosen = Signal(object)
    """Carries the KeptLayout that is to be shown."""
    save_asked = Signal(str)
    """Carries the name under which what is shown is to be kept."""
    removed = Signal(str)
    """Carries the name of a kept layout that is not wanted any more."""
    export_asked = Signal()
    import_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.kept: tuple[KeptLayout, ...] = ()
        """Layouts that a person saved."""
        self.button = MenuButton(self.tr("Layout"), self.entries)
        self.name = ClearedField(self.tr("Name of the layout"))
        self.name.setPlaceholderText(self.tr("Name, then Enter"))
        self.name.setMaxLength(LAYOUT_NAME_LENGTH)
        self.name.takes_enter = True
        self.name.hide()
        self.name.returnPressed.connect(self._save)
        in_row(self.button, self.name, of=self, spacing=GRID)

    def entries(self) -> list[Entry]:
        """All layouts, and what can be done with them."""
        shown = (*shipped_layouts(), *self.kept)
        entries: list[Entry] = [(one.name, partial(self.chosen.emit, one)) for one in shown]
        entries += [
            (self.tr("Save this layout …"), self._ask_for_name),
            (self.tr("Export this layout …"), self.export_asked.emit),
            (self.tr("Import a layout …"), self.import_asked.emit),
        ]
        entries += [
            (self.tr("Remove {name}").format(name=one.name), partial(self.removed.emit, one.name))
            for one in self.kept
        ]
        return entries

    def _ask_for_name(self) -> None:
        self.name.show()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _save(self) -> None:
        name = self.name.text().strip()
        if name:
            self.name.clear()
            self.name.hide()
            self.save_asked.emit(name)


class AskedText(QWidget):
    """A button, and after a press of it a field for one line."""

    given = Signal(str)
    """Carries what a person wrote."""

    def __init__(self, words: str, *, tip: str, name: str, hint: str, most: int) -> None:
        super().__init__()
        self.button = Button(words, role="quiet")
        self.button.setToolTip(tip)
        self.text = ClearedField(name)
        self.text.setPlaceholderText(hint)
        self.text.setMaxLength(most)
        self.text.takes_enter = True
        self.text.hide()
        self.button.clicked.connect(self.begin)
        self.text.returnPressed.connect(self._end)
        in_row(self.button, self.text, of=self, spacing=GRID)

    @Slot()
    def begin(self) -> None:
        """Ask for the line."""
        self.text.show()
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _end(self) -> None:
        words = " ".join(self.text.text().split())
        self.text.clear()
        self.text.hide()
        if words:
            self.given.emit(words)


class NoteField(AskedText):
    """A note on what happens now."""

    def __init__(self) -> None:
        super().__init__(
            self.tr("Note"),
            tip=self.tr("On the time axis, and with the recording (N)"),
            name=self.tr("Note on what happens now"),
            hint=self.tr("Note, then Enter"),
            most=NOTE_LENGTH,
        )


class TriggerField(AskedText):
    """A condition at which the stream is recorded; the button is there while it is armed, and ends that."""

    disarmed = Signal()

    def __init__(self) -> None:
        super().__init__(
            "",
            tip="",
            name=self.tr("Record 10 s before to 20 s after this becomes true, whatever page is shown"),
            hint=self.tr("e.g. {line}").format(line="abs(twist_3) > 4 arcmin"),
            most=LONGEST,
        )
        self.text.setToolTip(self.text.accessibleName())
        self.text.setMinimumWidth(TRIGGER_WIDTH)
        self.button.clicked.disconnect(self.begin)
        self.button.clicked.connect(self.disarmed)
        self.show_armed("", count=0)

    def show_armed(self, line: str, *, count: int) -> None:
        """Show that the condition is waited for, and how often it came; an empty line for none."""
        self.button.set_text(self.tr("Armed · {count}").format(count=count))
        self.button.setToolTip(self.tr("Waits for {line}. Press to end that.").format(line=line))
        self.button.setVisible(bool(line))


class LiveTools(QWidget):
    """Zero and saving in a row, and the buttons to hold and to measure; with their keys in the tooltips."""

    def __init__(self) -> None:
        super().__init__()
        self.zero = Button(self.tr("Zero"))
        self.zero.setToolTip(self.tr("The present twist counts as none from now on (Z)"))
        self.clear_zero = Button(self.tr("Clear zero"))
        self.clear_zero.setToolTip(self.tr("Show the twist as the encoders report it"))
        self.hold = Button(self.tr("Pause"), role="segment")
        """Laid out below the charts, beside the choice of the window."""
        self.hold.setToolTip(self.tr("Hold the picture; the stream and a recording go on (P)"))
        self.cursors = Button(self.tr("Cursors"), role="segment")
        """Laid out below the charts, beside the values at the cursors."""
        self.cursors.setCheckable(True)
        self.cursors.setToolTip(self.tr("Two lines to measure between, the same in all charts (C)"))
        self.save = Button(self.tr("Save this view …"))
        self.save.setToolTip(self.tr("All charts as CSV with units, as PNG, or as SVG (S)"))
        in_row(self.zero, self.clear_zero, self.save, of=self, spacing=GRID)
        self.show_zero(None)

    def show_zero(self, zeroed_at: datetime | None, *, is_steady: bool = True) -> None:
        """Say when the deflection was zeroed, and offer to undo it; again where the arm moved meanwhile."""
        if zeroed_at is None:
            self.zero.set_text(self.tr("Zero"))
        elif is_steady:
            self.zero.set_text(self.tr("Zeroed {time}").format(time=f"{zeroed_at:%H:%M:%S}"))
        else:
            self.zero.set_text(self.tr("Zero again"))
        self.clear_zero.setVisible(zeroed_at is not None)

    def show_held(self, *, is_held: bool) -> None:
        """Offer to hold the picture, or to let it run again."""
        self.hold.set_text(self.tr("Go on") if is_held else self.tr("Pause"))

    def offer_zero(self, *, offered: bool) -> None:
        """Show *Zero* only where there is a deflection."""
        self.zero.setVisible(offered)
        if not offered:
            self.clear_zero.hide()
