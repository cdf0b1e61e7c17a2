"""The view of a payload's sweeps: residuals, shifts of the result, leaving out and repeating."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.features.payload.legend import shift_legend
from app.features.payload.presentation import (
    SWEEPS,
    again_sentence,
    measured_again,
    quantity,
    sweep_name,
    values,
    worst_sweep,
)
from app.features.payload.shift_view import Shift, ShiftView
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.presentation import Bar, Presentation, cell_text, value_text
from app.presentation import Column as ShownColumn
from app.presentation import Table as Shown
from app.speech.units import KILOGRAM, NO_BREAK, Value, write
from app.speech.words import verdict_word
from app.widgets.layouts import Card, bare_row
from app.widgets.legend import ResidualLegend
from app.widgets.scrolled import scrolled
from app.widgets.sweep_residuals import CELL_ROLE, ResidualCell, ResidualDelegate, TickDelegate, turn_tick
from app.widgets.table import Column, ColumnsModel, Index, Table, alignment
from app.widgets.text import Button, Text, emphasis, muted
from core.payload.result import PayloadResult, SweepResidual
from core.payload.settings import PayloadMethod, SweepKey

_WIDTHS = (48, 160, 128, 84, 80)
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

    def show_repeat(self, *, is_possible: bool) -> None:
        """Offer to repeat the chosen sweep, or not."""
        self.repeat_button.setVisible(is_possible and self.chosen is not None)

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


USE, SWEEP, RANGE, SPEED, SAMPLES, RESIDUAL = range(6)
_NAMES = {SWEEP: "sweep", RANGE: "range", SPEED: "speed", SAMPLES: "samples", RESIDUAL: "left"}
"""Names of the columns in the presentation."""
_ROOM = 1.1
"""Width of a cell as a multiple of the longest bar."""


class SweepModel(ColumnsModel):
    """A row per sweep; ticked are those that count."""

    ticked = Signal(int, bool)
    """Row whose tick was turned, and whether its sweep counts from now on."""

    def __init__(self) -> None:
        super().__init__()
        self._found: PayloadResult | None = None
        self._shown: Shown | None = None
        self._used: dict[SweepKey, bool] = {}
        self._longest = 1.0
        self._worst: SweepKey | None = None
        self.can_tick = True
        self.columns = (
            Column(self.tr("Use")),
            Column(self.tr("Sweep")),
            Column(self.tr("Range, °"), is_number=True),
            Column(self.tr("Speed, °/s"), is_number=True),
            Column(self.tr("Samples"), is_number=True),
            Column("", stretches=True),
        )

    @property
    def sweeps(self) -> tuple[SweepResidual, ...]:
        """Sweeps in the order of the rows."""
        return self._found.sweeps if self._found is not None else ()

    @property
    def left_out(self) -> tuple[SweepKey, ...]:
        """Keys of the sweeps that are not ticked."""
        return tuple(key for key, is_used in self._used.items() if not is_used)

    def show_payload(
        self, found: PayloadResult | None, shown: Presentation | None, *, left_out: Sequence[SweepKey]
    ) -> None:
        """Show another result with its words; the sweeps ``left_out`` are not ticked."""
        self.beginResetModel()
        self._found, self._shown = found, shown.table(SWEEPS) if shown is not None else None
        self._used = {sweep.key: sweep.key not in left_out for sweep in self.sweeps}
        self._longest = _ROOM * max((_size(sweep) for sweep in self.sweeps), default=1.0)
        self._worst = worst_sweep(found) if found is not None else None
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        """Number of sweeps; the table has no tree."""
        return 0 if parent.isValid() else len(self.sweeps)

    def heading(self, section: int) -> str:
        """Text of a heading; that of the residual has its unit."""
        return self._residual_heading() if section == RESIDUAL else super().heading(section)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The first cell of a row can be ticked."""
        flags = super().flags(index)
        if index.column() == USE and self.can_tick:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Turn the tick of a row; the last tick stays."""
        if role != Qt.ItemDataRole.CheckStateRole or not self.can_tick:
            return False
        key, is_used = self.sweeps[index.row()].key, Qt.CheckState(value) is Qt.CheckState.Checked
        if is_used == self._used[key] or (not is_used and sum(self._used.values()) == 1):
            return False
        self._used[key] = is_used
        self.dataChanged.emit(self.index(index.row(), 0), self.index(index.row(), RESIDUAL))
        self.ticked.emit(index.row(), is_used)
        return True

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Text, tick, bar or colour of a cell, by the role."""
        column = index.column()
        is_used = self._used[self.sweeps[index.row()].key]
        if role == Qt.ItemDataRole.CheckStateRole and column == USE:
            return Qt.CheckState.Checked if is_used else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(number=self.columns[column].is_number)
        if role == Qt.ItemDataRole.ForegroundRole and not is_used:
            return current_theme().colour("muted")
        if role == CELL_ROLE and column == RESIDUAL:
            return self._bar(index.row(), is_used=is_used)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(index.row(), column, is_used=is_used)
        return self._text(index.row(), column) if role == Qt.ItemDataRole.DisplayRole else None

    def _residual_heading(self) -> str:
        unit = self._place(RESIDUAL)[0].unit if self._shown is not None else None
        return self.tr("Left over, rms in {unit}").format(unit=unit.symbol) if unit is not None else ""

    def _place(self, column: int) -> tuple[ShownColumn, int]:
        """Column of the presentation for a column of the model, and its number there."""
        assert self._shown is not None
        columns = self._shown.columns
        number = next(n for n, one in enumerate(columns) if one.name == _NAMES[column])
        return columns[number], number

    def _text(self, row: int, column: int) -> str | None:
        if column not in _NAMES or column == RESIDUAL:
            return None
        assert self._shown is not None
        head, number = self._place(column)
        return cell_text(self._shown.lines[row].cells[number], head)

    def _bar_of(self, row: int) -> Bar:
        assert self._shown is not None
        bar = self._shown.lines[row].cells[self._place(RESIDUAL)[1]]
        assert isinstance(bar, Bar)
        return bar

    def _spoken(self, row: int, column: int, *, is_used: bool) -> str:
        if column == USE:
            return self.tr("counts") if is_used else self.tr("left out")
        if column == RESIDUAL:
            return self._bar_words(row)
        return self._text(row, column) or ""

    def _bar(self, row: int, *, is_used: bool) -> ResidualCell:
        bar = self._bar_of(row)
        return ResidualCell(
            rms=bar.value.si / self._longest,
            expected=bar.mark / self._longest,
            words=cell_text(bar, self._place(RESIDUAL)[0]),
            verdict=bar.verdict,
            is_used=is_used,
            is_worst=self.sweeps[row].key == self._worst,
        )

    def _bar_words(self, row: int) -> str:
        bar = self._bar_of(row)
        words = self.tr("{rms} left over, {expected} expected of noise, {verdict}").format(
            rms=value_text(bar.value),
            expected=value_text(Value(bar.mark, bar.value.unit)),
            verdict=verdict_word(bar.verdict).lower(),
        )
        is_worst = self.sweeps[row].key == self._worst
        return self.tr("{words}, the largest").format(words=words) if is_worst else words


def _size(sweep: SweepResidual) -> float:
    return max((one for one in (sweep.rms, sweep.expected) if isfinite(one)), default=0.0)
