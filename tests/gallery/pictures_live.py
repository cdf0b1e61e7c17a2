"""``python -m tests.gallery.pictures_live OUT_DIR``: the live page as pictures, without a robot.

Plays the real window on the virtual robot, in light and dark and two sizes: a worn joint beside
a healthy one after a while of motion, the picture held with cursors, an arm without link
encoders, and a stream that has fallen silent. The tour of the live page uses the pictures.
"""

import sys
from pathlib import Path

from app.arm.link_state import LinkState
from app.features.live.lower import MOTION, STATISTICS
from app.features.live.page import LivePage
from app.features.live.spectrum_plot import SpectrumMode
from app.features.recording.form import SWAY
from app.shell.window import Window
from app.visit.steps import Step
from devices.capabilities import ControllerKind
from devices.virtual.emulated_arm import DEFAULT_BAUD, EmulatedArm
from devices.virtual.settings import VirtualSettings
from tests.gallery.picture_session import leave, main_of
from tests.gallery.pictures import Camera, spin, wait

ROBOT = "ec66"
SWAYING = "virtual:ec66?kind=read-only&worn=1"
MOVED = "virtual:ec66?worn=3"
WITHOUT_LINK = "virtual:ec66?kind=closed"
WORN, HEALTHY = 0, 2
MOVED_WORN, MOVED_HEALTHY = 2, 1
"""Joints, counted from 0."""
MOTION_MS = 28_500
_SETTLE_MS = 2_000
_SECONDS_WITHOUT_LINK_MS = 12_000
_MOTION_S = 60.0
_CURSORS_S = (-6.2, -2.4)


def main(arguments: list[str]) -> int:
    """Write the pictures into the folder that is named; returns an exit code."""
    return main_of("tests.gallery.pictures_live", arguments, play)


def play(window: Window, camera: Camera, folder: Path) -> None:
    """Play the live page and take every picture."""
    camera.take("start")
    _worn_beside_healthy(window, camera)
    _moving(window, camera)
    _without_link_encoders(window, camera)
    _silent(window, camera, folder)


def _worn_beside_healthy(window: Window, camera: Camera) -> None:
    """An arm that sways by itself; one joint's gear has a gap."""
    page = _watch(window, SWAYING)
    below = page.view.below
    spin(MOTION_MS)
    camera.take("live-all-joints")
    _choose(page, (WORN, HEALTHY))
    spin(_SETTLE_MS)
    camera.take("live")
    below.loops.spectra.modes.press(SpectrumMode.MOTOR_TURNS)
    spin(_SETTLE_MS)
    camera.take("live-turns")
    below.show_tab(STATISTICS)
    window.footer.primary_button.click()
    page.tools.cursors.click()
    page.view.charts.cursors.move(*_CURSORS_S)
    spin(_SETTLE_MS)
    camera.take("live-paused")
    leave(window)


def _moving(window: Window, camera: Camera) -> None:
    """An arm that is moved from the page, recorded meanwhile, and stopped."""
    page = _watch(window, MOVED)
    page.view.below.loops.spectra.modes.press(SpectrumMode.FREQUENCY)
    _sway(window, page, camera)
    _choose(page, (MOVED_HEALTHY, MOVED_WORN))
    spin(MOTION_MS + _SETTLE_MS)
    camera.take("live-moving")
    window.top_bar.stop.click()
    wait(lambda: not page.run.is_running)
    camera.take("live-stopped")
    leave(window)


def _without_link_encoders(window: Window, camera: Camera) -> None:
    page = _watch(window, WITHOUT_LINK)
    _sway(window, page, None)
    spin(_SECONDS_WITHOUT_LINK_MS)
    camera.take("live-one-encoder")
    window.top_bar.stop.click()
    wait(lambda: not page.run.is_running)
    leave(window)


def _silent(window: Window, camera: Camera, folder: Path) -> None:
    """An arm behind a cable that is pulled while it moves by itself."""
    settings = VirtualSettings(ROBOT, kind=ControllerKind.READ_ONLY)
    with EmulatedArm.start(settings, link=folder / "arm") as arm:
        page = _watch(window, f"serial:{arm.port}?baud={DEFAULT_BAUD}")
        spin(_SECONDS_WITHOUT_LINK_MS)
        arm.pull()
        wait(lambda: window.link.state is LinkState.SEARCHING)
        spin(_SETTLE_MS)
        camera.take("live-stale")
        assert page.view.newest is not None
        assert page.view.newest.is_stale
        leave(window)


def _sway(window: Window, page: LivePage, camera: Camera | None) -> None:
    """Look at a motion, and start it."""
    page.view.below.tabs.press(MOTION)
    page.form.seconds.show_text(f"{_MOTION_S:g} s")
    page.form.motion.choose(SWAY)
    page.form.motion.picked.emit()
    wait(lambda: not page.run.is_prepared)
    wait(lambda: page.run.is_prepared)
    if camera is not None:
        camera.take("live-motion")
    page.motion.hold.held.emit()
    wait(lambda: window.link.state is LinkState.MOVING)


def _choose(page: LivePage, joints: tuple[int, ...]) -> None:
    page.view.side.joints.choose(joints)
    page.view.side.joints.chosen_changed.emit(joints)


def _watch(window: Window, uri: str) -> LivePage:
    """From the start screen to the live page."""
    link, connect = window.link, window.on_robot.connect_page
    window.start_page.live_card.click()
    connect.connect_asked.emit(uri, ROBOT)
    wait(lambda: link.state is LinkState.READY)
    window.footer.primary_button.click()
    page = window.pages[Step.LIVE]
    assert isinstance(page, LivePage)
    wait(lambda: page.view.newest is not None)
    return page


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
