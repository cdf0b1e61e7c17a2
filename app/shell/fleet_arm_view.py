"""One arm of the fleet, beside the list: its picture, a figure over its visits with what is usual."""

from pathlib import Path

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QWidget

from app.look.theme import TextSize, cosmetic_pen, current_theme
from app.look.tokens import GRID
from app.shell.fleet_parts import FollowedPart
from app.shell.fleet_words import (
    arm_reason,
    arm_word,
    care_line,
    check_words,
    figure_of_joint,
    figure_sentence,
    figure_unit,
    figure_word,
    usual_words,
    visits_words,
)
from app.shell.state_page import show_worst
from app.speech.dates import day_word
from app.speech.units import Value, expanded, write
from app.speech.words import Glyph
from app.widgets.arm_view import ArmView
from app.widgets.choice import Choice
from app.widgets.layouts import Card, SignedText, fill, in_column, in_row, keep_size
from app.widgets.legend import Curve
from app.widgets.plot import MeasuredPoints, Plot
from app.widgets.text import BOLD, Button, Text, emphasis
from core.catalogue.fleet import CARE, PAYLOAD_SET_WRONG, FleetRobot, FollowedFigure
from core.recording import FloatArray
from core.signals.trend_line import moment_of

_DOT_SIZE = 9
_DAY_S = 86400.0
_ROOM, _ROOM_FOR_DATE = 0.12, 0.2
_BETWEEN_DATES = 1.25
"""Room of a date on the axis, in widths of its text."""
_BAND_OPACITY = 0.12
_WORD_OPACITY = 0.6
"""Of the ground behind a word: it is read over the curves, and hides no measured point."""


