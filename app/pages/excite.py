"""Excite: run the planned motion, slowly first, and see what came of it."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.messages import MessageBus
from app.pages.record_words import recorded_words
from app.pages.robot_page import RobotPage
from app.robot_link import RobotLink
from app.views.glyphs import Glyph
from app.views.motion_card import LINES_WITH_QUESTION
from app.visit import OpenVisit

if TYPE_CHECKING:
    from app.procedures.procedure import Outcome, Procedure


class ExcitePage(RobotPage):
    """Look at the stages, hold, follow them, read how well it went."""

    def __init__(
        self, link: RobotLink, visit: OpenVisit, bus: MessageBus, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            link,
            bus,
            self.tr("Run the planned motion"),
            self.tr("Slowly first. Each stage is measured, and the next one runs only where that allows it."),
            lines=LINES_WITH_QUESTION,
            parent=parent,
        )
        self._visit = visit
        self.column.addWidget(self.motion)
        self.column.addStretch(1)

    def make_procedure(self) -> "Procedure | None":
        """Run the plan of the visit; None while a field cannot be read."""
        return None

    def outcome_words(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """What is on the disk now."""
        return recorded_words(outcome)
