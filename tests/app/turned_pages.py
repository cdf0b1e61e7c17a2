"""Turns every page of a window with a robot and a result, in a process of its own: what did that load?

``python -m tests.app.turned_pages FOLDER NAME…`` prints those of the named modules that are loaded
in the end.
"""

import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.arm.link import RobotLink
from app.features.live.page import LivePage
from app.jobs.messages import MessageBus
from app.shell.window import Window
from app.visit.settings import SettingsStore
from app.visit.steps import Step
from app.widgets.piece_by_piece import PieceByPiece
from tests.app import fake_robot
from tests.app.fake_robot import FakeSession, FedRing
from tests.app.made_visit import open_made_visit, put_made_result
from tests.app.no_worker import NoWorker
from tests.waiting import wait_until


def main(folder: Path, names: list[str]) -> None:
    """Turn the pages; print the names of what is loaded."""
    application = QApplication([])
    session, runner = FakeSession(), NoWorker()
    link = RobotLink(runner, session=fake_robot.make(session))
    window = Window(runner, MessageBus(), SettingsStore(folder / "s.json"), link=link, visits_folder=folder)
    window.show()
    _show_result(window, folder)
    link.connect_to(fake_robot.place(folder))
    wait_until(lambda: session.acquisition is not None and link.session is not None)
    assert session.acquisition is not None
    ring = session.acquisition.ring = FedRing(60_000)
    ring.append(fake_robot.samples(0, 10_000, rate_hz=1000.0))
    for step in Step:
        window.open_step(step)
        application.processEvents()
        wait_until(lambda: all(each.is_done for each in window.findChildren(PieceByPiece)))
        wait_until(lambda: not link.is_working)
        if (run := window.pages[step].run) is not None:  # it looks before the next page does
            run.go_on()
            wait_until(lambda: not link.is_working)
    _look_at_spectra(window)
    window.close()
    sys.stdout.write(str([name for name in names if name in sys.modules]))


def _show_result(window: Window, folder: Path) -> None:
    open_made_visit(window.visit, folder)
    put_made_result(window.visit)


def _look_at_spectra(window: Window) -> None:
    page = window.pages[Step.LIVE]
    assert isinstance(page, LivePage)
    window.open_step(Step.LIVE)
    below = page.view.below
    below.show_loops()
    wait_until(lambda: any(curve.x.size for curve in below.loops.spectra.plot.curves))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
