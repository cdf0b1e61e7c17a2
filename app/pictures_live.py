"""``python -m app.pictures_live OUT_DIR``: the live page as pictures, without a robot.

Plays the real window on the virtual robot, in light and dark and two sizes: a worn joint beside
a healthy one after a while of motion, the picture held with cursors, an arm without link
encoders, and a stream that has fallen silent. The tour of the live page uses the pictures.
"""

import os
import sys
import tempfile
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.jobs.runner import JobRunner
from app.link_state import LinkState
from app.messages import MessageBus
from app.pages.live import LivePage
from app.pages.live_lower import LOOPS, STATISTICS
from app.pictures import Camera, spin, wait
from app.robot_link import RobotLink
from app.settings import SettingsStore
from app.steps import Step
from app.theme import current_theme
from app.tokens import ThemeName
from app.views.spectrum_plot import SpectrumMode
from app.window import Window

THEMES = (ThemeName.LIGHT, ThemeName.DARK)
SIZES = ((1280, 800), (1920, 1080))
ROBOT = "ec66"
SWAYING = "virtual:ec66?kind=read-only&worn=3"
WITHOUT_LINK = "virtual:ec66?kind=closed"
WORN, HEALTHY = 2, 1
"""Joints, counted from 0."""
MOTION_MS = 25_000
_STALE_MS = 2_000
_CURSORS_S = (-6.2, -2.4)


def main(arguments: list[str]) -> int:
    """Write the pictures into the folder that is named; returns an exit code."""
    if len(arguments) != 1:
        print("Usage: python -m app.pictures_live OUT_DIR", file=sys.stderr)  # noqa: T201
        return 2
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    out = Path(arguments[0])
    out.mkdir(parents=True, exist_ok=True)
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    for theme in THEMES:
        for size in SIZES:
            with tempfile.TemporaryDirectory() as folder:
                take_pictures(out, theme=theme, size=size, folder=Path(folder))
    return 0


def take_pictures(out: Path, *, theme: ThemeName, size: tuple[int, int], folder: Path) -> None:
    """Play the live page and take every picture in one theme and size."""
    current_theme().apply(theme)
    runner = JobRunner()
    window = Window(
        runner,
        MessageBus(),
        SettingsStore(folder / "settings.json"),
        link=RobotLink(runner),
        visits_folder=folder / "visits",
    )
    window.resize(*size)
    window.show()
    camera = Camera(window)
    wait(lambda: window.recordings_page.robot.count() > 0)
    camera.take("start")
    _worn_beside_healthy(window, camera)
    _without_link_encoders(window, camera)
    window.close()
    window.deleteLater()
    camera.save(out, theme=theme, size=f"{size[0]}x{size[1]}")


def _worn_beside_healthy(window: Window, camera: Camera) -> None:
    page = _watch(window, SWAYING)
    spin(MOTION_MS)
    camera.take("live-all-joints")
    page.view.side.joints.choose((HEALTHY, WORN))
    page.view.side.joints.chosen_changed.emit((HEALTHY, WORN))
    spin(_STALE_MS)
    camera.take("live")
    page.view.below.loops.spectra.modes.press(SpectrumMode.MOTOR_TURNS)
    spin(_STALE_MS)
    camera.take("live-motor-turns")
    page.view.below.show_tab(STATISTICS)
    window.footer.primary_button.click()
    page.tools.cursors.click()
    page.view.charts.cursors.move(*_CURSORS_S)
    camera.take("live-paused")
    window.footer.primary_button.click()
    page.view.below.show_tab(LOOPS)
    _leave(window)


def _without_link_encoders(window: Window, camera: Camera) -> None:
    page = _watch(window, WITHOUT_LINK)
    spin(_STALE_MS)
    camera.take("live-one-encoder")
    _leave(window)
    assert page.view.newest is None


def _watch(window: Window, uri: str) -> LivePage:
    """From the start screen to the live page."""
    link, connect = window.link, window.on_robot.connect_page
    window.start_page.live_card.click()
    connect.connect_asked.emit(uri, ROBOT)
    wait(lambda: link.state is LinkState.READY)
    window.footer.primary_button.click()
    page = window.pages[Step.LIVE]
    assert isinstance(page, LivePage)
    wait(lambda: page.view.newest is not None)
    return page


def _leave(window: Window) -> None:
    window.show_start()
    wait(lambda: window.link.state is LinkState.OFF)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
