"""The view of a payload's sweeps: residuals, shifts of the result, leaving out and repeating."""

from collections.abc import Sequence
from math import isfinite

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.features.payload.legend import shift_legend
from app.features.payload.presentation import quantity, values
from app.features.payload.shift_view import Shift, ShiftView
from app.features.payload.sweep_model import RANGE, RESIDUAL, SAMPLES, SPEED, USE, SweepModel
from app.features.payload.sweeps import again_sentence, measured_again, sweep_name
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.presentation import Presentation
from app.speech.units import KILOGRAM, NO_BREAK
from app.speech.values import Value, write
from app.widgets.card import Card
from app.widgets.layouts import bare_row
from app.widgets.residual_legend import ResidualLegend
from app.widgets.scrolled import scrolled
from app.widgets.sweep_residuals import ResidualDelegate, TickDelegate, turn_tick
from app.widgets.table import Table
from app.widgets.text import Button, Text, emphasis, muted
from core.payload.result import PayloadResult, SweepResidual
from core.payload.settings import PayloadMethod, SweepKey

_WIDTHS = (48, 140, 128, 84, 80)
_SIDE_WIDTH = 288
_WIDE, _LEAST_WIDE = 680, 540
"""At a scale of 100 %: narrower than this, the residual has no room for its heading."""


class _SweepTable(Table):
    """Space turns the tick of the row, wherever in it the keyboard is."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            turn_tick(self.currentIndex().siblingAtColumn(USE))
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the least important columns of a narrow table."""
        super().resizeEvent(event)
        for column in (SPEED, SAMPLES):
            self.setColumnHidden(column, self.width() < current_theme().scaled(_WIDE))
        self.setColumnHidden(RANGE, self.width() < current_theme().scaled(_LEAST_WIDE))


