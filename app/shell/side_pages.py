"""Pages beside the guides and the ways to them, and the page of the fleet with what it leads to."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from app.arm.link import RobotLink
from app.guide.page import Page
from app.guide.surroundings import Surroundings
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.shell.about_page import AboutPage
from app.shell.fleet_page import FleetPage
from app.shell.frame import Frame
from app.shell.guide_entries import Beginnings
from app.shell.help_page import HelpPage
from app.shell.problem_page import ProblemPage
from app.shell.settings_page import SettingsPage
from app.shell.sides import Side, Sides
from app.shell.start_page import StartPage
from app.shell.state_page import StatePage
from app.shell.story_page import StoryPage
from app.shell.visit_page import VisitPage
from app.shell.visits import Visits
from app.visit.known_visits import catalogue_path
from app.visit.open_visit import OpenVisit
from app.visit.settings import SettingsStore
from app.visit.steps import Step


class VisitsOpened(Protocol):
    """The window, as far as these pages need it."""

    visit: OpenVisit
    visits: Visits
    link: RobotLink
    start_page: StartPage
    beginnings: Beginnings

    def show_start(self) -> None:
        """Go to the start screen; an open visit is closed, a robot is let go."""

    def open_visit(self, path: Path, *, at_state: bool = False) -> None:
        """Open a visit file, where it was left or at the state of its arm."""

    def may_open(self, step: Step) -> bool:
        """True if a step can be opened now."""


class SidePages:
    """The pages beside the guides that belong to no step; ``made`` makes them."""

    settings: SettingsPage
    help: HelpPage
    problem: ProblemPage
    about: AboutPage
    visit: VisitPage
    story: StoryPage
    fleet: FleetPage
    state: StatePage

    def made(
        self,
        window: VisitsOpened,
        around: Surroundings,
        *,
        facts: Callable[[], Mapping[str, object]],
    ) -> Iterator[tuple[Side, Page]]:
        """Make the pages, one at each call for the next; ``facts`` go into a problem report."""
        settings, runner, bus = around.settings, around.runner, around.bus
        self.settings = SettingsPage()
        yield Side.SETTINGS, self.settings
        self.help = HelpPage()
        yield Side.HELP, self.help
        self.problem = ProblemPage(around.visit, settings, runner, bus, surroundings=facts)
        yield Side.PROBLEM, self.problem
        self.about = AboutPage(visits_folder=lambda: window.visits.folder)
        yield Side.ABOUT, self.about
        self.visit = VisitPage(around.visit)
        yield Side.VISIT, self.visit
        self.story = StoryPage(around.link)
        yield Side.STORY, self.story
        self.fleet = make_fleet_page(window, runner, bus, settings)
        yield Side.FLEET, self.fleet
        self.state = StatePage(
            around.visit, runner, bus, catalogue=catalogue_path(settings.folder), may_open=window.may_open
        )
        yield Side.STATE, self.state


def connect_sides(sides: Sides, frame: Frame, *, start: StartPage, pages: SidePages) -> None:
    """Open each page beside the guides wherever it is asked for."""
    about, settings = pages.about, pages.settings
    sides.open_at(
        Side.PROBLEM,
        start.continue_card.report_asked,
        frame.crash_panel.report_asked,
        about.report_asked,
        settings.problem_asked,
    )
    sides.open_at(Side.ABOUT, settings.about_asked)
    sides.open_at(Side.VISIT, frame.top_bar.visit_asked, pages.state.name_wanted)
    sides.open_at(Side.STATE, pages.visit.state_wanted)
    sides.open_at(Side.FLEET, start.fleet_asked)


def make_fleet_page(
    window: VisitsOpened, runner: JobRunner, bus: MessageBus, settings: SettingsStore
) -> FleetPage:
    """The page of the fleet: its folders are in the settings, its visits open in the window."""
    page = FleetPage(
        runner,
        bus,
        catalogue=catalogue_path(settings.folder),
        folders=lambda: [Path(folder) for folder in settings.current.fleet_folders],
    )

    def keep(folders: Sequence[Path]) -> None:
        settings.update(replace(settings.current, fleet_folders=tuple(map(str, folders))))

    def leave() -> bool:
        if window.visit.is_busy or window.link.may_move:
            bus.show(page.tr("Another visit is being worked on. Open this one when that is done."))
            return False
        window.show_start()
        return True

    def list_visits(paths: Sequence[Path], words: str) -> None:
        if leave():
            window.beginnings.list_visits_of(paths, words)

    def open_visit(path: Path) -> None:
        if leave():
            window.open_visit(path, at_state=True)

    def commission() -> None:
        if leave():
            window.start_page.robot_asked.emit()

    page.folders_changed.connect(keep)
    page.open_wanted.connect(open_visit)
    page.commission_asked.connect(commission)
    page.visits_wanted.connect(list_visits)
    return page
