"""The pictures of the story, drawn by the widgets of its page; in a process of its own, which loads Qt.

Beside the picture of a stage is the arm in the middle of its last motion.
"""

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.jobs.worker import end_at_once
from app.presentation import Presentation
from app.rehearsal.story import ROBOT
from core.errors import ProcessEnded, UnexpectedFailure
from core.monitor import Monitor
from core.processes import Child, Owner
from core.robot.library import load_robot

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.arm.procedure import Prepared


@dataclass(frozen=True, eq=False)
class StagePicture:
    """A stage, the last motion in it, and the file of its picture."""

    shown: Presentation
    motion: "Prepared | None"
    path: Path


_SIZE = (1280, 800)
_DRAWN_WITHIN_S, _TURN_S = 60.0, 0.01
_TURNS = 3
"""Turns of the event loop until a widget has its final layout."""


class NoPictures(Exception):
    """The process that draws the pictures ended early."""


def draw(shown: Sequence[StagePicture], *, monitor: Monitor) -> None:
    """Draw each presentation into its PNG file.

    Raises
    ------
    NoPictures
        When the window's libraries cannot be used on this computer.
    """
    child = Child(_draw_all, tuple(shown), name="story-pictures", daemon=False)
    try:
        child.receive(check=monitor.check)
    except (ProcessEnded, UnexpectedFailure) as error:
        raise NoPictures(child.reason) from error
    finally:
        child.end()


def _draw_all(owner: Owner, shown: Sequence[StagePicture]) -> None:
    owner.follow(end_at_once)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import qInstallMessageHandler
    from PySide6.QtWidgets import QApplication

    from app.look.theme import current_theme
    from app.look.tokens import ThemeName
    from app.widgets.arm_drawer import ArmDrawer, use_drawer

    qInstallMessageHandler(lambda *_: None)  # what a plug-in lacks is no news for the person at the terminal
    application = QApplication([])
    current_theme().apply(ThemeName.LIGHT)
    drawer = ArmDrawer()
    use_drawer(drawer)
    for one in shown:
        _draw_stage(one)
    use_drawer(None)
    drawer.shutdown()
    owner.send(application.platformName())


def _draw_stage(one: StagePicture) -> None:
    """Draw a stage with its title and mark into its file; in a process with a ``QApplication``."""
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QApplication, QWidget

    from app.look.tokens import GRID
    from app.widgets.layouts import in_column, in_row
    from app.widgets.mark_ribbon import paint_ribbon
    from app.widgets.stage_view import StageView
    from app.widgets.text import title
    from app.widgets.view_saving import png_bytes
    from core.storage.output_writer import write_whole

    page, view, shown, motion = QWidget(), StageView(), one.shown, one.motion
    page.setProperty("role", "page")
    wide = 3 * GRID
    arm = () if motion is None or not motion.motions else ((_arm(motion), 2),)
    told = in_column((view, 1), 0)
    body = in_row(*arm, (told, 3), spacing=2 * GRID)
    in_column(title(shown.title), (body, 1), of=page, spacing=GRID, margins=(wide, wide, wide, wide))
    page.resize(*_SIZE)
    view.show_stage(shown)
    page.show()
    for _ in range(_TURNS):
        QApplication.processEvents()
    _wait_for_arms()
    picture = page.grab()
    painter = QPainter(picture)
    paint_ribbon(painter, QRectF(0.0, 0.0, *_SIZE), shown.mark)
    painter.end()
    write_whole(one.path, png_bytes(picture))
    page.close()


def _arm(motion: "Prepared") -> "QWidget":
    """The arm in the middle of a motion, along its swept volume."""
    from app.guide.previews import preview_motion
    from app.widgets.layouts import in_card
    from app.widgets.motion_view import MotionView

    picture, shown = MotionView(), preview_motion(motion, load_robot(ROBOT))
    shown.show_on(picture)
    picture.show_at(float(shown.times[len(shown.times) // 2]))
    return in_card((picture, 1))


def _wait_for_arms() -> None:
    """Let arms be drawn, first quickly and then in every detail; without its process they stay plain."""
    from PySide6.QtWidgets import QApplication

    from app.widgets.arm_drawer import SETTLE_MS, current_drawer

    drawer = current_drawer()
    quiet_s = time.monotonic() + 2e-3 * SETTLE_MS
    ends_s = time.monotonic() + _DRAWN_WITHIN_S
    while drawer is not None and drawer.is_on and time.monotonic() < min(quiet_s, ends_s):
        QApplication.processEvents()
        time.sleep(_TURN_S)
        if drawer.is_busy:
            quiet_s = time.monotonic() + 2e-3 * SETTLE_MS
