"""A window and a robot session that does as it is told behind its link."""

from collections.abc import Iterator
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.arm.link import RobotLink
from app.arm.link_state import LinkState
from app.arm.procedure import Outcome
from app.jobs.messages import MessageBus
from app.shell.window import Window
from app.visit.settings import SettingsStore
from app.visit.steps import Step
from app.visit.summaries import OpenedVisit
from tests.app import examples, fake_robot
from tests.app.fake_robot import FakeProcedure, FakeSession
from tests.app.no_worker import NoWorker

SOON_MS = 30_000


class Bench:
    """A window and the session behind its link."""

    def __init__(self, window: Window, session: FakeSession, qtbot: QtBot, folder: Path) -> None:
        self.window, self.session, self.qtbot, self.folder = window, session, qtbot, folder
        self.link, self.robot = window.link, window.on_robot
        self.procedure = FakeProcedure()
        for step in (Step.CHECK, Step.FRICTION, Step.EXCITE, Step.RECORD):
            page = window.pages[step]
            page.make_procedure = lambda: self.procedure  # type: ignore[method-assign]

    def connect(self) -> None:
        with self.qtbot.waitSignal(self.link.connected, timeout=SOON_MS):
            self.link.connect_to(fake_robot.place(self.folder))
        self.quiet()

    def quiet(self) -> None:
        self.qtbot.waitUntil(lambda: not self.link.is_working, timeout=SOON_MS)

    def open(self, step: Step):
        self.procedure.name = str(step)
        self.window.open_step(step)
        page = self.window.pages[step]
        self.qtbot.waitUntil(lambda: page.is_prepared, timeout=SOON_MS)  # type: ignore[attr-defined]
        return page

    def run(self, step: Step, outcome: Outcome | None = None, *, stop: bool = False):
        page = self.open(step)
        self.procedure.outcome = outcome
        page.motion.hold.held.emit()
        self.qtbot.waitUntil(lambda: self.link.state is LinkState.MOVING, timeout=SOON_MS)
        if stop:
            self.window.top_bar.stop.click()
        else:
            self.procedure.finish.set()
        self.quiet()
        self.qtbot.waitUntil(lambda: not page.is_running, timeout=SOON_MS)
        return page


def bench_of(qtbot: QtBot, folder: Path, store: SettingsStore, session: FakeSession) -> Iterator[Bench]:
    """The bench of one test."""
    runner = NoWorker()
    link = RobotLink(runner, session=fake_robot.make(session))
    window = Window(runner, MessageBus(), store, link=link, visits_folder=folder / "visits")
    window.show()
    window.visit._take(OpenedVisit(examples.visit_summary(str(folder / "cell-4.h5")), None))
    yield Bench(window, session, qtbot, folder)
    window.close()
    window.deleteLater()
