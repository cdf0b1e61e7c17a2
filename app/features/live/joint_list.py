"""List of the joints with their newest values, and a tick for those that the charts show."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QElapsedTimer, QEvent, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import current_theme
from app.look.tokens import GRID, TARGET_HEIGHT
from app.speech.language import listed
from app.speech.units import MILLIMETRE, DisplayUnit, number, other_beside
from app.widgets.arranged import in_column, in_row
from app.widgets.joint_row import COLUMN_GAP, MARGIN, NAME_END, JointRow, RowValues
from app.widgets.signal_units import signal_unit
from app.widgets.text import Button, Text
from core.diagnostics.signals import Signal as Watched
from core.recording import FloatArray
from core.robot.model import RobotModel

_SPEAK_EVERY_MS = 1000
_TOOL = "tool"
"""Key beside the signals: shift of the tool by a joint's deflection."""
_CORRECTED = "corrected"
"""Key beside the signals: angle to command so that the loaded tool is where it was meant to be."""


@dataclass(frozen=True)
class _Column:
    key: str
    unit: DisplayUnit
    decimals: int
    widest: str
    """Widest number, which sets the width of the column."""
    heading: str
    is_other: bool = False
    """True for the second unit of a value, which people chose to see as well."""


class JointList(QWidget):
    """One row a joint: a tick in its colour, its values and a bar against the scale."""

    chosen_changed = Signal(object)
    """The chosen joints as tuple[int, ...], counted from 0."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[JointRow] = []
        self._robot: RobotModel | None = None
        self._has_link: tuple[bool, ...] = ()
        self._columns: tuple[_Column, ...] = ()
        self._spoken_at = QElapsedTimer()
        self.setAccessibleName(self.tr("Joints"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.words = Text(role="muted")
        self.all_button = Button(self.tr("All"), role="quiet")
        self.none_button = Button(self.tr("None"), role="quiet")
        for button in (self.all_button, self.none_button):
            button.setMinimumWidth(TARGET_HEIGHT)
        self.all_button.setAccessibleName(self.tr("Show all joints"))
        self.none_button.setAccessibleName(self.tr("Show no joint"))
        self.all_button.clicked.connect(lambda: self._choose_by_hand(range(len(self.rows))))
        self.none_button.clicked.connect(lambda: self._choose_by_hand(()))
        self.corrected_button = Button(self.tr("Corrected angles"), role="segment")
        self.corrected_button.setToolTip(
            self.tr("Where to send the joints so that the loaded tool is where you meant it")
        )
        self.corrected_button.setCheckable(True)
        self.corrected_button.hide()
        self._head = _Heading()
        self._lay_out()

    @property
    def chosen(self) -> tuple[int, ...]:
        """The chosen joints, counted from 0."""
        return tuple(row.joint for row in self.rows if row.isChecked())

    @property
    def wants_corrected(self) -> bool:
        """True while corrected angles are offered and switched on."""
        return not self.corrected_button.isHidden() and self.corrected_button.isChecked()

    def offer_corrected(self, *, offered: bool) -> None:
        """Offer a column of corrected angles, in place of the words how many joints are shown."""
        self.corrected_button.setVisible(offered)
        self.words.setVisible(not offered)

    def set_robot(self, robot: RobotModel | None, *, has_link: Sequence[bool] = ()) -> None:
        """Rows for another arm; ``has_link`` says which joints carry a link encoder."""
        self._robot, self._has_link = robot, tuple(bool(has) for has in has_link)
        for row in self.rows:
            self._rows.removeWidget(row)
            row.deleteLater()
        self.rows = [self._new_row(joint) for joint in range(robot.joint_count if robot else 0)]
        self._columns = ()
        self._show_choice()

    def choose(self, joints: Iterable[int]) -> None:
        """Choose joints without a signal."""
        wanted = set(joints)
        for row in self.rows:
            row.blockSignals(True)  # noqa: FBT003  # Qt's own signature
            row.setChecked(row.joint in wanted)
            row.blockSignals(False)  # noqa: FBT003  # Qt's own signature
            row.update()
        self._show_choice()

    def show_values(
        self,
        now: Mapping[str, FloatArray],
        *,
        full_scale: float,
        tool: FloatArray | None = None,
        corrected: FloatArray | None = None,
        is_stale: bool = False,
    ) -> None:
        """Show the newest values (n,) by ``core.diagnostics.signals.Signal``, in SI.

        ``tool`` (n,) m is how far each joint's deflection moves the tool, ``corrected`` (n,) rad (m)
        where to send the joints, for a column of its own; ``full_scale`` (rad, and m at sliding
        joints) fills half a bar.
        """
        if self._robot is None:
            return
        shown = {str(key): values for key, values in now.items()}
        shown |= {
            key: values for key, values in ((_TOOL, tool), (_CORRECTED, corrected)) if values is not None
        }
        columns = self._columns_for(shown)
        if columns != self._columns:
            self._columns = columns
            self._place_columns()
        speaks = not self._spoken_at.isValid() or self._spoken_at.elapsed() >= _SPEAK_EVERY_MS
        if speaks:
            self._spoken_at.start()
        for row in self.rows:
            row.show_values(self._row_values(row.joint, shown, full_scale), is_stale=is_stale)
            if speaks:
                row.setAccessibleDescription(self._spoken(row))

    def changeEvent(self, event: QEvent) -> None:
        """Lay the columns out again for another type size."""
        super().changeEvent(event)
        if hasattr(self, "_head"):
            self._place_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the columns out again for another width."""
        super().resizeEvent(event)
        self._place_columns()

    def _columns_for(self, shown: Mapping[str, FloatArray]) -> tuple[_Column, ...]:
        """Columns for these values, in their order; ``_place_columns`` drops those without room."""
        assert self._robot is not None
        robot = self._robot
        shows = [Watched.DEFLECTION] if any(self._has_link) else [Watched.POSITION]
        shows += [Watched.TORQUE if Watched.TORQUE in shown else Watched.CURRENT, Watched.TEMPERATURE]
        columns = [
            _Column(signal, unit := signal_unit(signal, robot, 0), *_FORMS[signal], unit.symbol)
            for signal in shows
            if signal in shown
        ]
        if any(self._has_link) and _TOOL in shown:
            heading = self.tr("{unit} tool").format(unit=MILLIMETRE.symbol)
            columns.insert(1, _Column(_TOOL, MILLIMETRE, *_TOOL_FORM, heading))
        if _CORRECTED in shown:
            unit = _unit(_CORRECTED, robot, 0)
            heading = self.tr("corrected {unit}").format(unit=unit.symbol)
            columns.insert(2, _Column(_CORRECTED, unit, *_CORRECTED_FORM, heading))
        return (*columns, *_other_columns(columns))

    def _place_columns(self) -> None:
        """Right-aligned from the right; the last ones go where there is no room."""
        metrics = QFontMetricsF(current_theme().font())
        widths = [
            max(metrics.horizontalAdvance(column.widest), metrics.horizontalAdvance(column.heading))
            for column in self._columns
        ]
        room = self.width() - NAME_END - MARGIN
        count = len(widths)
        while count > 1 and sum(widths[:count]) + COLUMN_GAP * count > room:
            count -= 1
        # the room that is left over is shared, so that the columns fill the width
        spare = max(room - sum(widths[:count]) - COLUMN_GAP * count, 0.0) / max(count, 1)
        ends: list[float] = []
        end = NAME_END
        for width in widths[:count]:
            end += COLUMN_GAP + width + spare
            ends.append(end)
        self._head.show_words([column.heading for column in self._columns[:count]], ends)
        for row in self.rows:
            row.set_columns(ends, has_bar=any(self._has_link))

    def _row_values(self, joint: int, shown: Mapping[str, FloatArray], full_scale: float) -> RowValues:
        assert self._robot is not None
        texts = []
        for column in self._columns:
            unit = _unit(column.key, self._robot, joint)
            if column.is_other:
                unit = other_beside(unit) or column.unit
            value = round(unit.shown(float(shown[column.key][joint])), column.decimals) + 0.0
            words = number(value, decimals=column.decimals) if math.isfinite(value) else "–"
            texts.append(words if unit.symbol == column.unit.symbol else f"{words} {unit.symbol}")
        bar = None
        if Watched.DEFLECTION in shown and any(self._has_link):
            share = float(shown[Watched.DEFLECTION][joint]) / full_scale
            bar = round(share, 2) if math.isfinite(share) else None
        return RowValues(tuple(texts), bar)

    def _spoken(self, row: JointRow) -> str:
        shown = [
            f"{text} {column.unit.symbol}"
            for column, text in zip(self._columns, row.values.texts, strict=True)
        ]
        words = listed(shown)
        return self.tr("No new data. Last: {values}").format(values=words) if row.is_stale else words

    def _new_row(self, joint: int) -> JointRow:
        row = JointRow(joint)
        row.setAccessibleName(self.tr("Joint {number}").format(number=joint + 1))
        row.setChecked(True)
        row.toggled.connect(self._choice_changed)
        row.step_asked.connect(lambda step: self._go_to(joint + step))
        self._rows.addWidget(row)
        return row

    @Slot()
    def _choice_changed(self) -> None:
        self._show_choice()
        self.chosen_changed.emit(self.chosen)

    def _choose_by_hand(self, joints: Iterable[int]) -> None:
        before = self.chosen
        self.choose(joints)
        if self.chosen != before:
            self.chosen_changed.emit(self.chosen)

    def _go_to(self, joint: int) -> None:
        if 0 <= joint < len(self.rows):
            self.rows[joint].setFocus(Qt.FocusReason.TabFocusReason)

    def _show_choice(self) -> None:
        if not self.rows:
            self.words.setText("")
        elif not self.chosen:
            self.words.setText(self.tr("Tick a joint to see it"))
        else:
            self.words.setText(
                self.tr("{count} of {all} shown").format(count=len(self.chosen), all=len(self.rows))
            )

    def _lay_out(self) -> None:
        left, right = (self.words, self.corrected_button), (self.all_button, self.none_button)
        head = in_row(*left, 1, *right, spacing=0, margins=(round(MARGIN), 0, 0, 0))
        self._rows = in_column(spacing=0)
        in_column(head, self._head, self._rows, of=self, spacing=0)


