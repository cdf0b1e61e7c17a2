"""Pages beside the guides: settings, help, problem report, about, story; they lead back."""

from collections.abc import Mapping
from enum import StrEnum

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.arm.link import RobotLink
from app.guide.page import Page
from app.jobs.messages import MessageBus
from app.shell.frame import Frame


class Side(StrEnum):
    """The pages beside the guides, by the key of its help, which is never shown."""

    SETTINGS = "settings"
    HELP = "help"
    PROBLEM = "problem"
    VISIT = "visits"
    ABOUT = "about"
    STORY = "story"
    FLEET = "fleet"
    RECORDINGS = "recordings"
    STATE = "state"


class Sides(QObject):
    """Opens one of them over what is shown, never while an arm may move."""

    changed = Signal()
    """Emitted when one was opened, or the last one was closed."""

    def __init__(
        self,
        pages: Mapping[Side, Page],
        frame: Frame,
        link: RobotLink,
        bus: MessageBus,
        *,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.pages, self._frame, self._link, self._bus = pages, frame, link, bus
        self.current: Side | None = None
        self._was_on_start = True
        self._focused: QWidget | None = None
        """Widget that had the keyboard before the first of them was opened."""

    @property
    def page(self) -> Page | None:
        """The open page; None while the guide's own is in front."""
        return None if self.current is None else self.pages[self.current]

    def open(self, side: Side) -> None:
        """Bring a page to the front; refused, with a message, while an arm may move."""
        if self._link.may_move:
            self._bus.show(
                self.tr("The arm may move now, so this page stays in front."),
                self.tr("Help and settings open as soon as the motion is over."),
            )
            return
        if self.current is None:
            self._was_on_start = self._frame.is_on_start
            self._focused = self._frame.window().focusWidget()
        self.current = side
        page = self.pages[side]
        self._frame.show_page(page, rail=False)
        page.entered()
        self.changed.emit()

    def open_at(self, side: Side, *asked: SignalInstance) -> None:
        """Open a page whenever one of these signals is emitted."""
        for signal in asked:
            signal.connect(lambda: self.open(side))

    def close(self, behind: Page) -> None:
        """Go back to the start screen or the page ``behind``, from where the first was opened."""
        if self.current is None:
            return
        self.current = None
        if self._was_on_start:
            self._frame.show_start()
        else:
            self._frame.show_page(behind, rail=behind.shows_rail)
        if self._focused is not None and isValid(self._focused) and self._focused.isVisible():
            self._focused.setFocus()
        self.changed.emit()

    def forget(self) -> None:
        """Note that a page of the guides is in front."""
        self.current = None
