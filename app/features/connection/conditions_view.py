"""Conditions of a motion that the controller does not meet, shown before a motion is asked for."""

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.features.connection.readiness_rows import readiness_rows
from app.look.tokens import GRID
from app.widgets.layouts import bare_column
from app.widgets.readiness_list import ReadinessList
from app.widgets.text import emphasis
from devices.safety.readiness import ReadinessLine, ReadinessState

LOOK_MS = 500
"""Interval at which the newest state of the controller is looked at; the stream tells it anyway."""


class ConditionsView(QWidget):
    """The missing conditions of the connected arm; empty without any."""

    changed = Signal()
    """Emitted when a condition was met or is missing."""

    def __init__(self, link: RobotLink, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._title = emphasis(self.tr("Before the arm can be moved"))
        self.list = ReadinessList()
        bare_column(self._title, self.list, of=self, spacing=GRID)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)

    def showEvent(self, event: QShowEvent) -> None:
        """Look at the controller while this is seen."""
        super().showEvent(event)
        self.look()
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Look no more."""
        self._timer.stop()
        super().hideEvent(event)

    @Slot()
    def look(self) -> None:
        """Show what is missing now."""
        session = self._link.session
        missing = () if session is None or not self._link.is_connected else session.missing
        before = self.list.rows
        self.list.show_rows(
            readiness_rows([ReadinessLine(code, ReadinessState.NOT_READY, facts) for code, facts in missing])
        )
        self._title.setVisible(bool(missing))
        if self.list.rows != before:
            self.changed.emit()
