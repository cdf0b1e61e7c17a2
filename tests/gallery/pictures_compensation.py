"""The tool brought back under a load, without a robot.

Plays the real window on a virtual arm whose gears and links give: two places without a load, then
with one, and the positions that bring the tool back.
"""

import sys
from pathlib import Path

from app.arm.link_state import LinkState
from app.features.tool_correction.page import CompensatePage
from app.guide.views import MOTIONS, RESULT
from app.shell.window import Window
from app.visit.steps import Step
from tests.gallery.picture_session import leave, main_of
from tests.gallery.pictures import Camera, wait

ROBOT = "mikhel-6"
ARM = f"virtual:{ROBOT}?elastic_links=yes&pace=fast&seed=3"
PLACES = ("20 -35 60 15 50 0", "0 20 20 0 40 0")
LOAD, CENTER = "10 kg", "0 0 100 mm"


def main(arguments: list[str]) -> int:
    """Write the pictures into the folder that is named; returns an exit code."""
    return main_of("tests.gallery.pictures_compensation", arguments, play)


def play(window: Window, camera: Camera, _folder: Path) -> None:
    """The same places without a load and with one."""
    page = _at_the_page(window)
    for place in PLACES:
        page.form.place.show_text(place)
        page.form.add_button.click()
    wait(lambda: page.run.is_prepared)
    camera.take("compensation")
    _run(page)
    camera.take("compensation-measured")
    page.motion.again_button.click()
    page.flange.mass.show_text(LOAD)
    page.flange.center.show_text(CENTER)
    page.flange.button.click()
    wait(lambda: page.run.is_prepared)
    camera.take("compensation-loaded")
    _run(page)
    page.views.show(RESULT)
    camera.take("compensation-result")
    page.views.show(MOTIONS)
    camera.take("compensation-done")
    leave(window)


def _at_the_page(window: Window) -> CompensatePage:
    """Connected, and where places are named."""
    window.start_page.robot_card.click()
    window.on_robot.connect_page.connect_asked.emit(ARM, ROBOT)
    wait(lambda: window.link.state is LinkState.READY)
    window.open_step(Step.COMPENSATE)
    page = window.pages[Step.COMPENSATE]
    assert isinstance(page, CompensatePage)
    return page


def _run(page: CompensatePage) -> None:
    page.motion.clear_cell.setChecked(True)
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    wait(lambda: page.run.is_running)
    wait(lambda: not page.run.is_running)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
