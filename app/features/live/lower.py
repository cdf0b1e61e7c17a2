"""Below the charts of the live page: loops and spectra, or the numbers of a range.

Spectra and numbers are worked out in pieces, one a frame; while no frames come, because the
picture is held or the stream is silent, a timer goes through the pieces instead.
"""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QSize, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from app.features.live.charts import NO_LIMIT, CurveNumbers, LiveCharts
from app.features.live.frames import FRAME_MS, LiveFrames
from app.features.live.loops import LiveLoops
from app.look.theme import current_theme
from app.speech.units import number
from app.widgets.cursors import CursorReadout
from app.widgets.layouts import ViewStack, in_card, in_column
from app.widgets.segmented import Segmented
from app.widgets.signal_units import decimals_of
from app.widgets.table import Cell, Column, RowsModel, Table

LOOPS, STATISTICS, SIGNALS = range(3)
LEAST_HEIGHT = 160
_FINER = 2
"""Further decimals of changes per second: a drift is slow."""


class _NumbersModel(RowsModel):
    """Rows that change in place, because a reset twice a second would lose the scrolling and the widths."""

    def show_rows(self, rows: Sequence[tuple[Cell, ...]], *, columns: Sequence[Column] | None = None) -> None:
        is_same_shape = len(rows) == len(self._rows) and (columns is None or tuple(columns) == self.columns)
        if not rows or not is_same_shape:
            super().show_rows(rows, columns=columns)
            return
        self._rows = tuple(rows)
        last = self.index(len(rows) - 1, len(self.columns) - 1)
        self.dataChanged.emit(self.index(0, 0), last)


