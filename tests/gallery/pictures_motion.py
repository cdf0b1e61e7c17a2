"""``python -m tests.gallery.pictures_motion OUT_DIR``: the motion view in all its states, without a robot.

Plays friction, payload and encoder check in the real window on the virtual robot, in every theme: before the
start, while the arm moves, with a stream that has fallen silent, and after the end.
"""

import sys
from pathlib import Path

from app.arm.link_state import LinkState
from app.shell.window import Window
from app.visit.steps import GuideName, Step
from tests.gallery.dress import SIZES, THEMES
from tests.gallery.picture_session import leave, main_of
from tests.gallery.pictures import Camera, wait

ROBOT = "ec66"
URI = "virtual:ec66?seed=3"
STEPS = (Step.CHECK, Step.FRICTION, Step.PAYLOAD_REFERENCE)
_SILENT_S = 60.0
_COUNTED = 2
"""Motions that are done when the arm is looked at."""


def main(arguments: list[str]) -> int:
    """Write the pictures into the folder that is named; returns an exit code."""
    return main_of("tests.gallery.pictures_motion", arguments, play, themes=THEMES, sizes=SIZES[:1])


def play(window: Window, camera: Camera, _folder: Path) -> None:
    """Look at a motion of each page before it, meanwhile, without news, and after a STOP."""
    window.start_page.robot_card.click()
    window.on_robot.connect_page.connect_asked.emit(URI, ROBOT)
    wait(lambda: window.link.state is LinkState.READY)
    for step in STEPS:
        _watch(window, camera, step)
    leave(window)


def _watch(window: Window, camera: Camera, step: Step) -> None:
    if step is Step.PAYLOAD_REFERENCE:
        window.guide = GuideName.PAYLOAD
    window.open_step(step)
    page = window.pages[step]
    wait(lambda: page.run.is_prepared)
    camera.take(f"motion-{step}-before")
    page.motion.clear_cell.setChecked(True)
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    wait(lambda: not page.run.is_running or page.motion.coming_words.startswith(f"{_COUNTED} of"))
    camera.take(f"motion-{step}-moving")
    ring = window.link.acquisition.ring
    now = ring._now
    ring._now = lambda: now() + _SILENT_S
    wait(lambda: page.motion.picture.is_stale or not page.run.is_running)
    camera.take(f"motion-{step}-stale")
    ring._now = now
    window.link.stop()
    wait(lambda: not page.run.is_running)
    camera.take(f"motion-{step}-ended")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
