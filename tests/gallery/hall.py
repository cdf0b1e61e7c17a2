"""The window of the gallery: filled with a made visit and its robot, shown page by page, measured."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from app.arm.link import RobotLink
from app.arm.link_state import LinkState
from app.features.comparison.page import ComparePage
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.translator import Speech
from app.shell.window import Window
from app.speech.language import Language
from app.visit.settings import RecentVisit, SettingsStore
from app.visit.steps import GuideName, Step
from app.widgets.presentation_view import SectionsView
from tests.gallery.drawn_arms import is_drawing
from tests.gallery.dress import Dress
from tests.gallery.exhibit import Exhibit
from tests.gallery.exhibits import (
    beside_the_guides,
    of_a_comparison,
    of_a_visit,
    of_an_elastic_arm,
    of_looking_back,
    of_motions_of_a_visit,
    waits_for_a_look,
)
from tests.gallery.finding import Finding
from tests.gallery.made_visit import ELASTIC_ROBOT, ELASTIC_URI, ROBOT, URI, MadeVisits
from tests.gallery.painted import painted_findings
from tests.gallery.rules import findings

_POLL_MS, _SETTLE_MS, _DRAWN_MS = 20, 60, 400
_TIMEOUT_MS = 300_000


@dataclass(frozen=True)
class Seen:
    """An exhibit in one dress: its picture, and what does not hold in it."""

    name: str
    dress: Dress
    picture: QPixmap
    findings: tuple[Finding, ...]


class Hall:
    """One window in one language, with its worker and its robot."""

    def __init__(self, application: QApplication, language: Language, made: MadeVisits, folder: Path) -> None:
        self.language, self._folder = language, folder
        self._wanted: tuple[str, ...] = ()
        """Begins of the names of exhibits; empty for all."""
        folder.mkdir(parents=True, exist_ok=True)
        self.visit, self.earlier, self._elastic = (
            Path(shutil.copy(path, folder / path.name)) for path in (made.visit, made.earlier, made.elastic)
        )
        self._speech = Speech(application)
        self._speech.speak(language)
        self.runner = JobRunner()
        self._store = SettingsStore(folder / "settings.json")
        self.link = RobotLink(self.runner)
        self.window = Window(
            self.runner, MessageBus(), self._store, link=self.link, visits_folder=folder / "visits"
        )
        self.window.show()
        wait(lambda: self.window.guides.recordings_page.robot.count() > 0)

    def leave(self) -> None:
        """Close the window and what works behind it; English is spoken again."""
        self.window.close()
        self.window.deleteLater()
        self._speech.speak(Language.ENGLISH)

    def walk(self, dresses: Sequence[Dress], *, only: str = "") -> Iterator[Seen]:
        """Every exhibit in every dress, room by room."""
        for room in self._rooms:
            exhibits = [shown for shown in room() if only in shown.name]
            for dress in dresses if exhibits else ():
                dress.put_on(self.window)
                for exhibit in exhibits:
                    self.show(exhibit)
                    yield self.see(exhibit.name, dress)

    def _wants(self, step: Step) -> bool:
        return not self._wanted or any(name.startswith(str(step)) for name in self._wanted)

    def exhibits(self, names: Iterable[str]) -> Iterator[Exhibit]:
        """Exhibits of these names, room by room; each has to be shown before the next is asked for."""
        self._wanted = tuple(names)
        found = (shown for room in self._rooms for shown in list(room()) if shown.name in self._wanted)
        yield from found
        self._wanted = ()

    @property
    def _rooms(self) -> tuple[Callable[[], Iterator[Exhibit]], ...]:
        return (
            self._foyer,
            self._at_a_visit,
            self._looking_back,
            self._at_an_elastic_arm,
            self._compared,
            self._without_a_robot,
        )

    def show(self, exhibit: Exhibit) -> None:
        """Bring an exhibit to the front, and wait until nothing more comes."""
        exhibit.show()
        self.settle()

    def see(self, name: str, dress: Dress) -> Seen:
        """Measure what is in front, and take its picture meanwhile."""
        picture = QPixmap(self.window.size())
        painted = painted_findings(self.window, picture)
        return Seen(name, dress, picture, (*findings(self.window), *painted))

    def picture(self) -> QPixmap:
        """Picture of what is in front, once its arms are drawn."""
        self.settle()
        spin(_DRAWN_MS)
        wait(lambda: not is_drawing())
        return self.window.grab()

    def open(self, visit: Path) -> None:
        """Open a visit without a robot."""
        self._let_go()
        self.window.open_visit(visit)
        window = self.window
        wait(lambda: window.visit.summary is not None and not window.visit.is_busy)
        wait(lambda: window.step is not None)

    def settle(self) -> None:
        """Let the window live until nothing more comes by itself."""
        for _ in range(2):  # what has come may ask for more
            wait(self._is_settled, what=self._why_not)
            spin(_SETTLE_MS)

    def _why_not(self) -> str:
        """What still comes, for whoever wonders why the gallery stands still."""
        working, busy = self.link.is_working, self.window.visit.is_busy
        looks = waits_for_a_look(self.window)
        return f"step={self.window.step} link={working} visit={busy} jobs={self.runner.is_busy} look={looks}"

    def _is_settled(self) -> bool:
        is_busy = self.link.is_working or self.window.visit.is_busy or self.runner.is_busy
        return not (is_busy or waits_for_a_look(self.window) or self._grows())

    def _grows(self) -> bool:
        """Whether something in sight is still being laid out, piece by piece."""
        return any(view.is_growing and view.isVisible() for view in self.window.findChildren(SectionsView))

    def _foyer(self) -> Iterator[Exhibit]:
        recent = [
            RecentVisit(str(path), name, step, "2026-03-01T10:42:00+00:00", guide=guide)
            for path, name, step, guide in (
                (self.visit, "Elfin EC66", Step.PAYLOAD_SWEEPS, GuideName.PAYLOAD),
                (self.earlier, "Universal Robots UR10e", Step.RESULTS, GuideName.FROM_FILES),
            )
        ] * 3
        yield from beside_the_guides(self.window, recent)

    def _at_a_visit(self) -> Iterator[Exhibit]:
        self._connect(self.visit, URI, ROBOT)
        for exhibit in of_a_visit(self.window, self._wants):
            self.show(exhibit)  # what it has to show is there from now on
            yield exhibit

    def _looking_back(self) -> Iterator[Exhibit]:
        if self._wants(Step.LIVE):
            self._connect(self.visit, URI, ROBOT)
            yield from of_looking_back(self.window, self.visit, self.earlier)

    def _at_an_elastic_arm(self) -> Iterator[Exhibit]:
        self._connect(self._elastic, ELASTIC_URI, ELASTIC_ROBOT)
        for exhibit in of_an_elastic_arm(self.window, self._wants):
            self.show(exhibit)
            yield exhibit

    def _without_a_robot(self) -> Iterator[Exhibit]:
        self.open(self.earlier)
        yield from of_motions_of_a_visit(self.window)

    def _connect(self, visit: Path, uri: str, robot: str) -> None:
        """Open a visit, and connect to its robot."""
        window = self.window
        self.open(visit)
        window.guide = GuideName.ON_ROBOT
        window.open_step(Step.CONNECT)
        window.on_robot.connect_page.connect_asked.emit(uri, robot)
        wait(lambda: self.link.state is LinkState.READY)

    def _let_go(self) -> None:
        self.window.show_start()
        wait(lambda: self.link.state is LinkState.OFF)

    def _compared(self) -> Iterator[Exhibit]:
        window = self.window
        self._let_go()
        page = window.pages[Step.COMPARE]
        assert isinstance(page, ComparePage)
        window.guides.compare_visits((self.earlier, self.visit))
        wait(lambda: page.found is not None)
        yield from of_a_comparison(window)


def spin(duration_ms: int) -> None:
    """Let the window live for so long."""
    loop = QEventLoop()
    QTimer.singleShot(duration_ms, loop.quit)
    loop.exec()
    QCoreApplication.sendPostedEvents()


def wait(is_there: Callable[[], bool], *, what: Callable[[], str] = str) -> None:
    """Let the window live until something is there; ``TimeoutError`` when it never comes."""
    for _ in range(_TIMEOUT_MS // _POLL_MS):
        if is_there():
            return
        spin(_POLL_MS)
    raise TimeoutError(f"The window did not come to what was waited for. {what()}")
