"""Ways into the guides: cards of the start screen, a robot, files, and visits to compare."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.features.comparison.page import CHANGES, FEWEST, TREND, ComparePage
from app.features.identification.recordings_page import ENDINGS, RecordingsPage
from app.guide.page import Page, RecordingSource
from app.health.running import RunPlace
from app.shell.dropping import Dropping
from app.shell.on_robot import OnRobot
from app.shell.sides import Side, Sides
from app.shell.start_page import StartPage
from app.shell.unattended import TurnsPages
from app.shell.visits import Visits
from app.shell.visits_page import VisitsPage
from app.visit.open_visit import OpenVisit
from app.visit.settings import SettingsStore
from app.visit.steps import GuideName, Step
from app.visit.summaries import RobotChoice

_VIRTUAL = "virtual:ec66"
_STEPS: Mapping[str, Step] = {
    "friction": Step.FRICTION,
    "payload": Step.PAYLOAD,
    "deflection": Step.TWIST,
}
"""Steps that show what a recording can serve."""


class PagesWindow(Protocol):
    """The window, as far as the recordings need it."""

    pages: dict[Step, Page]
    sides: Sides

    @property
    def step(self) -> Step | None:
        """The open step; None without one."""

    def close_side(self) -> None:
        """Go back from a page beside the guides."""

    def open_step(self, step: Step) -> None:
        """Open the page of a step."""


class RecordingChooser(QObject):
    """Answers *From a recording …* of every page, and the buttons for what a recording can serve."""

    def __init__(self, window: PagesWindow, recordings: RecordingsPage, *, parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._recordings = window, recordings
        for page in window.pages.values():
            if page.source is not None:
                page.source.asked.connect(lambda source=page.source: self.choose_for(source))
        recordings.used.connect(self._use)
        recordings.served.connect(self._serve)
        window.sides.changed.connect(self._side_changed)

    @property
    def source(self) -> RecordingSource | None:
        """Source of recordings of the page in front; None where it takes no recordings now."""
        step = self._window.step
        source = None if step is None else self._window.pages[step].source
        return source if source is not None and source.is_possible else None

    def choose_for(self, source: RecordingSource, files: Sequence[Path] = ()) -> None:
        """Open the page of recordings for a page, with files that wait for their import."""
        self._recordings.model.show_waiting(())
        self._recordings.feed(source)
        if files:
            self._recordings.add_files(files)
        self._window.sides.open(Side.RECORDINGS)

    @Slot(object)
    def _use(self, labels: Sequence[str]) -> None:
        fed = self._recordings.fed
        self._window.close_side()
        if fed is not None:
            fed.take(labels)

    @Slot(str, object)
    def _serve(self, use: str, labels: Sequence[str]) -> None:
        step = _STEPS[use]
        self._window.open_step(step)
        source = self._window.pages[step].source
        if source is not None:
            source.take(labels)

    @Slot()
    def _side_changed(self) -> None:
        if self._window.sides.current is None and self._recordings.fed is not None:
            self._recordings.feed(None)


class LaunchingWindow(TurnsPages, PagesWindow, Protocol):
    """The window, as far as the guides need it."""


class GuideLauncher(QObject):
    """Opens the first page of a guide with everything that it needs in hand."""

    robots_listed = Signal(object)
    """The shipped robots, as ``Sequence[RobotChoice]``."""
    back_asked = Signal()
    """Emitted when other visits are wanted than those that are compared."""

    def __init__(
        self,
        window: LaunchingWindow,
        dropping: Dropping,
        start_page: StartPage,
        visit: OpenVisit,
        visits: Visits,
        on_robot: OnRobot,
        settings: SettingsStore,
        *,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._visit = visit
        self._window, self._start_page = window, start_page
        self._visits, self._on_robot, self._settings = visits, on_robot, settings
        self._robots: list[RobotChoice] = []
        self._connect_cards()
        self._connect_visits()
        self.chooser = RecordingChooser(window, self.recordings_page, parent=self)
        self._connect_drops(dropping)
        visit.robot_described.connect(self._take_robot)
        visits.recent_changed.connect(self.show_recent)
        visits.recent_seen.connect(start_page.show_seen)
        visits.arms_seen.connect(start_page.show_arms)
        visit.list_robots().succeeded.connect(self._take_robots)

    @property
    def recordings_page(self) -> RecordingsPage:
        """The first page of the guide from files."""
        page = self._window.pages[Step.RECORDINGS]
        assert isinstance(page, RecordingsPage)
        return page

    @Slot()
    def show_recent(self) -> None:
        """Show the visits that were open lately on the start screen."""
        self._start_page.show_recent(self._visits.recent)
        self._visits.look_at_recent()

    def new_on_robot(self, uri: str = "", *, guide: GuideName = GuideName.ON_ROBOT) -> None:
        """Begin a guide on the controller of this address, the last one without an address."""
        self._visits.close()
        self._on_robot.offer_controller(uri or self._settings.current.last_controller)
        self._window.guide = guide
        self._window.open_step(Step.CONNECT)

    @Slot()
    def new_from_files(self) -> None:
        """Begin the guide from files, with the robot and the folder of the last time."""
        self._visits.close()
        page, settings = self.recordings_page, self._settings.current
        page.model.show_waiting(())
        page.offer_robots(self._robots, chosen=settings.last_robot)
        page.start_in(settings.last_folder)
        self._window.guide = GuideName.FROM_FILES
        self._window.open_step(Step.RECORDINGS)

    def list_visits(self, paths: Sequence[Path] = ()) -> None:
        """Show all visits by arm, to open one or compare several; these are picked."""
        page = self._window.pages[Step.VISITS]
        assert isinstance(page, VisitsPage)
        page.start_over(paths)
        self._window.open_step(Step.VISITS)

    def list_visits_of(self, paths: Sequence[Path], words: str) -> None:
        """Show the visits that have these words, among them those at ``paths``."""
        self.list_visits()
        page = self._window.pages[Step.VISITS]
        assert isinstance(page, VisitsPage)
        page.search_for(paths, words)

    def compare_visits(
        self, paths: Sequence[Path] = (), *, other_arm: bool = False, history: bool = False
    ) -> None:
        """Compare two visits or more, first the changes or the history; with fewer choose them."""
        if len(paths) < FEWEST:
            self.list_visits(paths)
            return
        page = self._window.pages[Step.COMPARE]
        assert isinstance(page, ComparePage)
        page.compare(paths, other_arm=other_arm, view=TREND if history else CHANGES)
        self._window.open_step(Step.COMPARE)

    @Slot(object)
    def _continue_at(self, place: RunPlace) -> None:
        self._visits.go_on_at(place)

    @Slot(object)
    def _take_robots(self, robots: Sequence[RobotChoice]) -> None:
        self._robots = [*robots, *(found for found in self._robots if found not in robots)]
        self.recordings_page.offer_robots(self._robots, chosen=self._settings.current.last_robot)
        self._on_robot.offer_robots(robots)
        self.robots_listed.emit(robots)

    @Slot(object)
    def _take_robot(self, robot: RobotChoice) -> None:
        if robot not in self._robots:
            self._robots.append(robot)
        self.recordings_page.offer_robots(self._robots, chosen=robot.name)

    def _connect_cards(self) -> None:
        start = self._start_page
        start.robot_asked.connect(self.new_on_robot)
        start.live_asked.connect(lambda: self.new_on_robot(guide=GuideName.LIVE))
        start.payload_asked.connect(lambda: self.new_on_robot(guide=GuideName.PAYLOAD))
        start.virtual_asked.connect(lambda: self.new_on_robot(_VIRTUAL))
        start.new_asked.connect(self.new_from_files)
        start.open_asked.connect(self.list_visits)
        start.synthetic_asked.connect(self._visits.try_synthetic)
        start.recent_asked.connect(lambda path: self._visits.open(Path(path)))
        start.continue_card.continue_asked.connect(self._continue_at)

    def _connect_drops(self, dropping: Dropping) -> None:
        dropping.may_feed = lambda: self.chooser.source is not None or self.recordings_page.fed is not None
        dropping.recording_endings = frozenset(f".{ending}" for ending in ENDINGS)
        dropping.visit_dropped.connect(self._open_dropped)
        dropping.visits_dropped.connect(self._list_dropped)
        dropping.files_dropped.connect(self._take_dropped)
        self._visits.import_asked.connect(self._take_recording)

    @Slot(object)
    def _open_dropped(self, path: Path) -> None:
        self._visits.close()
        self._visits.open(path)

    @Slot(object)
    def _list_dropped(self, paths: Sequence[Path]) -> None:
        self._visits.close()
        self.list_visits(paths)

    @Slot(object)
    def _take_recording(self, path: Path) -> None:
        self._take_dropped((), (path,))

    @Slot(object, object)
    def _take_dropped(self, robots: Sequence[Path], recordings: Sequence[Path]) -> None:
        """Feed the page in front, or choose a robot on it if that asks for one; else begin with the files."""
        step, source = self._window.step, self.chooser.source
        if source is not None and recordings and not robots:
            self.chooser.choose_for(source, recordings)
            return
        if self.recordings_page.fed is not None and recordings and not robots:
            self.recordings_page.add_files(recordings)
            return
        if step is Step.CONNECT and robots and not recordings and self._visit.summary is None:
            self._on_robot.choice.description_asked.emit(robots[0])
            return
        if step is not Step.RECORDINGS or (robots and self._visit.summary is not None):
            self.new_from_files()
        if recordings:
            self.recordings_page.add_files(recordings)
        if robots:
            self._visit.describe_robot(robots[0])

    def _connect_visits(self) -> None:
        visits, compare = self._window.pages[Step.VISITS], self._window.pages[Step.COMPARE]
        assert isinstance(visits, VisitsPage)
        assert isinstance(compare, ComparePage)
        compare.others_wanted.connect(self.back_asked)
        visits.tag_wanted.connect(self._visits.change_tag)
        visits.delete_wanted.connect(self._visits.bin.delete)
        self._visits.bin.folder_asked.connect(visits.ask_for_folder)
        visits.folder_chosen.connect(self._visits.bin.move_to)
        self._visits.listed_changed.connect(visits.look)
        visits.open_wanted.connect(lambda path: self._visits.open(path, to_watch=False, at_state=True))
        visits.compare_wanted.connect(
            lambda paths, other, history: self.compare_visits(paths, other_arm=other, history=history)
        )
