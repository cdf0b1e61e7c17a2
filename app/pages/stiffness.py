"""The stiffness of the whole arm: what gives where, and how many millimetres that is at the tool."""

from PySide6.QtWidgets import QWidget

from app.jobs.runner import JobRunner
from app.messages import MessageBus
from app.pages.page import Page
from app.robot_link import RobotLink
from app.visit import OpenVisit


class StiffnessPage(Page):
    """One question: where the arm gives."""

    def __init__(
        self,
        link: RobotLink,
        visit: OpenVisit,
        runner: JobRunner,
        bus: MessageBus,
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(self.tr("Where the arm gives"), "", parent=parent)
        self._link, self._visit, self._runner, self._bus = link, visit, runner, bus
        self.column.addStretch(1)
