"""An identified model on the live page, without a robot.

Records the virtual robot and identifies it first, then plays the real window: the arm in free
motion with expected beside measured torque, and the same arm with a load that the model does not know.
"""

import sys
import tempfile
from functools import cache
from pathlib import Path

from app.arm.link_state import LinkState
from app.features.live.page import LivePage
from app.features.live.prediction import PredictionState
from app.rehearsal.recorded_visit import FIT_RUNS, record_virtual_visit
from app.shell.window import Window
from app.visit.recordings import robot_of
from app.visit.steps import Step
from core.diagnostics.signals import Signal
from core.identification.identify import identify
from core.identification.result import IdentificationResult
from core.monitor import NullMonitor
from core.storage.visit import Visit
from tests.gallery.picture_session import leave, main_of
from tests.gallery.pictures import Camera, spin, wait

ROBOT = "ec66"
FREE = "virtual:ec66?kind=read-only"
LOADED = "virtual:ec66?kind=read-only&payload_kg=4"
SHOWN = (Signal.EXPECTED_TORQUE, Signal.EXTERNAL_TORQUE)
JOINTS = (1, 2)
"""Counted from 0."""
_RUN_MS, _SETTLE_MS = 14_000, 1_000


def main(arguments: list[str]) -> int:
    """Write the pictures into the folder that is named; returns an exit code."""
    return main_of("tests.gallery.pictures_live_model", arguments, play)


def play(window: Window, camera: Camera, _folder: Path) -> None:
    """Both arms, one after the other."""
    _watch(window, FREE)
    camera.take("live-expected")
    leave(window)
    _watch(window, LOADED)
    camera.take("live-pushed")
    leave(window)


@cache
def _identified() -> IdentificationResult:
    """A model of the virtual robot, from motions of it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "recorded.h5"
        labels = record_virtual_visit(path, robot=ROBOT, seed=0, monitor=NullMonitor(), labels=FIT_RUNS)
        with Visit.open(path) as visit:
            recordings = {label: visit.recording(label) for label in labels}
            return identify(recordings, robot_of(visit), fit=labels)


def _watch(window: Window, uri: str) -> None:
    """From the start screen to a while of the live page, with a model of the arm."""
    result, link = _identified(), window.link
    window.start_page.live_card.click()
    window.on_robot.connect_page.connect_asked.emit(uri, ROBOT)
    wait(lambda: link.state is LinkState.READY)
    window.footer.primary_button.click()
    page = window.pages[Step.LIVE]
    assert isinstance(page, LivePage)
    wait(lambda: page.view.newest is not None)
    window.visit.result = result
    window.visit.changed.emit()
    page.view.chips.choose(SHOWN)
    wait(lambda: page.view.frames.model.state is PredictionState.RUNNING)
    spin(_RUN_MS)
    page.view.side.joints.choose(JOINTS)
    page.view.chips.chosen_changed.emit()
    spin(_SETTLE_MS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
