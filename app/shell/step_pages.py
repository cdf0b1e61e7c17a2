"""The pages of the steps: those of the features, and the list of visits."""

from collections.abc import Callable, Iterator

from app import features
from app.guide.page import Page
from app.guide.surroundings import Surroundings
from app.shell.visits import Visits
from app.shell.visits_page import VisitsPage
from app.visit.known_visits import memory_of
from app.visit.steps import Step


def step_pages(around: Surroundings, *, visits: Callable[[], Visits]) -> Iterator[tuple[Step, Page]]:
    """Make the pages, one at each call for the next, with their steps; ``visits`` are made after them."""
    for each in features.FEATURES:
        for key, page in each.pages(around):
            yield Step(key), page
    visits_page = VisitsPage(
        around.runner,
        around.bus,
        recent=lambda: visits().recent,
        folder=lambda: visits().folder,
        cache=memory_of(around.settings.folder),
    )
    yield Step.VISITS, visits_page
