"""What lies over a page or opens in it: messages, their list, questions, *More* in the rail."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.features.identification.results_page import ResultsPage
from app.shell.history import list_visits
from app.shell.visits_page import VisitsPage
from app.shell.window import Window
from app.visit.steps import GuideName, Step
from app.widgets.fields import CheckedField
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
    for guide in (GuideName.ON_ROBOT, GuideName.PAYLOAD):
        yield Exhibit(f"more-{guide}", partial(_more, window, guide))
    for step in (Step.FRICTION, Step.PAYLOAD_REFERENCE, Step.VERIFY):
        yield Exhibit(f"{step}-typed", partial(_typed, window, step))
    yield Exhibit("results-zoomed", partial(_zoomed, window))
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


def _more(window: Window, guide: GuideName) -> None:
    """The steps under *More* in place of the rows."""
    window.bus.clear()
    open_step(window, guide, Step.CONNECT)
    window.frame.rail.more_button.click()


def _typed(window: Window, step: Step) -> None:
    """Other values than the usual ones in the fields of a page, each with its way back."""
    window.bus.clear()
    guide = GuideName.PAYLOAD if step is Step.PAYLOAD_REFERENCE else GuideName.ON_ROBOT
    open_step(window, guide, step)
    for field in window.pages[step].findChildren(CheckedField):
        field.show_text("5")


def _zoomed(window: Window) -> None:
    """A plot that is not at its whole view."""
    window.bus.clear()
    open_step(window, GuideName.FROM_FILES, Step.RESULTS)
    page = window.pages[Step.RESULTS]
    assert isinstance(page, ResultsPage)
    page.measured.torque.setXRange(3.0, 4.5, padding=0)


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
