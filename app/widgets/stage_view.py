"""A stage of the story: its sentence, its values on cards, and its picture."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import TextSize, current_theme
from app.look.tokens import GRID
from app.presentation import Column, Figure, Presentation, Row, Rows, Series, Tile, in_parts, value_text
from app.speech.units import expanded
from app.widgets.glyphs import VERDICT_GLYPHS
from app.widgets.layouts import Card, Flow, SignedText, bare_column, bare_row, fill, in_card
from app.widgets.legend import Curve, Legend, curve_pen
from app.widgets.marked_plot import Dot, MarkedPlot, whole_range
from app.widgets.strip_lines import Stroke
from app.widgets.text import BOLD, Button, ElidedText, Text, emphasis, muted
from core.recording import FloatArray

_ROOM = 0.08
_DOT_PX = 5.0
_MOST = 100
"""Share of the height for the picture where there is one."""


class StagePlot(MarkedPlot):
    """Lines of a figure, and points with bars of one standard deviation; each axis shows all of them."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.leave_room_above()
        self.box.setMouseEnabled(x=True, y=True)
        self._figure: Figure | None = None

    def show_figure(self, figure: Figure) -> None:
        """Show another figure; its summary is for screen readers."""
        self._figure = figure
        self.setAccessibleName(figure.title)
        self.setAccessibleDescription(value_text(figure.summary.value))
        self.name_axes(figure.x.label, _symbol(figure.x), figure.y.label, _symbol(figure.y))
        self.curves = tuple(
            Curve(one.label, _symbol(figure.y), _on(figure.x, one.x), _on(figure.y, one.y), pen)
            for one, pen in zip(figure.series, pens(figure), strict=True)
        )
        self._fit()
        self.take_theme()

    def take_theme(self) -> None:
        """Colour everything by the present theme."""
        super().take_theme()
        figure = getattr(self, "_figure", None)
        if figure is not None:
            self.lines.dots = tuple(dot for one in figure.series for dot in self._dots(figure, one))
            self.lines.show_strokes(tuple(self._strokes(figure)))

    def visible_range(self) -> tuple[float, float]:
        """Range of all curves, because all of the figure is saved."""
        return whole_range(self.curves)

    def _strokes(self, figure: Figure) -> list[Stroke]:
        strokes = []
        for curve, series in zip(self.curves, figure.series, strict=True):
            pen = curve_pen(curve.pen)
            if series.y_std is None:
                is_whole = bool(np.isfinite(curve.x).all() and np.isfinite(curve.y).all())
                strokes.append(Stroke(curve.x, curve.y, pen, is_whole=is_whole))
                continue
            half = _size(figure.y, series.y_std)
            for x, y, std in zip(curve.x, curve.y, half, strict=True):
                strokes.append(Stroke(np.array([x, x]), np.array([y - std, y + std]), pen, is_whole=True))
        return strokes

    def _dots(self, figure: Figure, series: Series) -> list[Dot]:
        if series.y_std is None:
            return []
        colour = current_theme().colour("measured")
        places = zip(_on(figure.x, series.x), _on(figure.y, series.y), strict=True)
        return [Dot(float(x), float(y), colour, radius=_DOT_PX) for x, y in places]

    def _fit(self) -> None:
        figure = self._figure
        if figure is None:
            return
        heights = [_on(figure.y, one.y) for one in figure.series]
        spreads = [
            _on(figure.y, one.y) + sign * _size(figure.y, one.y_std)
            for one in figure.series
            if one.y_std is not None
            for sign in (-1.0, 1.0)
        ]
        counts = any(one.y_std is not None for one in figure.series)  # points begin at none
        places = [curve.x for curve in self.curves] + ([np.zeros(1)] if counts else [])
        for values, set_range in ((places, self.setXRange), ([*heights, *spreads], self.setYRange)):
            known = np.concatenate(values) if values else np.empty(0)
            known = known[np.isfinite(known)]
            if known.size:
                low, high = float(known.min()), float(known.max())
                span = max(high - low, 1e-6, 1e-3 * abs(high))
                set_range(low, low + span, padding=_ROOM)


class StageView(QWidget):
    """Headline, values and picture of a presentation, to be shown while and after a stage runs."""

    def __init__(self) -> None:
        super().__init__()
        self.headline = SignedText(size=TextSize.EMPHASIS, wrap=True)
        self.plot = StagePlot(self.tr("Picture of the stage"))
        self._caption = emphasis("")
        self._values, self._legend, self._lines = _Cards(), QWidget(), Text(wrap=True)
        self._entries: tuple[object, ...] = ()
        """Entries of the legend."""
        self._card = in_card(self._caption, self._legend, (self.plot, 1))
        bare_column(self.headline, self._values, self._lines, (self._card, _MOST), None, of=self)

    def show_stage(self, shown: Presentation) -> None:
        """Show a stage; without a picture its values and sentences alone."""
        self.headline.show_text(shown.sign or VERDICT_GLYPHS[shown.verdict], shown.headline)
        rows = [one for one in shown.sections if isinstance(one, Rows)]
        self._values.show_rows(rows[0].rows if rows else ())
        remarks = [value_text(row.value) for section in rows[1:] for row in section.rows]
        self._lines.setText("\n".join(remarks))
        self._lines.setVisible(bool(remarks))
        figure = next((one for one in shown.sections if isinstance(one, Figure)), None)
        has_picture = figure is not None and any(one.x.size for one in figure.series)
        self._card.setVisible(has_picture)
        policy = QSizePolicy.Policy.Expanding if has_picture else QSizePolicy.Policy.Maximum
        self.setSizePolicy(QSizePolicy.Policy.Preferred, policy)
        if figure is None:
            return
        self._caption.setText(figure.title)
        self._show_legend(figure)
        self.plot.show_figure(figure)

    def _show_legend(self, figure: Figure) -> None:
        entries = [(pen, one.label) for one, pen in zip(figure.series, pens(figure), strict=True)]
        dots = [pen for pen, one in zip(pens(figure), figure.series, strict=True) if one.y_std is not None]
        if self._entries == (entries, dots):
            return
        self._entries = entries, dots
        legend = Legend(entries, dots=dots)
        if len(entries) == 1:  # it is what the caption names
            legend.hide()
        self._card.column.replaceWidget(self._legend, legend)
        _discard(self._legend)
        self._legend = legend


