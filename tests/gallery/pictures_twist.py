"""``python -m tests.gallery.pictures_twist OUT_DIR``: the twist of the gears as pictures, without a robot.

A virtual arm with one worn gear is recorded as fast as it goes, its model and its gears are looked
at, and the page is played in the real window: before, meanwhile, joint by joint, view by view.
"""

import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

from app.features.twist.page import TwistPage
from app.features.twist.result_view import EXPLAINED, LOOP, REASONS, RIPPLE, TABLE
from app.features.twist.tasks import analyse_twist
from app.rehearsal.recorded_visit import FIT_RUNS, HELD_OUT_RUNS, record_virtual_visit
from app.shell.window import Window
from app.visit.steps import Step
from core.monitor import NullMonitor
from devices.errors import DeviceError
from tests.gallery.picture_session import main_of
from tests.gallery.pictures import Camera, wait

ROBOT, SEED, WORN = "generic-6r", 0, 2
_ATTEMPTS = 3
_UNDER_WAY = 0.3
"""Of the analysis."""
VIEWS = ((RIPPLE, "ripple"), (EXPLAINED, "explained"), (TABLE, "table"), (REASONS, "reasons"))


def main(arguments: list[str]) -> int:
    """Write the pictures into the folder that is named; returns an exit code."""
    with tempfile.TemporaryDirectory() as folder:
        visit = Path(folder) / "gears.h5"
        if len(arguments) == 1:
            record(visit)
        return main_of("tests.gallery.pictures_twist", arguments, partial(play, visit))


def record(visit: Path, *, worn: tuple[int, ...] = (WORN,)) -> None:
    """A virtual arm with some worn gears, its model, and what the twist of its gears says."""
    labels, monitor = (*FIT_RUNS, *HELD_OUT_RUNS), NullMonitor()
    for left in reversed(range(_ATTEMPTS)):  # a busy computer may halt the arm
        visit.unlink(missing_ok=True)
        try:
            record_virtual_visit(visit, robot=ROBOT, labels=labels, seed=SEED, worn=worn, monitor=monitor)
            break
        except DeviceError:
            if not left:
                raise
    analyse_twist(visit=visit, fit=FIT_RUNS, validate=HELD_OUT_RUNS, monitor=monitor)


def play(visit: Path, window: Window, camera: Camera, folder: Path) -> None:
    """Look at what was found, and have the gears looked at again."""
    window.open_visit(Path(shutil.copy(visit, folder / "gears.h5")))
    wait(lambda: window.visit.summary is not None and not window.visit.is_busy)
    window.open_step(Step.TWIST)
    page = window.pages[Step.TWIST]
    assert isinstance(page, TwistPage)
    wait(lambda: page.shows_result and page.result._tool is not None)
    assert page.result.found is not None
    for place in range(len(page.result.found.joints)):
        page.result.joints.press(place)
        camera.take(f"twist-joint-{place + 1}")
    page.result.joints.press(WORN)
    for view, name in VIEWS:
        page.result.show_view(view)
        camera.take(f"twist-{name}")
    page.result.show_view(LOOP)
    page.turn_button.click()
    camera.take("twist-recordings")
    window.footer.primary_button.click()
    progress = page.setup.work.progress
    wait(lambda: page.shows_result or progress.value() > _UNDER_WAY * progress.maximum())
    camera.take("twist-running")
    wait(lambda: page.shows_result and not window.visit.is_busy)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
