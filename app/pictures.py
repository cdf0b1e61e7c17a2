"""``python -m app.pictures OUT_DIR``: the pages as pictures, light and dark, on synthetic recordings.

Plays the whole way from the start screen to the report in the real window, with the
real worker, and takes a picture of each page. The README uses them.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from app.jobs.runner import JobRunner
from app.messages import MessageBus
from app.pages.results import ResultsPage
from app.robot_link import RobotLink
from app.settings import SettingsStore
from app.steps import Step
from app.theme import current_theme
from app.tokens import ThemeName
from app.window import Window

THEMES = (ThemeName.LIGHT, ThemeName.DARK)
RESULT_VIEWS = ("identify", "friction", "parameters", "comparison", "reasons")
_JOINT_SHOWN = 1
_SETTLE_MS = 250
_TIMEOUT_MS = 300_000
_POLL_MS = 50


def main(arguments: list[str]) -> int:
    """Write the pictures into the folder that is named; returns an exit code."""
    if len(arguments) != 1:
        print("Usage: python -m app.pictures OUT_DIR", file=sys.stderr)  # noqa: T201
        return 2
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    out = Path(arguments[0])
    out.mkdir(parents=True, exist_ok=True)
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    with tempfile.TemporaryDirectory() as folder:
        take_pictures(out, folder=Path(folder))
    return 0


def take_pictures(out: Path, *, folder: Path) -> None:
    """Play the way once and take every picture in both themes."""
    runner = JobRunner()
    window = Window(
        runner,
        MessageBus(),
        SettingsStore(folder / "settings.json"),
        link=RobotLink(runner),
        visits_folder=folder / "visits",
    )
    window.show()
    visit = window.visit
    _wait(lambda: window.recordings_page.robot.count() > 0)
    _picture(window, out, "start")
    window.start_page.synthetic_card.click()
    _wait(lambda: window.step is Step.CHOOSE and not visit.is_busy)
    for step, name in ((Step.RECORDINGS, "recordings"), (Step.CHOOSE, "choose"), (Step.IDENTIFY, "run")):
        window.open_step(step)
        _picture(window, out, name)
    window.footer.primary_button.click()
    _wait(lambda: window.step is Step.RESULTS and not visit.is_busy)
    page = window.pages[Step.RESULTS]
    assert isinstance(page, ResultsPage)
    _wait(lambda: visit.curves(str(page.recording.value)) is not None)
    page.measured.joint.press(_JOINT_SHOWN)
    for index, name in enumerate(RESULT_VIEWS):
        page.show_view(index)
        _picture(window, out, name)
    window.open_step(Step.REPORT)
    window.footer.primary_button.click()
    _wait(lambda: bool(visit.report_files) and not visit.is_busy)
    _picture(window, out, "report")
    window.close()
    window.deleteLater()


def _picture(window: Window, out: Path, name: str) -> None:
    for theme in THEMES:
        current_theme().apply(theme)
        _spin(_SETTLE_MS)
        window.grab().save(str(out / f"{name}-{theme.value}.png"))


def _spin(duration_ms: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(duration_ms, loop.quit)
    loop.exec()


def _wait(is_there: Callable[[], bool]) -> None:
    for _ in range(_TIMEOUT_MS // _POLL_MS):
        if is_there():
            return
        _spin(_POLL_MS)
    raise TimeoutError("The window did not come to the next page.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
