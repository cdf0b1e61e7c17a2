"""Progress of connecting, searching or disconnecting, with a button that cancels it."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QProgressBar

from app.arm.link import RobotLink, search_words
from app.arm.link_state import LinkState
from app.look.tokens import GRID
from app.widgets.glyphs import Glyph
from app.widgets.layouts import Card, SignedText, bare_row
from app.widgets.text import Button

WAITING = {LinkState.CONNECTING, LinkState.SEARCHING, LinkState.CLOSING}
"""States in which the card is shown."""


class WaitingCard(Card):
    """A card that is visible only in the states ``WAITING``."""

    def __init__(self, link: RobotLink) -> None:
        super().__init__()
        self._link = link
        self._words = SignedText()
        self._bar = QProgressBar()
        self._bar.setRange(0, 0)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Connecting"))
        self.give_up_button = Button(self.tr("Cancel"))
        self.give_up_button.clicked.connect(self._give_up)
        self.leave_button = Button(self.tr("Disconnect"))
        self.leave_button.clicked.connect(link.disconnect_robot)
        self._lay_out()
        for signal in (link.state_changed, link.busy_changed, link.searched):
            signal.connect(self._show_state)
        self._show_state()

    @property
    def words(self) -> str:
        """The shown words, for tests and screen readers."""
        return self._words.accessibleName()

    @Slot()
    def _show_state(self) -> None:
        state = self._link.state
        is_searching = state is LinkState.SEARCHING
        self.setVisible(state in WAITING)
        self._words.show_text(Glyph.CURRENT, self._words_for(state))
        self.give_up_button.set_text(self.tr("Stop looking") if is_searching else self.tr("Cancel"))
        self.give_up_button.setEnabled(state is not LinkState.CLOSING and not self._link.is_giving_up)
        self.leave_button.setVisible(is_searching)

    def _words_for(self, state: LinkState) -> str:
        if state is LinkState.CLOSING:
            return self.tr("Closing the connection …")
        if state is LinkState.SEARCHING:
            return search_words(self._link)
        return self.tr("Connecting and waiting for the first samples …")

    @Slot()
    def _give_up(self) -> None:
        """End the search for the robot, or the connecting."""
        if self._link.state is LinkState.SEARCHING:
            self._link.stop_looking()
        else:
            self._link.disconnect_robot()

    def _lay_out(self) -> None:
        self.column.setSpacing(2 * GRID)
        self.column.addWidget(self._words)
        self.column.addWidget(self._bar)
        self.column.addLayout(bare_row(None, self.leave_button, self.give_up_button, spacing=-1))