class StatisticsTable(Table):
    """A row of statistics for every shown curve."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)
        self.setAccessibleName(self.tr("Statistics of what is visible"))
        self._rows_model = _NumbersModel(self._columns(cursors=False))
        self.setModel(self._rows_model)
        self.fit_columns(self._rows_model.columns)

    def show_numbers(self, rows: Sequence[CurveNumbers], *, cursors: bool = False) -> None:
        """Show the rows; with ``cursors``, also the values at A and B and their difference."""
        seen, marked = self.tr("Statistics of what is visible"), self.tr("Statistics of the marked range")
        self.setAccessibleName(marked if cursors else seen)
        columns = self._columns(cursors=cursors)
        is_new = columns != self._rows_model.columns or len(rows) != self._rows_model.rowCount()
        self._rows_model.show_rows([_cells(row, cursors=cursors) for row in rows], columns=columns)
        if is_new:
            self.fit_columns(columns)

    def _columns(self, *, cursors: bool) -> tuple[Column, ...]:
        first, *numbers = self.headings(cursors=cursors)
        return (Column(first, stretches=True), *(Column(heading, is_number=True) for heading in numbers))

    def headings(self, *, cursors: bool) -> tuple[str, ...]:
        """Headings of all columns."""
        newest, low, high = self.tr("Newest"), self.tr("Smallest"), self.tr("Largest")
        mean = [self.tr("Mean"), self.tr("± std"), self.tr("RMS")]
        ends = [self.tr("Peak")] if cursors else [low, high]
        headings = [*mean, *ends, self.tr("Range"), self.tr("Rate, /s"), self.tr("Slope, /s")]
        if cursors:
            headings += [self.tr("At A"), self.tr("At B"), self.tr("Δ, B − A")]
        else:
            headings.insert(0, newest)
        return (self.tr("Curve"), *headings)


def _cells(row: CurveNumbers, *, cursors: bool) -> tuple[str, ...]:
    unit, found = row.unit, row.found
    values = [unit.shown(found.mean), found.std * unit.per_si, unit.shown(found.rms)]
    ends = [found.peak] if cursors else [found.low, found.high]
    values += [*(unit.shown(each) for each in ends), found.peak_to_peak * unit.per_si]
    at = [unit.shown(row.at_a), unit.shown(row.at_b), (row.at_b - row.at_a) * unit.per_si] if cursors else []
    if not cursors:
        values.insert(0, unit.shown(row.newest))
    decimals = decimals_of(unit)
    changes = [each * unit.per_si for each in (found.rate, found.slope)]
    cells = (_rounded(values, decimals), _rounded(changes, decimals + _FINER), _rounded(at, decimals))
    return (f"{row.name} ({unit.symbol})", *(cell for group in cells for cell in group))


def _rounded(values: Sequence[float], decimals: int) -> Iterator[str]:
    return (number(round(value, decimals) + 0.0, decimals=decimals) for value in values)


class _Stack(ViewStack):
    """Stack with a least height of its own, so that the charts above get their share of the rest."""

    def minimumSizeHint(self) -> QSize:
        """Width that the view in front needs, and the height that was set."""
        return QSize(super().minimumSizeHint().width(), self.minimumHeight())


class LiveLower(QWidget):
    """One of several views; ``tabs`` and the ``readout`` of the cursors are laid out above the charts."""

    tab_changed = Signal(int)

    def __init__(self, frames: LiveFrames, charts: LiveCharts) -> None:
        super().__init__()
        self._charts = charts
        self.readout = CursorReadout(charts.cursors)
        self.loops = LiveLoops(frames, marked=lambda: charts.marked)
        self.numbers = StatisticsTable()
        self.tabs = Segmented(self.tr("View"))
        self._stack = _Stack()
        self._titles: list[str] = []
        self._fixed: dict[int, int] = {}
        """Heights of the views that have one of their own."""
        self._is_stale, self._is_running = False, False
        self._parts: list[list[CurveNumbers]] = []
        """The numbers of some charts, until those of all are there."""
        self._wants_more = False
        self._rest = QTimer(self)
        self._rest.setInterval(FRAME_MS)
        self._rest.timeout.connect(self._go_on)
        self._lay_out()
        self.tabs.chosen.connect(self.show_tab)
        self.loops.spectra_asked.connect(self.catch_up)
        charts.cursors.moved.connect(self._follow_cursors)
        current_theme().changed.connect(self._keep_height)

    @property
    def tab(self) -> int:
        """Place of the view that is shown."""
        return self.tabs.index

    @property
    def is_at_work(self) -> bool:
        """True while a spectrum or a table is half worked out."""
        return bool(self._parts) or self.loops.is_at_work

    def add_tab(self, words: str, view: QWidget, *, height: int | None = None) -> None:
        """Add a view, as high as there is room, or with a ``height`` of its own, px."""
        if height is not None:
            self._fixed[self._stack.count()] = height
        self._stack.addWidget(view)
        self._titles.append(words)
        self.tabs.show_words(self._titles[:SIGNALS])

    def offer_signals(self, *, offered: bool) -> None:
        """Offer the view of the signals, which is the last one."""
        self.tabs.show_words(self._titles[: SIGNALS + offered])
        if not offered and self._stack.currentIndex() == SIGNALS:
            self.show_tab(LOOPS)

    @Slot(int)
    def show_tab(self, index: int) -> None:
        """Show the view at this place."""
        self.tabs.choose(index)
        self._stack.setCurrentIndex(index)
        self._keep_height()
        self.catch_up()
        self.tab_changed.emit(index)

    @Slot()
    def _keep_height(self) -> None:
        fixed = self._height_of(self.tab)
        self._stack.setMinimumHeight(fixed or current_theme().scaled(LEAST_HEIGHT))
        self.setMaximumHeight(fixed or NO_LIMIT)

    def _height_of(self, index: int) -> int | None:
        """Height of a view that has one of its own, px; more where its words need more."""
        fixed, view = self._fixed.get(index), self._stack.widget(index)
        if fixed is None or view is None:
            return None
        return max(current_theme().scaled(fixed), view.minimumSizeHint().height())

    def show_loops(self) -> None:
        """Draw the loops as they have been built up."""
        if self.tab == LOOPS:
            self.loops.show_loops(is_stale=self._is_stale)

    def show_piece(self) -> None:
        """Work out another piece of spectra or numbers; shown once all are there."""
        if not self._is_running:
            return
        if self.tab == LOOPS:
            self.loops.show_spectra(is_stale=self._is_stale)
        elif self.tab == STATISTICS:
            self._add_numbers()

    def begin(self, *, is_stale: bool) -> None:
        """Show a stream: a running one, or the last picture of a silent one (``is_stale``)."""
        self._is_running, self._is_stale = True, is_stale
        self.numbers.setEnabled(not is_stale)
        self.catch_up()

    def end(self) -> None:
        """Stop: nothing streams any more."""
        self._is_running = False
        self._rest.stop()
        self._forget_work()

    @Slot()
    def catch_up(self) -> None:
        """Work everything out again for the present picture, even if no frame follows for a while."""
        self._forget_work()
        if self._is_running:
            self.show_loops()
            self._rest.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Work nothing out while hidden."""
        super().hideEvent(event)
        self._rest.stop()

    def _forget_work(self) -> None:
        self.loops.drop_work()
        self._parts.clear()
        self._wants_more = False

    @Slot()
    def _go_on(self) -> None:
        self.show_piece()
        if self.is_at_work:
            return
        if self._wants_more:
            self._wants_more = False
        else:
            self._rest.stop()

    def number_rows(self) -> tuple[tuple[str, ...], ...]:
        """The table of the numbers as it would be now, for paper: headings, then a row for every curve."""
        charts = self._charts
        cursors = charts.marked is not None
        rows = (row for place in range(len(charts.charts)) for row in charts.numbers_of(place))
        return (self.numbers.headings(cursors=cursors), *(_cells(row, cursors=cursors) for row in rows))

    def _add_numbers(self) -> None:
        self._parts.append(self._charts.numbers_of(len(self._parts)))
        if len(self._parts) == len(self._charts.charts):
            rows = [row for part in self._parts for row in part]
            self._parts.clear()
            self.numbers.show_numbers(rows, cursors=self._charts.cursors.is_shown)

    @Slot()
    def _follow_cursors(self) -> None:
        """Work out what the cursors mark; a table that is half worked out is finished first."""
        if not self._is_running or self.tab not in {LOOPS, STATISTICS}:
            return
        if self.tab == LOOPS:
            self.loops.drop_work()
        self._wants_more = self.is_at_work
        self._rest.start()

    def _lay_out(self) -> None:
        self.add_tab(self.tr("Loop and spectrum"), self.loops)
        self.add_tab(self.tr("Statistics"), in_card(self.numbers))
        in_column((self._stack, 1), of=self)
