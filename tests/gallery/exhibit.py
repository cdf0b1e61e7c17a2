"""A page in one of its views, as the gallery shows it."""

from collections.abc import Callable
from dataclasses import dataclass

from app.features.stiffness.page import StiffnessPage
from app.features.twist.page import TwistPage
from app.guide.page import Page
from app.shell.window import Window
from app.visit.steps import GuideName, Step
from app.widgets.segmented import Segmented


@dataclass(frozen=True)
class Exhibit:
    """A page in one of its views."""

    name: str
    show: Callable[[], None]
    """Brings it to the front; may be called again and again."""


def tabs_of(page: Page) -> Segmented | None:
    """What chooses the views of a page now, if it has several."""
    views, result, view = (getattr(page, name, None) for name in ("views", "result", "view"))
    owners = (page, views, result, getattr(view, "below", None))
    for owner in owners:
        tabs = getattr(owner, "tabs", None)
        if isinstance(tabs, Segmented) and tabs.isVisible() and tabs.count > 1:
            return tabs
    return None


def open_step(window: Window, guide: GuideName, step: Step, *, view: int = 0) -> None:
    """Open a step of a guide in one of its views."""
    window.guide = guide
    window.open_step(step)
    page = window.pages[step]
    if isinstance(page, TwistPage | StiffnessPage) and not page.shows_result:
        page.calculation.button.click()
    tabs = tabs_of(page)
    if tabs is not None:
        tabs.press(view)
