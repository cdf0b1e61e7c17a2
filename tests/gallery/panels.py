"""What lies over a page or opens in it: messages, their list, questions, the chapters of the rail."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.shell.history import list_visits
from app.shell.visits_page import VisitsPage
from app.shell.window import Window
from app.visit.steps import GuideName, Step
from core.errors import TorsionError
from core.monitor import NullMonitor
from devices.errors import DeviceError
from tests.gallery.exhibit import Exhibit, open_step

_MESSAGES: tuple[TorsionError, ...] = (
    DeviceError("no-answer", request="read-status", waited_s=2.0),
    DeviceError("link-lost", reason="/dev/ttyUSB0: Input/output error"),
)


def of_panels(window: Window) -> Iterator[Exhibit]:
    """Each panel on the page where it usually comes."""
    yield Exhibit("message", partial(_message, window))
    yield Exhibit("message-list", partial(_messages, window))
    for number, chapter in enumerate(_chapters(window)):
        yield Exhibit(f"chapter-{number + 1}", partial(_chapter, window, chapter))
    yield Exhibit("chapters-open", partial(_chapter, window, ""))
    yield Exhibit("visits-name", partial(_visits, window, "name_button"))
    yield Exhibit("visits-delete", partial(_visits, window, "delete_button"))


def _message(window: Window) -> None:
    open_step(window, GuideName.ON_ROBOT, Step.CHECK)
    window.bus.clear()
    for error in _MESSAGES:
        window.bus.show_error(error)


def _messages(window: Window) -> None:
    _message(window)
    if not window.frame.messages.isVisible():
        window.frame.messages.turn()


def _chapters(window: Window) -> tuple[str, ...]:
    open_step(window, GuideName.ON_ROBOT, Step.CONNECT)
    return tuple(window.frame.rail.chapters)


def _chapter(window: Window, chapter: str) -> None:
    """One chapter of the rail open, or all of them without a name."""
    window.bus.clear()
    open_step(window, GuideName.ON_ROBOT, Step.CONNECT)
    for name, heading in window.frame.rail.chapters.items():
        heading.setChecked(name == chapter or not chapter)


def _visits(window: Window, button: str) -> None:
    """The list of visits with a panel open for the first of them."""
    path = Path(window.visit.path)
    open_step(window, GuideName.COMPARE, Step.VISITS)
    page = window.pages[Step.VISITS]
    assert isinstance(page, VisitsPage)
    page.start_over([path])
    page.tag_panel.close_panel()
    page.bin_panel.close_panel()
    if not page.arms:
        page._take(list_visits(folder=path.parent, others=(path,), cache=None, monitor=NullMonitor()))
    QCoreApplication.processEvents()
    getattr(page, button).click()
