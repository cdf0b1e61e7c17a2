"""A window in a dress, with a made-up visit and its result."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.arm.link import RobotLink
from app.jobs.messages import MessageBus
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.look.translator import Speech
from app.shell.window import Window
from app.speech.language import Language
from app.visit.settings import SettingsStore
from tests.app.made_visit import open_made_visit, put_made_result
from tests.app.no_worker import NoWorker
from tests.gallery.dress import Dress


@contextmanager
def dressed_window(application: QApplication, folder: Path, dress: Dress) -> Iterator[Window]:
    """Open the window; afterwards the program speaks and looks as before."""
    speech = Speech(application)
    speech.speak(dress.language)
    current_theme().apply(dress.theme, scale=dress.scale)
    runner = NoWorker()
    store = SettingsStore(folder / "settings.json")
    window = Window(runner, MessageBus(), store, link=RobotLink(runner), visits_folder=folder)
    window.resize(*dress.size)
    window.show()
    open_made_visit(window.visit, folder)
    put_made_result(window.visit)
    yield window
    window.close()
    window.deleteLater()
    speech.speak(Language.ENGLISH)
    current_theme().apply(ThemeName.LIGHT)
