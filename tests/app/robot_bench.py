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
from tests.waiting import LIMIT_MS, wait_until

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
        with self.qtbot.waitSignal(self.link.connected, timeout=LIMIT_MS):
            self.link.connect_to(fake_robot.place(self.folder))
        self.quiet()

    def quiet(self) -> None:
        wait_until(lambda: not self.link.is_working)

    def open(self, step: Step):
        self.procedure.name = str(step)
        self.window.open_step(step)
        page = self.window.pages[step]
        wait_until(lambda: page.run.is_prepared)  # type: ignore[attr-defined]
        return page

    def run(self, step: Step, outcome: Outcome | None = None, *, stop: bool = False):
        page = self.open(step)
        self.procedure.outcome = outcome
        page.run.card.hold.held.emit()
        wait_until(lambda: self.link.state is LinkState.MOVING)
        if stop:
            self.window.top_bar.stop.click()
        else:
            self.procedure.finish.set()
        self.quiet()
        wait_until(lambda: not page.run.is_running)
        return page


def bench_of(qtbot: QtBot, folder: Path, make_window: MakeWindow, session: FakeSession) -> Bench:
    """The bench of one test."""
    window = make_window(session)
    window.visit._take(OpenedVisit(examples.visit_summary(str(folder / "cell-4.h5")), None))
    return Bench(window, session, qtbot, folder)