_FORMS: Mapping[Watched, tuple[int, str]] = {
    Watched.DEFLECTION: (2, "−88.88"),
    Watched.POSITION: (2, "−888.88"),
    Watched.TORQUE: (1, "−888.8"),
    Watched.CURRENT: (2, "−88.88"),
    Watched.TEMPERATURE: (0, "88"),
}
"""Decimals of a column, and its widest number."""
_OTHER_FORMS: Mapping[Watched, tuple[int, str]] = {
    Watched.TORQUE: (1, "−888.8"),
    Watched.TEMPERATURE: (0, "188"),
}
_TOOL_FORM = (2, "−8.88")
_CORRECTED_FORM = (3, "−888.888")


def _other_columns(columns: Sequence[_Column]) -> tuple[_Column, ...]:
    """Torque and temperature in the units that people chose to see beside the metric ones, placed last."""
    found = []
    for column in columns:
        other = other_beside(column.unit) if column.key in _OTHER_FORMS else None
        if other is not None:
            form = _OTHER_FORMS[Watched(column.key)]
            found.append(_Column(column.key, other, *form, other.symbol, is_other=True))
    return tuple(found)


def _unit(key: str, robot: RobotModel, joint: int) -> DisplayUnit:
    """Unit of a joint's value in a column."""
    if key == _TOOL:
        return MILLIMETRE
    return signal_unit(Watched.POSITION if key == _CORRECTED else Watched(key), robot, joint)


class _Heading(QWidget):
    """Line of units above the columns."""

    def __init__(self) -> None:
        super().__init__()
        self._words: tuple[str, ...] = ()
        self._ends: tuple[float, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """One line of text."""
        return QSize(200, round(QFontMetricsF(current_theme().font()).height()) + GRID // 2)

    def show_words(self, words: Sequence[str], ends: Sequence[float]) -> None:
        """Show these headings; ``ends`` are their right edges, px."""
        self._words, self._ends = tuple(words), tuple(ends)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the headings right-aligned, as the numbers below."""
        with QPainter(self) as painter:
            painter.setFont(current_theme().font())
            painter.setPen(current_theme().colour("muted"))
            right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            for end, words in zip(self._ends, self._words, strict=True):
                painter.drawText(QRectF(0.0, 0.0, end, float(self.height())), right, words)
