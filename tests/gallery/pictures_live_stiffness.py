"""Corrected angles on the live page, without a robot.

Plays the real window on a virtual arm whose gears and links give: zeroed as it stands with nothing
on its flange, then with a load on it.
"""

import sys
from pathlib import Path

from app.arm.link_state import LinkState
from app.features.live.page import LivePage
from app.shell.window import Window
from app.visit.steps import Step
from tests.gallery.picture_session import leave, main_of
from tests.gallery.pictures import Camera, spin, wait

ROBOT = "mikhel-6"
ARM = f"virtual:{ROBOT}?elastic_links=yes"
LOAD_KG, LOAD_CENTER = 10.0, (0.0, 0.0, 0.1)
_STAND_MS, _SETTLE_MS = 3_000, 4_000
_SHIFTED_M = 1e-5


def main(arguments: list[str]) -> int:
    """Write the pictures into the folder that is named; returns an exit code."""
    return main_of("tests.gallery.pictures_live_stiffness", arguments, play)


def play(window: Window, camera: Camera, _folder: Path) -> None:
    """The same arm without a load and with one."""
    page, link = _watch(window), window.link
    wait(lambda: page.view.frames.stiffness.meaning is not None)
    spin(_STAND_MS)
    page.tools.zero.click()
    page.view.side.joints.corrected_button.click()
    spin(_SETTLE_MS)
    camera.take("live-corrected-zero")
    wait(lambda: not link.is_working)
    link.hang_on_virtual(LOAD_KG, LOAD_CENTER)
    wait(lambda: not link.is_working)
    wait(lambda: page.view.newest is not None and page.view.newest.tool_shift > _SHIFTED_M)
    spin(_SETTLE_MS)
    camera.take("live-corrected")
    leave(window)


def _watch(window: Window) -> LivePage:
    """From the start screen to the live page."""
    link = window.link
    window.start_page.live_card.click()
    window.on_robot.connect_page.connect_asked.emit(ARM, ROBOT)
    wait(lambda: link.state is LinkState.READY)
    window.footer.primary_button.click()
    page = window.pages[Step.LIVE]
    assert isinstance(page, LivePage)
    wait(lambda: page.view.newest is not None)
    return page


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