def pens(figure: Figure) -> tuple[str, ...]:
    """Pens of the series: one for each joint where there are several that were measured."""
    measured = sum(one.role == "measured" for one in figure.series)
    if measured > 1:
        return tuple(f"joint {number + 1}" for number in range(len(figure.series)))
    return tuple("model" if one.role == "model" else "measured" for one in figure.series)


class _Cards(QWidget):
    """Cards that wrap onto lines, and are never lower than these; where only values change they stay."""

    def __init__(self) -> None:
        super().__init__()
        self._row = Flow(fills=True, parent=self)
        self._cards: list[_ValueCard] = []

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show a card for each row."""
        while len(self._cards) > len(rows):
            card = self._cards.pop()
            self._row.removeWidget(card)
            _discard(card)
        while len(self._cards) < len(rows):
            self._cards.append(_ValueCard())
            self._row.addWidget(self._cards[-1])
        for card, row in zip(self._cards, rows, strict=True):
            card.show_row(row)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the height of the lines: a column does not ask for that of its width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setMinimumHeight(self._row.heightForWidth(self.width()) if self._cards else 0)


class _ValueCard(Card):
    """A card that is as low as its two lines, so that the picture gets the room."""

    def __init__(self) -> None:
        super().__init__(margin=GRID)
        self._label, self._unit = muted(""), muted("")
        self._value, self._spread = ElidedText("", size=TextSize.EMPHASIS, weight=BOLD), Text("")
        self.column.addWidget(self._label)
        self.column.addLayout(bare_row(self._value, self._spread, self._unit, None))

    def show_row(self, row: Row) -> None:
        """Show another row."""
        parts = in_parts(row.value)
        self._label.setText(row.label)
        self._value.setText(parts.value)
        self._spread.setText(parts.spread)
        self._spread.setVisible(bool(parts.spread))
        self._unit.setText(parts.unit)
        self.setAccessibleName(f"{row.label}: {value_text(row.value)}")


def _discard(widget: QWidget) -> None:
    widget.hide()
    widget.deleteLater()


def _symbol(axis: Column) -> str:
    return axis.unit.symbol if axis.unit is not None else ""


def _on(axis: Column, values: FloatArray) -> FloatArray:
    return values if axis.unit is None else axis.unit.shown(values)


def _size(axis: Column, std: FloatArray | None) -> FloatArray:
    size = np.zeros(0) if std is None else expanded(std)
    return size if axis.unit is None else size * axis.unit.per_si


class TileView(Card):
    """What a stage found: a large number with its meaning at the left, the picture at the right."""

    def __init__(self, show: str) -> None:
        super().__init__()
        self.plot = StagePlot(self.tr("Picture of the stage"))
        self._title, self._word = emphasis(), SignedText()
        self._number, self._line = Text(size=TextSize.TITLE, weight=BOLD), Text(weight=BOLD)
        self._meaning, self._found = Text(role="muted", wrap=True), Text(wrap=True)
        self.show_button = Button(show, role="quiet")
        self._found.setAlignment(Qt.AlignmentFlag.AlignTop)
        left = bare_column(
            self._number, self._line, self._meaning, None, (self.show_button, 0, Qt.AlignmentFlag.AlignLeft)
        )
        fill(
            self.column,
            bare_row((self._title, 1), self._word),
            (bare_row((left, 1), (self.plot, 1), (self._found, 1)), 1),
        )

    @property
    def words(self) -> str:
        """All that is read on the tile."""
        lines = (self._title, self._number, self._line, self._meaning, self._found)
        return "\n".join((*(line.text() for line in lines), self._word.accessibleName()))

    def show_tile(self, tile: Tile) -> None:
        """Show what a stage found."""
        self._title.setText(tile.title)
        self._word.show_text(tile.word.glyph, tile.word.words)
        for line, words in (
            (self._number, tile.number),
            (self._line, tile.line),
            (self._meaning, tile.meaning),
            (self._found, "\n".join(tile.found)),
        ):
            line.setText(words)
        self.plot.setVisible(tile.figure is not None)
        self._found.setVisible(tile.figure is None)
        if tile.figure is not None:
            self.plot.show_figure(tile.figure)
        name = self.show_button.text()
        self.show_button.setAccessibleName(f"{tile.title}: {name}")
