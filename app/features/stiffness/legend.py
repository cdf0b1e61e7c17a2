"""Legends above the pictures of the arm's stiffness."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from app.features.stiffness.compliance_bars import part_colour
from app.features.stiffness.contribution_chart import cell_colour
from app.look.theme import current_theme
from app.speech.language import listed, tr
from app.widgets.layouts import Flow, bare_column, bare_row
from app.widgets.legend import Paint, PaintedSample
from app.widgets.text import Text

_SAMPLE = (22, 14)
_CIRCLE = 12.0

Entry = tuple[Paint, str]


def _inset(paint: Paint) -> Paint:
    """Leave a pixel around a sample, so that neighbours do not touch."""
    return lambda painter, room: paint(painter, room.adjusted(1, 1, -1, -1))


class StiffnessLegend(QWidget):
    """Painted samples, each followed by its words, on as many lines as they need.

    Widgets are made once and used again.
    """

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        super().__init__()
        self._entries: list[tuple[QWidget, PaintedSample, Text]] = []
        self._lines = Flow()
        bare_column(None, self._lines, None, of=self, spacing=-1)  # in the middle of a higher row
        self.show_entries(entries)

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show these samples in place of the ones before."""
        while len(self._entries) < len(entries):
            entry, sample, text = QWidget(), PaintedSample(_nothing, size=_SAMPLE), Text()
            bare_row(sample, text, of=entry)
            self._lines.addWidget(entry)
            self._entries.append((entry, sample, text))
        for place, (entry, sample, text) in enumerate(self._entries):
            is_used = place < len(entries)
            entry.setVisible(is_used)
            if is_used:
                sample.paint = _inset(entries[place][0])
                text.setText(entries[place][1])
                sample.update()
        self.setAccessibleName(listed(words for _, words in entries))


def of_parts(parts: Sequence[tuple[int, str]]) -> tuple[Entry, ...]:
    """Entries of the sources of a joint's compliance, by link and name, and of the hatching."""

    def solid(link: int) -> Paint:
        return lambda painter, place: painter.fillRect(place, part_colour(link))

    # "Link" appears once: there is no room for more beside the shift of the tool
    links = [link for link, _ in parts if link >= 0]
    named = [(solid(link), str(link + 1) if link in links[1:] else name) for link, name in parts]
    return (*named, (_hatched, tr("takes away, or not known")))


def of_cells() -> tuple[Entry, ...]:
    """Entries of the two signs of a contribution."""
    return (_gives, tr("gives")), (_takes, tr("takes away"))


def of_ellipsoids() -> tuple[Entry, ...]:
    """Entries of the outlines by all springs and by joints alone."""
    return (_full, tr("all springs")), (_reduced, tr("joints that stand for links"))


def of_map() -> tuple[Entry, ...]:
    """Entries of the marks on the map beside its scale."""
    return (_hatched, tr("the tool does not come there")), (_worst, tr("worst place"))


def _nothing(_painter: QPainter, _place: QRectF) -> None:
    """Paint nothing, until the first entry is shown."""


def _hatched(painter: QPainter, place: QRectF) -> None:
    painter.fillRect(place, QBrush(current_theme().colour("control_border"), Qt.BrushStyle.BDiagPattern))


def _gives(painter: QPainter, place: QRectF) -> None:
    painter.fillRect(place, cell_colour(0.6))


def _takes(painter: QPainter, place: QRectF) -> None:
    painter.fillRect(place, cell_colour(-0.6))
    painter.fillRect(place, QBrush(current_theme().colour("model"), Qt.BrushStyle.BDiagPattern))


def _full(painter: QPainter, place: QRectF) -> None:
    colour = current_theme().colour("accent")
    fill = QColor(colour)
    fill.setAlphaF(0.16)
    painter.setPen(QPen(colour, 2.0))
    painter.setBrush(fill)
    painter.drawEllipse(place)


def _reduced(painter: QPainter, place: QRectF) -> None:
    painter.setPen(QPen(current_theme().colour("model"), 2.0, Qt.PenStyle.DashLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(place)


def _worst(painter: QPainter, place: QRectF) -> None:
    painter.setPen(QPen(current_theme().colour("error"), 2.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ring = QRectF(0.0, 0.0, _CIRCLE - 2, _CIRCLE - 2)
    ring.moveCenter(place.center())
    painter.drawEllipse(ring)