class FleetChart(Plot):
    """Values over the days since the first visit, on the band of what is usual for the model."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.box.setMouseEnabled(x=False, y=False)
        self._band = pg.LinearRegionItem((0.0, 1.0), orientation="horizontal", movable=False)
        self._band.setZValue(-10)
        self._limit = pg.InfiniteLine(0.0, angle=0)
        for item in (self._band, self._limit):
            self.box.addItem(item, ignoreBounds=True)
        self._words = (
            pg.InfLineLabel(self._limit, self.tr("needs care"), position=0.02, anchors=[(0, 0), (0, 1)]),
            pg.InfLineLabel(
                self._band.lines[0], self.tr("usual for the model"), position=0.98, anchors=[(1, 1), (1, 1)]
            ),
        )
        self._dates: tuple[tuple[float, str], ...] = ()
        """Days of the visits with their dates."""
        self.box.sigResized.connect(lambda *_: self._write_dates())
        self._points = MeasuredPoints(self, size=_DOT_SIZE)
        current_theme().changed.connect(self._dress)
        self._dress()

    def show_figure(self, one: FollowedFigure) -> None:
        """Show a figure over the visits that measured it."""
        unit = figure_unit(one.code, float(one.value[-1]))
        moments = [moment_of(date) for date in one.recorded_at]
        stamps = np.array([np.nan if moment is None else moment.timestamp() for moment in moments])
        days = (
            (stamps - np.nanmin(stamps)) / _DAY_S
            if np.isfinite(stamps).any()
            else np.arange(stamps.size, dtype=np.float64)
        )
        y, std = one.value * unit.per_si, expanded(one.std) * unit.per_si
        is_dated = np.isfinite(days)
        self._points.show_points(days[is_dated], y[is_dated], std[is_dated])
        name = self.tr("{figure} of {joint}").format(figure=figure_word(one.code), joint=one.joint)
        self.label_axes("", "", name, unit.symbol)
        self.x_label = self.tr("Time since the first visit"), "d"
        line = one.line * unit.per_si
        curves = (Curve(self.tr("trend"), unit.symbol, days, line, "model"),) if line.size else ()
        self.show_curves(curves, summary=figure_sentence(one))
        self.extra_curves = (
            Curve(name, unit.symbol, days, y, "measured"),
            Curve(self.tr("±"), unit.symbol, days, std, "measured"),
        )
        edges = np.array([one.low, one.high, one.limit]) * unit.per_si
        self._show_usual(edges)
        self._fit(days[is_dated], np.concatenate([y - std, y + std, edges[:2], line]))
        self._dates = tuple(zip(days.tolist(), map(day_word, one.recorded_at), strict=True))
        self._write_dates()

    def read_curves(self) -> tuple[Curve, ...]:
        """The line and the measured points."""
        return (*self.curves, *self.extra_curves[:1])

    def _set_limits(self) -> None:
        """Keep the ranges of ``show_figure``: the shown curves do not set them."""

    def _show_usual(self, edges: FloatArray) -> None:
        is_known = bool(np.isfinite(edges[:2]).all())
        self._band.setVisible(is_known)
        if is_known:
            self._band.setRegion((float(edges[0]), float(edges[1])))
        self._limit.setVisible(bool(np.isfinite(edges[2])))
        if np.isfinite(edges[2]):
            self._limit.setValue(float(edges[2]))

    def _fit(self, days: FloatArray, y: FloatArray) -> None:
        known = y[np.isfinite(y)]
        self.setXRange(
            float(days.min()), max(float(days.max()), float(days.min()) + 1.0), padding=_ROOM_FOR_DATE
        )
        self.setYRange(float(known.min()), float(known.max()), padding=_ROOM)

    def _write_dates(self) -> None:
        """Write the dates for which the axis has room, the last one in any case."""
        if not self._dates:
            return
        across = QFontMetricsF(current_theme().font(TextSize.BODY)).horizontalAdvance
        low, high = self.box.viewRange()[0]
        per_pixel = (high - low) / max(float(self.box.width()), 1.0)
        ticks: list[tuple[float, str]] = []
        for day, date in reversed(self._dates):
            room = _BETWEEN_DATES * across(date) * per_pixel
            if np.isfinite(day) and (not ticks or ticks[-1][0] - day >= room):
                ticks.append((day, date))
        self.axis("bottom").setTicks([ticks])

    def _dress(self) -> None:
        theme = current_theme()
        self._write_dates()
        self._band.setBrush(pg.mkBrush(theme.colour("good", _BAND_OPACITY)))
        for edge in self._band.lines:
            edge.setPen(pg.mkPen(None))
        self._limit.setPen(cosmetic_pen(theme.tokens.error))
        for label, colour in zip(self._words, ("text", "good"), strict=True):
            label.setColor(theme.colour(colour))
            label.setFont(theme.font(TextSize.BODY))
        self._limit.setZValue(1)
        self._words[0].fill = pg.mkBrush(theme.colour("surface", _WORD_OPACITY))


_ABOVE_CHART = (140, 190)
"""Least height of the picture and least width of the number beside it, px at a scale of 100 %."""
_CHART_HEIGHT = 110


class FleetArmView(Card):
    """The chosen arm of the fleet."""

    visits_asked = Signal()
    """Emitted to see all visits to the arm."""

    def __init__(self) -> None:
        super().__init__()
        self.robot: FleetRobot | None = None
        self.part: FollowedPart | None = None
        self._is_roomy = True
        self._name, self._word = emphasis(), SignedText(size=TextSize.EMPHASIS)
        self._name.setWordWrap(True)
        self._check = Text(role="muted", wrap=True)
        self.visits_button = Button(self.tr("Visits"), role="quiet")
        self.visits_button.clicked.connect(self.visits_asked)
        self.picture = ArmView(shows_values=False)
        self.figure = Choice(self.tr("Figure"))
        self.figure.picked.connect(self._show_figure)
        self._number, self._spread = Text(size=TextSize.TITLE, weight=BOLD), Text(weight=BOLD)
        self._usual = Text(role="muted", wrap=True)
        self.chart = FleetChart(self.tr("Figure over the visits"))
        self._none = Text(role="muted", wrap=True)
        self._also = SignedText(wrap=True)
        self._lay_out()

    @property
    def words(self) -> str:
        """All that is said of the arm, for tests."""
        lines = (self._check, self._number, self._spread, self._usual, self._none)
        return "\n".join((*(line.text() for line in lines), self._also.accessibleName()))

    def show_robot(self, robot: FleetRobot) -> None:
        """Name an arm that is about to be read."""
        if self.robot is not None and (self.robot.robot, self.robot.serial) != (robot.robot, robot.serial):
            self.part = None
        self.robot = robot
        word = arm_word(robot)
        self._name.setText(
            " · ".join(filter(None, (robot.robot, robot.serial))) or Path(robot.last_file).name
        )
        self._word.show_text(word.glyph, word.words)
        self.visits_button.setVisible(not robot.error)
        self.visits_button.set_text(visits_words(robot))
        if self.part is None:
            self._check.setText(arm_reason(robot))
            self._body.hide()
            self._none.hide()
            self._also.hide()

    def show_roomy(self, *, is_roomy: bool) -> None:
        """Show the picture only where there is room for it."""
        self._is_roomy = is_roomy
        self._show_picture()

    def _show_picture(self) -> None:
        has_one = self.part is not None and self.part.robot_model is not None
        self.picture.setVisible(has_one and self._is_roomy)

    def show_part(self, part: FollowedPart) -> None:
        """Show an arm, first the figure that needs care most."""
        is_other = self.part is None or self.part.robot != part.robot
        self.show_robot(part.robot)
        self.part = part
        self._check.setText(check_words(part.followed.check).words)
        model = part.robot_model
        self._show_picture()
        show_worst(self.picture, model, {care.joint for care in part.robot.care})
        if is_other:
            self._offer_figures()
        self._body.setVisible(bool(part.followed.figures) or model is not None)
        self._show_figure()

    def _offer_figures(self) -> None:
        assert self.part is not None
        figures = self.part.followed.figures
        self.figure.offer([((one.code, one.number), figure_of_joint(one)) for one in figures])
        codes = {name: code for code, name in CARE.items()}
        cares = [care for care in self.part.robot.care if care.code in codes]
        if cares:
            self.figure.choose((codes[cares[0].code], cares[0].number))

    def _shown(self) -> FollowedFigure | None:
        figures = () if self.part is None else self.part.followed.figures
        return next((one for one in figures if (one.code, one.number) == self.figure.value), None)

    @Slot()
    def _show_figure(self) -> None:
        one = self._shown()
        self._beside.setVisible(one is not None)
        self.chart.setVisible(one is not None)
        self._none.setVisible(one is None)
        if one is None:
            words = self.tr("No visit to this arm measured the twist of its gears, or friction.")
            if self.robot is not None and not self.robot.serial:
                words = self.tr("These visits have no serial number, so that nothing can be followed.")
            self._none.setText(words)
        else:
            unit = figure_unit(one.code, float(one.value[-1]))
            value = write(Value(float(one.value[-1]), unit, float(one.std[-1])))
            self._number.setText(value.value)
            self._spread.setText(f"{value.spread} {value.unit}".strip())
            self._usual.setText(usual_words(one))
            self.chart.show_figure(one)
        self._show_also(one)

    def _show_also(self, shown: FollowedFigure | None) -> None:
        """Name what else needs care, in one line."""
        cares = () if self.part is None else self.part.robot.care
        in_front = None if shown is None else (CARE.get(shown.code), shown.number)
        others = [care for care in cares if (care.code, care.number) != in_front]
        self._also.setVisible(bool(others))
        if not others:
            return
        first = next((care for care in others if care.code == PAYLOAD_SET_WRONG), others[0])
        words = care_line(first)
        if len(others) < len(cares):
            words = self.tr("Also: {what}").format(what=words)
        if len(others) > 1:
            words = self.tr("{words} And {count} more.").format(words=words, count=len(others) - 1)
        self._also.show_text(Glyph.WARNING, words)
        self._also.setToolTip("\n".join(map(care_line, others)))

    def _lay_out(self) -> None:
        self._beside, self._body = QWidget(), QWidget()
        high, wide = _ABOVE_CHART
        in_column(1, self.figure, self._number, self._spread, self._usual, 1, of=self._beside, spacing=2)
        keep_size(self._beside, least_width=wide)
        keep_size(self.picture, least_height=high)
        keep_size(self.chart, least_height=_CHART_HEIGHT)
        above = in_row((self.picture, 1), (self._beside, 1), spacing=GRID)
        in_column((above, 1), (self.chart, 1), of=self._body, spacing=GRID)
        head = in_row((self._name, 1), self._word, spacing=GRID)
        about = in_row((self._check, 1), self.visits_button, spacing=GRID)
        fill(self.column, head, about, (self._body, 1), self._none, self._also, 0)
