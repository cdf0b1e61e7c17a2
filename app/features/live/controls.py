"""Choices of the live page: quantities as chips, the window, and the buttons beside the title."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.look.tokens import GRID
from app.speech.units import number
from app.speech.words import signal_word
from app.widgets.arranged import in_column, in_row
from app.widgets.flow import Flow
from app.widgets.segmented import Segmented
from app.widgets.text import Button
from core.diagnostics.signals import MODEL_SIGNALS
from core.diagnostics.signals import Signal as Watched

MOST_CHARTS = 3
_FIRST_CHOICES = (
    (Watched.DEFLECTION, Watched.POSITION, Watched.LINK_ANGLE, Watched.MOTOR_ANGLE),
    (Watched.TORQUE, Watched.CURRENT, Watched.RATE),
)
"""One chart of each row, the first that is offered: good on the first look."""
_SHOWN_BY = {Watched.POSITION: (Watched.LINK_ANGLE, Watched.MOTOR_ANGLE), Watched.CURRENT: (Watched.TORQUE,)}
"""Signals that need no chip where one of these has one."""


def worth_a_chip(offered: Sequence[Watched]) -> tuple[Watched, ...]:
    """Quantities that get a chip: all but those that another chip shows as well."""
    return tuple(each for each in offered if not set(_SHOWN_BY.get(each, ())) & set(offered))


def first_choice(offered: Sequence[Watched]) -> tuple[Watched, ...]:
    """The charts of the first look."""
    found = (next((each for each in row if each in offered), None) for row in _FIRST_CHOICES)
    return tuple(each for each in found if each is not None) or tuple(offered[:1])


class QuantityChips(QWidget):
    """One to three quantities; a fourth takes the place of the one that was chosen first."""

    chosen_changed = Signal()
    made_room = Signal(object)
    """The quantity that had to go."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("What to watch"))
        self.buttons: dict[Watched, Button] = {}
        self._chosen: list[Watched] = []
        """In the order in which they were chosen."""
        self._rows = (Flow(), Flow())
        """Quantities that stream, and below them those of the model."""
        in_column(*self._rows, of=self, spacing=GRID)

    @property
    def chosen(self) -> tuple[Watched, ...]:
        """The chosen quantities, in the order of the chips."""
        return tuple(each for each in self.buttons if each in self._chosen)

    def offer(self, offered: Sequence[Watched]) -> None:
        """Offer the quantities of a stream; a chosen one that it still has stays chosen."""
        chips = worth_a_chip(offered)
        if chips == tuple(self.buttons):
            return
        for quantity, button in self.buttons.items():
            self._row_of(quantity).removeWidget(button)
            button.deleteLater()
        self.buttons = {each: self._chip(each) for each in chips}
        kept = [each for each in self._chosen if each in chips]
        added = [each for each in first_choice(chips) if each not in kept]
        self._chosen = [*kept, *added][: max(len(kept), len(first_choice(chips)))]
        self._show()

    def choose(self, chosen: Sequence[Watched]) -> None:
        """Choose without a signal."""
        self._chosen = [each for each in chosen if each in self.buttons][:MOST_CHARTS]
        self._show()

    def _chip(self, quantity: Watched) -> Button:
        button = Button(signal_word(quantity), role="segment")
        button.setCheckable(True)
        button.clicked.connect(lambda: self._pressed(quantity))
        self._row_of(quantity).addWidget(button)
        return button

    def _row_of(self, quantity: Watched) -> Flow:
        return self._rows[quantity in MODEL_SIGNALS]

    def _pressed(self, quantity: Watched) -> None:
        dropped = None
        if quantity not in self._chosen:
            self._chosen.append(quantity)
            if len(self._chosen) > MOST_CHARTS:
                dropped = self._chosen.pop(0)
        elif len(self._chosen) > 1:  # the last one stays: a page without a chart shows nothing
            self._chosen.remove(quantity)
        self._show()
        self.chosen_changed.emit()
        if dropped is not None:
            self.made_room.emit(dropped)

    def _show(self) -> None:
        for quantity, button in self.buttons.items():
            button.setChecked(quantity in self._chosen)


class WindowChoice(Segmented):
    """Choice of the window: seconds of the past that the charts show."""

    def __init__(self, windows_s: Sequence[float]) -> None:
        super().__init__("", [f"{number(window, decimals=0)} s" for window in windows_s])
        self._windows_s = tuple(windows_s)
        self.setAccessibleName(self.tr("How much of the past is shown"))

    @property
    def seconds(self) -> float:
        """The chosen window, s."""
        return self._windows_s[max(self.index, 0)]

    def choose_seconds(self, seconds: float) -> None:
        """Choose without a signal."""
        self.choose(self._windows_s.index(seconds))


class LiveTools(QWidget):
    """Zero and saving in a row, and the button of the cursors; with their keys in the tooltips."""

    def __init__(self) -> None:
        super().__init__()
        self.zero = Button(self.tr("Zero"))
        self.zero.setToolTip(self.tr("The present deflection counts as none from now on (Z)"))
        self.clear_zero = Button(self.tr("Clear zero"))
        self.clear_zero.setToolTip(self.tr("Show the deflection as the encoders report it"))
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

    def offer_zero(self, *, offered: bool) -> None:
        """Show *Zero* only where there is a deflection."""
        self.zero.setVisible(offered)
        if not offered:
            self.clear_zero.hide()
