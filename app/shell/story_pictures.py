"""The pictures of the story, drawn by the widgets of its page; in a process of its own, which loads Qt."""

import multiprocessing
import os
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from app.presentation import Presentation
from core.monitor import Monitor

_SIZE = (1280, 800)
_LOOK_S = 0.1
_TURNS = 3
"""Turns of the event loop until a widget has its final layout."""


class NoPictures(Exception):
    """The process that draws the pictures ended early."""


def draw(shown: Sequence[tuple[Presentation, Path]], *, monitor: Monitor) -> None:
    """Draw each presentation into its PNG file.

    Raises
    ------
    NoPictures
        When the window's libraries cannot be used on this computer.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_draw_all, args=(theirs, tuple(shown)), name="story-pictures")
    process.start()
    theirs.close()
    try:
        while not ours.poll(_LOOK_S):
            monitor.check()
        ours.recv()
    except EOFError:
        process.join()
        raise NoPictures(str(process.exitcode)) from None
    finally:
        if process.is_alive():
            process.join(1.0)
            process.kill()
        process.join()
        ours.close()


def _draw_all(answer: Connection, shown: Sequence[tuple[Presentation, Path]]) -> None:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import qInstallMessageHandler
    from PySide6.QtWidgets import QApplication

    from app.look.theme import current_theme
    from app.look.tokens import ThemeName

    qInstallMessageHandler(lambda *_: None)  # what a plug-in lacks is no news for the person at the terminal
    application = QApplication([])
    current_theme().apply(ThemeName.LIGHT)
    for presentation, path in shown:
        draw_stage(presentation, path)
    answer.send(application.platformName())
    answer.close()


def draw_stage(shown: Presentation, path: Path) -> None:
    """Draw one stage with its title and mark into a PNG file; in a process with a ``QApplication``."""
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QApplication, QWidget

    from app.look.tokens import GRID
    from app.widgets.arranged import in_column
    from app.widgets.mark_ribbon import paint_ribbon
    from app.widgets.picture_bytes import png_bytes
    from app.widgets.stage_view import StageView
    from app.widgets.text import title
    from core.storage.output_writer import write_whole

    page, view = QWidget(), StageView()
    page.setProperty("role", "page")
    wide = 3 * GRID
    in_column(title(shown.title), (view, 1), of=page, spacing=GRID, margins=(wide, wide, wide, wide))
    page.resize(*_SIZE)
    view.show_stage(shown)
    page.show()
    for _ in range(_TURNS):
        QApplication.processEvents()
    picture = page.grab()
    painter = QPainter(picture)
    paint_ribbon(painter, QRectF(0.0, 0.0, *_SIZE), shown.mark)
    painter.end()
    write_whole(path, png_bytes(picture))
    page.close()
