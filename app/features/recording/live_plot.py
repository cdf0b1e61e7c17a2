"""The live signal of a chosen joint."""

from PySide6.QtWidgets import QWidget

from app.look.tokens import GRID
from app.widgets.card import Card
from app.widgets.layouts import bare_row
from app.widgets.running_curve import RunningCurve
from app.widgets.segmented import Segmented
from app.widgets.text import muted


class LivePlot(Card):
    """Choice of joint and signal with the newest value above, the curve below."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=GRID, parent=parent)
        self.joint = Segmented(self.tr("Joint"))
        self.quantity = Segmented(self.tr("What to watch"))
        self.curve = RunningCurve(self.tr("Live signal"))
        chooser = bare_row(muted(self.tr("Joint")), self.joint)
        self.curve.head.insertLayout(0, bare_row(chooser, self.quantity, spacing=2 * GRID))
        self.curve.head.setContentsMargins(GRID, 0, GRID, 0)
        self.column.addWidget(self.curve, 1)
