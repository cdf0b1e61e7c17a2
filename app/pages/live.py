"""Live diagnostics: the twist of every joint while it happens."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.messages import MessageBus
from app.pages.robot_page import RobotPage
from app.robot_link import RobotLink
from app.views.glyphs import Glyph
from app.visit import OpenVisit

if TYPE_CHECKING:
    from app.jobs.runner import JobRunner
    from app.procedures.procedure import Outcome, Procedure


class LivePage(RobotPage):
    """Watch, pause, measure with cursors; move and record where the controller moves."""

    shows_rail = False

    def __init__(
        self,
        link: RobotLink,
        visit: OpenVisit,
        runner: "JobRunner",
        bus: MessageBus,
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(link, bus, self.tr("Live diagnostics"), "", parent=parent)
        self._visit, self._runner = visit, runner
        self._is_paused = False
        self.column.addWidget(self.motion)
        self.column.addStretch(1)

    @property
    def primary_text(self) -> str:
        """Hold the picture, or let it run again."""
        return self.tr("Go on") if self._is_paused else self.tr("Pause")

    def make_procedure(self) -> "Procedure | None":
        """Record as the form says; None while a field cannot be read."""
        return None

    def outcome_words(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """What is on the disk now."""
        return Glyph.CHECK, ", ".join(outcome.recordings), ""
