"""Plan: which motion excites the arm, worked out beside the window, looked at before it is run."""

from PySide6.QtWidgets import QWidget

from app.messages import MessageBus
from app.pages.page import Page
from app.robot_link import RobotLink
from app.settings import SettingsStore
from app.visit import OpenVisit


class PlanPage(Page):
    """Say what, plan, look at it, save it."""

    def __init__(
        self,
        link: RobotLink,
        visit: OpenVisit,
        settings: SettingsStore,
        bus: MessageBus,
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            self.tr("Which motion shall the arm run?"),
            self.tr("A planned motion shows more of the arm in a minute than hours of chance do."),
            parent=parent,
        )
        self._link, self._visit, self._settings, self._bus = link, visit, settings, bus
