"""What every set of pictures needs: themes and sizes one after the other, a window of its own for each."""

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.arm.link import RobotLink
from app.arm.link_state import LinkState
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.shell.window import FIRST_SIZE, Window
from app.visit.settings import SettingsStore
from tests.gallery.drawn_arms import drawn_arms
from tests.gallery.pictures import Camera, wait

THEMES = (ThemeName.LIGHT, ThemeName.DARK)
SIZES = (FIRST_SIZE, (1920, 1080))

Play = Callable[[Window, Camera, Path], None]
"""Plays a part of the program in a window on the start screen; the folder is for its files."""


def main_of(
    module: str,
    arguments: Sequence[str],
    play: Play,
    *,
    themes: Sequence[ThemeName] = THEMES,
    sizes: Sequence[tuple[int, int]] = SIZES,
) -> int:
    """Write the pictures of ``play`` into the folder that is named; returns an exit code."""
    if len(arguments) != 1:
        print(f"Usage: python -m {module} OUT_DIR", file=sys.stderr)  # noqa: T201
        return 2
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    out = Path(arguments[0])
    out.mkdir(parents=True, exist_ok=True)
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    for theme in themes:
        for size in sizes:
            with tempfile.TemporaryDirectory() as folder, drawn_arms():
                take_pictures(out, play, theme=theme, size=size, folder=Path(folder))
    return 0


def take_pictures(out: Path, play: Play, *, theme: ThemeName, size: tuple[int, int], folder: Path) -> None:
    """Play it once, in one theme and size, and write what was taken."""
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
    wait(lambda: window.beginnings.recordings_page.robot.count() > 0)
    play(window, camera, folder)
    window.close()
    window.deleteLater()
    camera.save(out, theme=theme, size="" if size == FIRST_SIZE else f"{size[0]}x{size[1]}")


def leave(window: Window) -> None:
    """Back to the start screen, the robot let go."""
    window.show_start()
    wait(lambda: window.link.state is LinkState.OFF)
