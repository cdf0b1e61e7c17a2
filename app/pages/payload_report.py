"""The payload on one page of paper: PDF and JSON beside the visit."""

from PySide6.QtWidgets import QWidget

from app.messages import MessageBus
from app.pages.page import Page
from app.visit import OpenVisit


class PayloadReportPage(Page):
    """Write the one-page report."""

    def __init__(self, visit: OpenVisit, bus: MessageBus, *, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Report on the payload"),
            self.tr(
                "One page with mass, centre of mass, their ± and verdicts, and what they were compared with."
            ),
            parent=parent,
        )
        self._visit, self._bus = visit, bus

    @property
    def primary_text(self) -> str:
        """Write the report, again when it is out of date."""
        return self.tr("Write the report")
