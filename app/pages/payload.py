"""What hangs on the flange: mass and centre of mass, what they rest on, and the robot's own setting."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.jobs.runner import JobRunner
from app.messages import MessageBus
from app.pages.page import Page
from app.robot_link import RobotLink
from app.visit import OpenVisit
from core.payload.result import PayloadResult


class PayloadPage(Page):
    """One question: what hangs on the flange, and can it be trusted."""

    repeat_asked = Signal(object)
    """SweepKeys (a tuple) that somebody wants to measure again."""

    def __init__(
        self,
        link: RobotLink,
        visit: OpenVisit,
        runner: JobRunner,
        bus: MessageBus,
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(self.tr("What hangs on the flange?"), "", parent=parent)
        self._link, self._visit, self._runner, self._bus = link, visit, runner, bus
        self.found: PayloadResult | None = None

    def show_payload(self, found: PayloadResult, *, is_partial: bool = False) -> None:
        """Show what was found, or what is known of it so far."""
        self.found = found
