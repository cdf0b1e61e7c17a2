"""A frame of the arm view at 960 × 540: cast ray by ray, beside the plain arm that QPainter paints.

``torsion bench arm_view`` runs ``measure``. Both sides take turns in one process and are counted in
seconds of the processor; medians are reported. The cast arm is drawn in a process of its own, so only the
plain one, and laying the cast picture on the window, cost the window its time.
"""

import os
import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from typing import Any

import numpy as np

SIZE = (960, 540)
FRAMES = 40
_TURN_RAD = 0.05


def measure(*, frames: int = FRAMES) -> dict[str, Any]:
    """Milliseconds of each side; plain values that JSON can hold."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtWidgets import QApplication

    from core.drawing.ray_cast import Caster, Swept

    application = QApplication.instance() or QApplication([])
    view = _view()
    scenes, motion = _scenes(view, frames)
    began = time.perf_counter()
    swept, caster = Swept.of(motion), Caster()
    pixels = np.zeros((*SIZE[::-1], 4), np.uint8)
    caster.draw(scenes[0], swept, pixels)
    first_s = time.perf_counter() - began
    page, kind = QImage(*SIZE, QImage.Format.Format_RGB32), QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(pixels.data, *SIZE, 4 * SIZE[0], kind)
    spent: dict[str, list[float]] = {"cast": [], "lay_on": [], "plain": [], "turn": [], "turn_coarse": []}

    def lay_on() -> None:
        with QPainter(page) as painter:
            painter.drawImage(0, 0, image.copy())

    for number, scene in enumerate(scenes):
        spent["cast"].append(_seconds(lambda scene=scene: caster.draw(scene, swept, pixels)))
        spent["lay_on"].append(_seconds(lay_on))
        view.show_at(0.1 * number)
        spent["plain"].append(_seconds(lambda: view.render(page)))
    for number, scene in enumerate(scenes[:8]):
        turned = replace(scene, eye=replace(scene.eye, azimuth=scene.eye.azimuth + _TURN_RAD * (number + 1)))
        spent["turn_coarse"].append(
            _seconds(lambda turned=turned: caster.draw(turned, swept, pixels, fine=False))
        )
        spent["turn"].append(_seconds(lambda turned=turned: caster.draw(turned, swept, pixels)))
    view.deleteLater()
    application.processEvents()
    return {
        "size": list(SIZE),
        "first_picture_s": round(first_s, 3),
        "milliseconds": {name: round(1e3 * median(found), 2) for name, found in spent.items()},
    }


def _view() -> Any:
    """A motion view with a box, as on the page that plans motions."""
    from app.widgets.motion_view import MotionView
    from core.robot.library import load_robot
    from core.robot.surroundings import Box
    from tests.app.motions import CLOSEST, waves

    shown = waves(6)
    view = MotionView()
    view.resize(*SIZE)
    view.set_robot(
        load_robot("generic-6r"), floor_height=0.0, boxes=(Box("table", (0.5, -0.9, 0.0), (1.0, -0.45, 0.2)),)
    )
    view.show_motion(shown.motion.position, shown.time, closest=CLOSEST)
    return view


def _scenes(view: Any, frames: int) -> tuple[list[Any], Any]:
    """What the view asks the process to draw at so many moments, and its motion."""
    asked: list[Any] = []

    def keep(scene: Any, _motion: object, _about: object) -> None:
        asked.append(scene)

    view._drawn.show = keep
    for number in range(frames):
        view.show_at(0.1 * number)
        view.grab()
    view._drawn.show = lambda *_: None
    return asked, view._motion


def _seconds(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before
