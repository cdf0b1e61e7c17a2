"""The tool brought back to where it would be without load, by the stiffness of the whole arm."""

from PySide6.QtWidgets import QWidget

from app.messages import MessageBus
from app.pages.page import Page
from app.robot_link import RobotLink
from app.visit import OpenVisit


class CompensatePage(Page):
    """One question: does the tool come back where it would be without load."""

    def __init__(
        self, link: RobotLink, visit: OpenVisit, bus: MessageBus, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(self.tr("Bring the tool back under load"), "", parent=parent)
        self._link, self._visit, self._bus = link, visit, bus
        self.column.addStretch(1)
