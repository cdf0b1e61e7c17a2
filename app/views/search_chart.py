"""How a search for a motion gets on: the best condition number so far over the seconds."""

from PySide6.QtWidgets import QWidget

from app.views.plot import Plot
from core.recording import FloatArray


class SearchChart(Plot):
    """A curve that falls in steps; its heights in powers of ten."""

    def __init__(self, name: str = "", *, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)

    def show_history(self, history: FloatArray, *, seconds: float | None = None) -> None:
        """Show ``history`` (K, 2): seconds and best condition number; ``seconds`` have passed by now."""