class SweepTable(QWidget):
    """Table of the sweeps, and beside it the chosen one."""

    left_out_changed = Signal(object)
    """SweepKeys (a tuple) of the sweeps that do not count from now on."""
    repeat_asked = Signal(object)
    """SweepKeys (a tuple) of the sweeps that the user wants to measure again."""

    def __init__(self) -> None:
        super().__init__()
        self._found: PayloadResult | None = None
        self._shown: Presentation | None = None
        self._chosen: SweepKey | None = None
        self.model = SweepModel()
        self.model.ticked.connect(self._ticked)
        self.table = _SweepTable(self.tr("Sweeps"))
        self.table.setModel(self.model)
        self.table.setItemDelegateForColumn(USE, TickDelegate(self.table))
        self.table.setItemDelegateForColumn(RESIDUAL, ResidualDelegate(self.table))
        self.table.fit_columns(self.model.columns, widths=_WIDTHS)
        self.table.selectionModel().currentRowChanged.connect(self._show_chosen)
        self.shifts = ShiftView(self.tr("Where the numbers go without this sweep"))
        self.repeat_button = Button(self.tr("Repeat this sweep"))
        self.repeat_button.clicked.connect(self._ask_repeat)
        self.all_button = Button(self.tr("Count all again"), role="quiet")
        self.all_button.clicked.connect(self._count_all)
        self._name, self._sentence, self._state = emphasis(), Text(role="muted", wrap=True), muted()
        self._again = Text(role="muted", wrap=True)
        self._lay_out()

    @property
    def words(self) -> str:
        """Words about the chosen sweep and about those left out, for tests and screen readers."""
        parts = (self._name, self._sentence, self._state, self._again)
        return " ".join(filter(None, (part.text() for part in parts)))

    def show_payload(
        self, found: PayloadResult | None, shown: Presentation | None, *, left_out: Sequence[SweepKey]
    ) -> None:
        """Show the sweeps of another result; the chosen one stays chosen where it is still there."""
        self._found, self._shown = found, shown
        with QSignalBlocker(self.table.selectionModel()):
            self.model.show_payload(found, shown, left_out=left_out)
        rows = [row for row, sweep in enumerate(self.model.sweeps) if sweep.key == self._chosen]
        if self.model.sweeps:
            self.table.setCurrentIndex(self.model.index(rows[0] if rows else 0, USE))
        self._show_chosen()
        self._show_left_out()

    def show_running(self, *, is_running: bool) -> None:
        """Show whether the payload is being computed again."""
        self._is_running = is_running
        self._show_left_out()

    def show_repeat(self, *, is_possible: bool, reason: str = "") -> None:
        """Allow or forbid to repeat a sweep; ``reason`` says why it is forbidden."""
        self.repeat_button.setEnabled(is_possible and self.chosen is not None)
        self.repeat_button.setToolTip(reason)
        self.repeat_button.setAccessibleDescription(reason)

    @property
    def chosen(self) -> SweepResidual | None:
        """The chosen sweep; None without sweeps."""
        row = self.table.currentIndex().row()
        return self.model.sweeps[row] if 0 <= row < len(self.model.sweeps) else None

    def choose(self, row: int) -> None:
        """Choose a row as the user does."""
        self.table.setCurrentIndex(self.model.index(row, USE))

    def leave_out(self, row: int) -> None:
        """Take the tick of a row away, as the user does."""
        self.model.setData(
            self.model.index(row, USE), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole
        )

    @Slot(int, bool)
    def _ticked(self, row: int, _is_used: bool) -> None:  # noqa: FBT001  # slot of a Qt signal
        self.choose(row)
        self._show_chosen()
        self.left_out_changed.emit(self.model.left_out)
        self._show_left_out()

    @Slot()
    def _count_all(self) -> None:
        if self._found is not None:
            self.model.show_payload(self._found, self._shown, left_out=())
            self.left_out_changed.emit(())
            self._show_left_out()

    @Slot()
    def _ask_repeat(self) -> None:
        if self.chosen is not None:
            self.repeat_asked.emit((self.chosen.key,))

    @Slot()
    def _show_chosen(self) -> None:
        found, sweep = self._found, self.chosen
        for widget in (self._shift_legend, self.shifts, self.repeat_button):
            widget.setVisible(sweep is not None)
        if found is None or sweep is None:
            self._name.setText(self.tr("No sweeps"))
            self._sentence.setText(self._none_words())
            self.shifts.show_shifts(())
            return
        self._chosen = sweep.key
        self._name.setText(sweep_name(sweep.key))
        shifts = _shifts(found, sweep)
        self._sentence.setText(self._without_words(sweep, is_known=any(isfinite(one.stds) for one in shifts)))
        self.shifts.show_shifts(shifts)

    def _none_words(self) -> str:
        if self._found is not None and self._found.method is PayloadMethod.DYNAMIC:
            return self.tr("This payload was worked out from a pair of excitation runs.")
        return self.tr("They are shown as soon as they are judged.")

    def _without_words(self, sweep: SweepResidual, *, is_known: bool) -> str:
        assert self._found is not None
        last = measured_again(self._found).get(sweep.key)
        if last is not None and not sweep.is_used:
            return self.tr(
                "It was measured again in {recording}, and the latest counts. Tick it to let it count again; "
                "then both count until the later one is left out."
            ).format(recording=last.recording)
        if not sweep.is_used:
            return self.tr("It is left out: the numbers do without it. Tick it to let it count again.")
        if not is_known:
            return self.tr("Without it the other sweeps do not determine these numbers.")
        return self.tr("Without it the numbers would go here:")

    def _show_left_out(self) -> None:
        count = len(self.model.left_out)
        words = ""
        again = again_sentence(self._found) if self._found is not None else ""
        self._again.setText(again)
        self._again.setVisible(bool(again))
        if count:
            words = self.tr("1 left out") if count == 1 else self.tr("{count} left out")
            words = words.format(count=count)
        if self._is_running:
            words = " · ".join(filter(None, (words, self.tr("working it out again …"))))
        self._state.setText(words)
        self.all_button.setVisible(bool(count))

    def _lay_out(self) -> None:
        self._is_running = False
        table = Card(margin=GRID)
        table.column.addWidget(self.table, 1)
        below = QHBoxLayout()
        below.setContentsMargins(GRID, 0, 0, 0)
        below.addWidget(ResidualLegend(), 1)
        below.addWidget(self._state)
        below.addWidget(self.all_button)
        table.column.addLayout(below)
        table.column.addWidget(self._again)
        self._shift_legend = shift_legend()
        side = Card()
        for widget in (self._name, self._sentence, self.shifts, self._shift_legend):
            side.column.addWidget(widget)
        side.column.addStretch(1)
        side.column.addWidget(self.repeat_button)
        bare_row((table, 1), scrolled(side, width=_SIDE_WIDTH), of=self)
        self._show_left_out()


def _shifts(found: PayloadResult, sweep: SweepResidual) -> tuple[Shift, ...]:
    """Shifts of all quantities; NaN for one that is unknown with or without the sweep."""
    without = (sweep.mass_without, *sweep.center_without.tolist())
    labels = (row.label for row in values(found).rows)
    return tuple(
        _shift(label, quantity(found.estimate, place), without[place]) for place, label in enumerate(labels)
    )


def _shift(label: str, now: Value, without: float) -> Shift:
    moved = without - now.si
    if not isfinite(moved) or not now.std > 0.0:
        return Shift(label, float("nan"), "–")
    decimals = 4 if now.unit is KILOGRAM else 2
    text = write(Value(moved, now.unit, decimals=decimals))
    sign = "+" if moved > 0.0 else ""
    return Shift(label, moved / now.std, f"{sign}{text.value}{NO_BREAK}{text.unit}")
