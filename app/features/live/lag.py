"""The lag between the encoders' channels in the live deflection, with a switch to leave it in."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.features.live.words import lag_source_words, lag_words
from app.look.tokens import GRID
from app.widgets.arranged import in_row
from app.widgets.text import Button, Text
from core.diagnostics.lag_in_use import ShownLag


class LagRow(QWidget):
    """Lag with its source, and beside it the switch."""

    left_in = Signal(bool)
    """True when the raw difference of the encoders is wanted."""

    def __init__(self) -> None:
        super().__init__()
        self.words = Text(lag_words(None), role="muted")
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.raw = Button(self.tr("Raw"), role="segment")
        self.raw.setAccessibleName(self.tr("Show the raw difference of the encoders"))
        self.raw.setToolTip(self.tr("Motor less link encoder as they come, with what the lag makes of it"))
        self.raw.setCheckable(True)
        self.raw.toggled.connect(self.left_in)
        in_row((self.words, 1), self.raw, of=self, spacing=GRID, margins=(GRID // 2, 0, 0, 0))

    def show_lag(self, lag: ShownLag | None) -> None:
        """Show the lag in use; None while it is unknown."""
        words = lag_words(lag)
        if words != self.words.text():
            self.words.setText(words)
            self.words.setToolTip(lag_source_words(lag))
