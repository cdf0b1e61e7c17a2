"""Friction measured by sweeps, as pictures, without a robot.

Plays the page in the real window on the virtual robot: the sweeps before and while they run, and
what came of them.
"""

import sys
from pathlib import Path

from app.arm.link_state import LinkState
from app.features.friction.page import FrictionPage
from app.guide.views import MOTIONS, RESULT
from app.shell.window import Window
from app.visit.steps import Step
from tests.gallery.picture_session import leave, main_of
from tests.gallery.pictures import Camera, wait

ROBOT = "ec66"
URI = "virtual:ec66?pace=fast&seed=3"
JOINTS = "2 4"
_UNDER_WAY = 0.45
"""Of all work."""


def main(arguments: list[str]) -> int:
    """Write the pictures into the folder that is named; returns an exit code."""
    return main_of("tests.gallery.pictures_friction", arguments, play)


def play(window: Window, camera: Camera, _folder: Path) -> None:
    """Look at the sweeps of a whole arm, sweep two joints, look at what they say."""
    window.start_page.robot_card.click()
    window.on_robot.connect_page.connect_asked.emit(URI, ROBOT)
    wait(lambda: window.link.state is LinkState.READY)
    window.open_step(Step.FRICTION)
    page: FrictionPage = window.pages[Step.FRICTION]
    wait(lambda: page.run.is_prepared)
    camera.take("friction")
    page.form.joints.show_text(JOINTS)
    wait(lambda: not page.run.is_prepared)
    wait(lambda: page.run.is_prepared)
    page.motion.clear_cell.setChecked(True)
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    progress = page.motion.progress
    wait(lambda: not page.run.is_running or progress.value() > _UNDER_WAY * progress.maximum())
    wait(lambda: not page.run.is_running or "turns" in page.motion.words)
    camera.take("friction-running")
    wait(lambda: not page.run.is_running)
    page.views.show(RESULT)
    camera.take("friction-result")
    page.result.joint.press(1)
    camera.take("friction-other-joint")
    page.views.show(MOTIONS)
    camera.take("friction-done")
    leave(window)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
