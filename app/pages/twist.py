"""The twist of every gear: choose recordings, have the gears looked at, read how they are."""

from PySide6.QtWidgets import QWidget

from app.jobs.runner import JobRunner
from app.messages import MessageBus
from app.pages.page import Page
from app.visit import OpenVisit


class TwistPage(Page):
    """One question: how stiff, loose and worn is each gear."""

    def __init__(
        self, visit: OpenVisit, runner: JobRunner, bus: MessageBus, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(self.tr("How stiff, loose and worn is each gear?"), "", parent=parent)
        self._visit, self._runner, self._bus = visit, runner, bus
        self.column.addStretch(1)
