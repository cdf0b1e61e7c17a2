"""A window and a robot session that does as it is told behind its link."""

from collections.abc import Callable
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.arm.procedure import Outcome
from app.shell.window import Window
from app.visit.steps import Step
from app.visit.summaries import OpenedVisit
from tests.app import examples, fake_robot
from tests.app.fake_robot import FakeProcedure, FakeSession

SOON_MS = 30_000
MakeWindow = Callable[[FakeSession], Window]
"""The fixture ``make_window``."""


class Bench:
    """A window and the session behind its link."""

    def __init__(self, window: Window, session: FakeSession, qtbot: QtBot, folder: Path) -> None:
        self.window, self.session, self.qtbot, self.folder = window, session, qtbot, folder
        self.link, self.robot = window.link, window.on_robot
        self.procedure = FakeProcedure()
        for step in (Step.CHECK, Step.FRICTION, Step.EXCITE, Step.RECORD):
            window.pages[step].run.make_procedure = lambda: self.procedure

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
        self.qtbot.waitUntil(lambda: page.run.is_prepared, timeout=SOON_MS)  # type: ignore[attr-defined]
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
        self.qtbot.waitUntil(lambda: not page.run.is_running, timeout=SOON_MS)
        return page


def bench_of(qtbot: QtBot, folder: Path, make_window: MakeWindow, session: FakeSession) -> Bench:
    """The bench of one test."""
    window = make_window(session)
    window.visit._take(OpenedVisit(examples.visit_summary(str(folder / "cell-4.h5")), None))
    return Bench(window, session, qtbot, folder)
