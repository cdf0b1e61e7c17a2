"""The load diagram of the arm with the payload in it."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.features.payload.legend import envelope_legend
from app.features.payload.presentation import DIAGRAM
from app.features.payload.tasks import load_diagram
from app.jobs.task import Task
from app.look.tokens import GRID
from app.presentation import Presentation
from app.speech.language import tr
from app.visit.open_visit import OpenVisit
from app.widgets.figure_view import FigureView
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.layouts import Card, SignedText, bare_row
from app.widgets.presentation_view import CardOf
from core.robot.load_envelope import PayloadEnvelope


def payload_cards() -> tuple[CardOf, ...]:
    """Cards of mass, of x and y, and of z: the order in which they become known."""
    return (
        CardOf(tr("Mass"), ("mass",)),
        CardOf(tr("Centre of mass: x and y"), ("x", "y"), is_named=True),
        CardOf(tr("Centre of mass: z"), ("z",), is_named=True),
    )


class DiagramPart(QWidget):
    """Load diagram and its verdict in words.

    The worker reads the load limits of the arm when the view is first shown with a payload.
    """

    def __init__(self, visit: OpenVisit, looked_up: Callable[[], None]) -> None:
        super().__init__()
        self._visit, self._looked_up = visit, looked_up
        self.envelope: PayloadEnvelope | None = None
        """Load limits of the visit's arm; None before they are read."""
        self._asked: Path | None = None
        self._has_final = False
        self._verdict = SignedText(wrap=True)
        self.chart = FigureView(self.tr("Load diagram"))
        self._lay_out()
        self.forget()

    @property
    def words(self) -> str:
        """Verdict on the load in words, for tests and screen readers."""
        return self._verdict.accessibleName()

    def show_payload(self, shown: Presentation | None, *, is_final: bool) -> None:
        """Show another payload; only a final one is compared with the load diagram."""
        self._has_final = shown is not None and is_final
        figure = shown.figure(DIAGRAM) if shown is not None and is_final else None
        self.chart.show_figure(figure)
        has_limit = figure is not None and figure.series_of("limit") is not None
        for widget in (self._legend, self.chart):  # without a limit no empty plot
            widget.setVisible(has_limit)
        if figure is not None:
            verdict = figure.summary.verdict
            glyph = VERDICT_GLYPHS[verdict] if verdict is not None else Glyph.NOTE
            self._verdict.show_text(glyph, str(figure.summary.value))
        else:
            words = self.tr("The load diagram is shown once mass and centre are known.")
            self._verdict.show_text(Glyph.EMPTY, words)
        if self.isVisible():
            self._look_up()

    def forget(self) -> None:
        """Show nothing of the visit that was open before."""
        self._asked = self.envelope = None
        self.show_payload(None, is_final=False)

    def showEvent(self, event: QShowEvent) -> None:
        """Read the load limits where they are needed now."""
        super().showEvent(event)
        self._look_up()

    def _look_up(self) -> None:
        """Read the load limits once per visit: they are the same for every payload."""
        visit = self._visit
        if not self._has_final or visit.summary is None or self._asked == visit.path:
            return
        self._asked = path = visit.path
        job = visit.look_beside(Task(load_diagram, path=path))
        job.succeeded.connect(lambda envelope: self._take(path, envelope))

    def _take(self, path: Path, envelope: PayloadEnvelope) -> None:
        if path == self._asked:
            self.envelope = envelope
            self._looked_up()

    def _lay_out(self) -> None:
        card = Card(margin=GRID)
        card.column.addWidget(self._verdict)
        self._legend, room = envelope_legend(), QWidget()
        picture = QVBoxLayout(room)
        picture.setContentsMargins(0, 0, 0, 0)
        picture.addWidget(self._legend)
        picture.addWidget(self.chart, 1)
        card.column.addWidget(room, 1)
        bare_row((card, 1), of=self)
