"""Pages beside the guides and the ways to them, the page of the fleet, and the pages of the steps."""

import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QUrl, Signal, Slot, qVersion
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QWidget

from app import features
from app.arm.link import RobotLink
from app.guide.actions import UndoButton
from app.guide.page import Page, Surroundings
from app.health.about import components, licence_texts, software_commit, version
from app.health.log_file import log_folder
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.theme_choice import settings_path
from app.look.tokens import GRID
from app.shell.fleet_page import FleetPage
from app.shell.frame import Frame
from app.shell.guide_launcher import GuideLauncher
from app.shell.help_page import HelpPage
from app.shell.problem_page import ProblemPage
from app.shell.settings_page import SettingsPage
from app.shell.sides import Side, Sides
from app.shell.start_page import StartPage
from app.shell.state_page import StatePage
from app.shell.story_page import StoryPage
from app.shell.tag_form import TagForm
from app.shell.visits import Visits
from app.shell.visits_page import VisitsPage
from app.speech.dates import moment_word
from app.visit.known_visits import catalogue_path, memory_of
from app.visit.open_visit import OpenVisit
from app.visit.settings import SettingsStore
from app.visit.steps import Step
from app.visit.summaries import VisitSummary
from app.widgets.layouts import Card, fill, in_card, in_row
from app.widgets.popups import popup_rule
from app.widgets.table import Column, RowsTable
from app.widgets.text import Button, Text, emphasis, muted


class VisitPage(Page):
    """Name, customer, serial number and note of the open visit, or of the one that is made next."""

    state_wanted = Signal()
    """Emitted to show the state of the visit's arm."""

    def __init__(self, visit: OpenVisit) -> None:
        super().__init__(
            self.tr("Name the visit"),
            self.tr("Nothing has to be entered. The visit is found by all of it in the list of visits."),
            primary_text=self.tr("Done"),
        )
        self._visit = visit
        self.form = TagForm()
        self.form.edited.connect(visit.tags.change)
        self.undo_button = UndoButton(visit.undoing)
        self.head.addWidget(self.undo_button)
        self.state_button = Button(self.tr("State of this arm"))
        self.state_button.clicked.connect(self.state_wanted)
        self.head.addWidget(self.state_button)
        self.about = Text(role="muted", wrap=True)
        fill(self.column, in_card(self.form, margin=2 * GRID), self.about, 1)
        visit.changed.connect(self._show_visit)

    def entered(self) -> None:
        """Show the open visit."""
        self._show_visit()

    def primary(self) -> None:
        """Take over what is being typed, and close."""
        self.form.commit()
        super().primary()

    def initial_focus(self) -> QWidget:
        """The name."""
        return self.form.lines["name"]

    @Slot()
    def _show_visit(self) -> None:
        summary, tag = self._visit.summary, self._visit.tags.now
        self.state_button.setVisible(summary is not None)
        self.form.show_tag(
            tag,
            usual_name="" if summary is None else summary.usual_name,
            serial="" if summary is None else summary.serial,
        )
        self.about.setText(self._about(summary))

    def _about(self, summary: VisitSummary | None) -> str:
        if summary is None:
            return self.tr("The visit is made as soon as a robot is connected or a recording is imported.")
        return self.tr("{robot} · begun {when} · {count} recordings · {file}").format(
            robot=summary.robot,
            when=moment_word(summary.recorded_at),
            count=len(summary.recordings),
            file=summary.path,
        )


_WIDTHS = (320, 160, 320)
_OWN_LICENCE = "Apache-2.0"


class AboutPage(Page):
    """Versions, licences, and the folders of log and settings."""

    report_asked = Signal()

    def __init__(self, *, visits_folder: Callable[[], Path] = Path) -> None:
        super().__init__(self.tr("About Torsion"), "", primary_text=self.tr("Done"))
        self.say("")
        self._visits_folder = visits_folder
        self.versions = Text(wrap=True)
        self.licence = Text(wrap=True)
        self.copy_button = Button(self.tr("Copy versions"), role="quiet")
        self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.versions.text()))
        self.report_button = Button(self.tr("Problem report"), role="quiet")
        self.report_button.clicked.connect(self.report_asked)
        self.texts_button = Button(self.tr("Show all licences in full"), role="quiet")
        self.texts_button.clicked.connect(self._show_texts)
        columns = (
            Column(self.tr("Part"), stretches=True),
            Column(self.tr("Version")),
            Column(self.tr("Licence")),
        )
        self.table = RowsTable(self.tr("What Torsion consists of"), columns, widths=_WIDTHS)
        self.places = {
            "log": Text(wrap=True),
            "settings": Text(wrap=True),
            "visits": Text(wrap=True),
        }
        self._lay_out()

    def entered(self) -> None:
        """Show versions and folders; only the folder of the visits changes while the program runs."""
        self.versions.setText(self._version_words())
        self.licence.setText(
            self.tr("Torsion is free software under the licence {licence}.").format(licence=_OWN_LICENCE)
        )
        if not self.table.rows_model.rowCount():
            unknown = self.tr("see its own text")
            rows = [(part.name, part.version, part.licence or unknown) for part in components()]
            self.table.rows_model.show_rows(rows)
        self.texts_button.setVisible(licence_texts() is not None)
        for name, path in (
            ("log", log_folder()),
            ("settings", settings_path()),
            ("visits", self._visits_folder()),
        ):
            self.places[name].setText(str(path))

    def _version_words(self) -> str:
        commit = software_commit()
        words = {
            (True, True): self.tr("Torsion {version}, commit {commit}, Python {python}, Qt {qt}, {system}"),
            (True, False): self.tr("Torsion {version}, Python {python}, Qt {qt}, {system}"),
            (False, True): self.tr(
                "Torsion from its source, commit {commit}, Python {python}, Qt {qt}, {system}"
            ),
            (False, False): self.tr("Torsion from its source, Python {python}, Qt {qt}, {system}"),
        }[bool(version()), bool(commit)]
        return words.format(
            version=version(),
            commit=commit,
            python=platform.python_version(),
            qt=qVersion(),
            system=f"{platform.system()} {platform.release()} {platform.machine()}",
        )

    def _show_texts(self) -> None:
        texts = licence_texts()
        if texts is not None and popup_rule().permits():
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(texts)))

    def _lay_out(self) -> None:
        card = Card()
        buttons = in_row(self.copy_button, self.report_button, self.texts_button, 1, spacing=GRID)
        fill(card.column, self.versions, self.licence, buttons)
        places = Card()
        for name, caption in (
            ("log", self.tr("Log files")),
            ("settings", self.tr("Settings")),
            ("visits", self.tr("New visits")),
        ):
            places.column.addLayout(in_row(muted(caption), (self.places[name], 1), spacing=2 * GRID))
        heading = emphasis(self.tr("What Torsion consists of"))
        fill(self.column, card, places, heading, (self.table, 1))


class VisitsOpened(Protocol):
    """The window, as far as these pages need it."""

    visit: OpenVisit
    visits: Visits
    link: RobotLink
    start_page: StartPage
    guides: GuideLauncher

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
            window.guides.list_visits_of(paths, words)

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
