"""Whether the arm may carry its payload, and beside it what the numbers rest on."""

from pathlib import Path

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.jobs.task import Task
from app.payload_basis import basis_values, envelope_sentence
from app.tokens import GRID
from app.views.card import Card, SignedText
from app.views.envelope_chart import EnvelopeChart
from app.views.glyphs import Glyph
from app.views.payload_legend import EnvelopeLegend
from app.views.scrolled import scrolled
from app.views.value_list import ValueList
from app.visit import OpenVisit
from app.work.load_diagram import LoadDiagram, load_diagram
from core.payload.result import PayloadResult

_BASIS_WIDTH = 320


class DiagramPart(QWidget):
    """The diagram is looked up in the worker as soon as somebody looks."""

    def __init__(self, visit: OpenVisit, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._visit = visit
        self._found: PayloadResult | None = None
        self._is_final = False
        self._diagram_of: tuple[Path, PayloadResult] | None = None
        self._verdict = SignedText(wrap=True)
        self.chart = EnvelopeChart(self.tr("Load diagram"))
        self.basis = ValueList(self.tr("What the numbers rest on"))
        self._lay_out()
        self.forget()

    @property
    def words(self) -> str:
        """What is said about the load, for tests and screen readers."""
        return self._verdict.accessibleName()

    def show_payload(self, found: PayloadResult | None, *, is_final: bool) -> None:
        """Show what is known of another payload; only a final one is looked up."""
        self._found, self._is_final = found, is_final
        self.basis.show_values(basis_values(found) if found is not None else ())
        if found is None or not is_final:
            self.forget()
        elif self.isVisible():
            self._look_up()

    def forget(self) -> None:
        """There is nothing to look up."""
        self._diagram_of = None
        self.chart.show_diagram(None)
        self._show_picture(is_there=False)
        self._verdict.show_text(
            Glyph.EMPTY, self.tr("The load diagram is shown once mass and centre are known.")
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Somebody looks."""
        super().showEvent(event)
        self._look_up()

    def _look_up(self) -> None:
        found, visit = self._found, self._visit
        if found is None or not self._is_final or visit.summary is None:
            return
        place = (visit.path, found)
        if self._diagram_of is not None and self._diagram_of == place:
            return
        self._diagram_of = place
        job = visit.look_beside(Task(load_diagram, path=visit.path, estimate=found.estimate))
        job.succeeded.connect(lambda diagram: self._take(place, diagram))

    def _take(self, place: tuple[Path, PayloadResult], diagram: LoadDiagram) -> None:
        if place == self._diagram_of:
            glyph, words = envelope_sentence(diagram)
            self._verdict.show_text(glyph, words)
            self.chart.show_diagram(diagram, summary=words)
            self._show_picture(is_there=bool(diagram.distance.size))

    def _show_picture(self, *, is_there: bool) -> None:
        """With nothing to draw there is no empty plot."""
        for widget in (self._legend, self.chart):
            widget.setVisible(is_there)

    def _lay_out(self) -> None:
        card = Card(margin=GRID)
        card.column.addWidget(self._verdict)
        self._legend, room = EnvelopeLegend(), QWidget()
        picture = QVBoxLayout(room)
        picture.setContentsMargins(0, 0, 0, 0)
        picture.addWidget(self._legend)
        picture.addWidget(self.chart, 1)
        card.column.addWidget(room, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(card, 1)
        row.addWidget(scrolled(self.basis, width=_BASIS_WIDTH))
