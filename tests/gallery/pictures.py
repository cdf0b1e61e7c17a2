"""``python -m tests.gallery.pictures OUT_DIR``: the pages as pictures, light and dark, without a robot.

Plays both guides in the real window with the real worker, once per theme, on the virtual
robot: the identification on a visit recorded as fast as it goes, the guide on a robot live.
The README uses the pictures.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from app.arm.link import RobotLink
from app.arm.link_state import LinkState
from app.features.identification.results_page import ResultsPage
from app.features.recording.form import SWAY
from app.guide.page import Page
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.rehearsal.recorded_visit import FIT_RUNS, HELD_OUT_RUNS, record_virtual_visit
from app.shell.window import Window
from app.visit.settings import SettingsStore
from app.visit.steps import Step
from app.widgets.picture_bytes import png_bytes
from core.monitor import NullMonitor
from core.storage.output_writer import write_whole
from tests.gallery.drawn_arms import drawn_arms, is_drawing

THEMES = (ThemeName.LIGHT, ThemeName.DARK)
RESULT_VIEWS = ("identify", "friction", "dynamics", "learned", "parameters", "comparison", "reasons")
ROBOT, SEED = "generic-6r", 0
RECORDED_S = 8.0
_JOINT_SHOWN = 1
_SETTLE_MS = 250
_UNDER_WAY_MS = 7_000
_TIMEOUT_MS = 300_000
_POLL_MS = 50


def main(arguments: list[str]) -> int:
    """Write the pictures into the folder that is named; returns an exit code."""
    if len(arguments) != 1:
        print("Usage: python -m tests.gallery.pictures OUT_DIR", file=sys.stderr)  # noqa: T201
        return 2
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    out = Path(arguments[0])
    out.mkdir(parents=True, exist_ok=True)
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    with tempfile.TemporaryDirectory() as name, drawn_arms():
        recorded = Path(name) / "virtual.h5"
        record_virtual_visit(
            recorded, robot=ROBOT, labels=(*FIT_RUNS, *HELD_OUT_RUNS), seed=SEED, monitor=NullMonitor()
        )
        for theme in THEMES:
            folder = Path(name) / theme.value
            folder.mkdir()
            visit = Path(shutil.copy(recorded, folder / "commissioning.h5"))
            take_pictures(out, theme=theme, folder=folder, visit=visit)
    return 0


def take_pictures(out: Path, *, theme: ThemeName, folder: Path, visit: Path) -> None:
    """Play both guides and take every picture in one theme; ``visit`` holds recordings and no result."""
    current_theme().apply(theme)
    runner = JobRunner()
    window = Window(
        runner,
        MessageBus(),
        SettingsStore(folder / "settings.json"),
        link=RobotLink(runner),
        visits_folder=folder / "visits",
    )
    window.show()
    camera = Camera(window)
    wait(lambda: window.beginnings.recordings_page.robot.count() > 0)
    _identification(window, camera, visit)
    window.show_start()
    camera.take("start")
    _on_robot(window, camera)
    window.close()
    window.deleteLater()
    camera.save(out, theme=theme)


class Camera:
    """Takes pictures at once and writes them later: encoding them would hold up a moving arm's window."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._taken: dict[str, QPixmap] = {}

    def take(self, name: str) -> None:
        """Take a picture of what is shown."""
        spin(_SETTLE_MS)
        wait(lambda: not is_drawing())
        self._taken[name] = self._window.grab()

    def save(self, out: Path, *, theme: ThemeName, size: str = "") -> None:
        """Write all pictures; the theme and the ``size`` are part of their names."""
        for name, picture in self._taken.items():
            path = out / f"{'-'.join(filter(None, (name, theme.value, size)))}.png"
            write_whole(path, png_bytes(picture))


def _identification(window: Window, camera: Camera, path: Path) -> None:
    visit = window.visit
    window.open_visit(path)
    wait(lambda: window.step is Step.CHOOSE and not visit.is_busy)
    for step, name in ((Step.RECORDINGS, "recordings"), (Step.CHOOSE, "choose"), (Step.IDENTIFY, "run")):
        window.open_step(step)
        camera.take(name)
    window.footer.primary_button.click()
    wait(lambda: window.step is Step.RESULTS and not visit.is_busy)
    page = window.pages[Step.RESULTS]
    assert isinstance(page, ResultsPage)
    wait(lambda: visit.curves(str(page.recording.value)) is not None)
    page.measured.joint.press(_JOINT_SHOWN)
    for index, name in enumerate(RESULT_VIEWS):
        page.show_view(index)
        camera.take(name)
    window.open_step(Step.IDENTIFY)
    camera.take("loops")
    window.open_step(Step.REPORT)
    window.footer.primary_button.click()
    wait(lambda: bool(visit.report_files) and not visit.is_busy)
    camera.take("report")


def _on_robot(window: Window, camera: Camera) -> None:
    connect, link = window.on_robot.connect_page, window.link
    window.start_page.virtual_card.click()
    wait(lambda: connect.is_described)
    camera.take("connect")
    window.footer.primary_button.click()
    wait(lambda: link.state is LinkState.READY and bool(connect.readiness.rows))
    camera.take("connected")
    window.footer.primary_button.click()
    _motion(window, camera, window.pages[Step.CHECK], "check")
    record = window.pages[Step.RECORD]
    window.open_step(Step.RECORD)
    record.form.seconds.show_text(f"{RECORDED_S:g} s")
    record.form.motion.choose(SWAY)
    record.form.motion.picked.emit()
    _motion(window, camera, record, "record")


def _motion(window: Window, camera: Camera, page: Page, name: str) -> None:
    """A motion before, meanwhile, and afterwards."""
    wait(lambda: page.run.is_prepared)
    camera.take(name)
    page.motion.hold.held.emit()
    wait(lambda: window.link.state is LinkState.MOVING or not page.run.is_running)
    spin(_UNDER_WAY_MS)
    camera.take(f"{name}-running")
    wait(lambda: not page.run.is_running)
    camera.take(f"{name}-done")


def spin(duration_ms: int) -> None:
    """Let the window live for so long."""
    loop = QEventLoop()
    QTimer.singleShot(duration_ms, loop.quit)
    loop.exec()


def wait(is_there: Callable[[], bool]) -> None:
    """Let the window live until something is there; ``TimeoutError`` when it never comes."""
    for _ in range(_TIMEOUT_MS // _POLL_MS):
        if is_there():
            return
        spin(_POLL_MS)
    raise TimeoutError("The window did not come to the next page.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
