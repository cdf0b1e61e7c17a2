"""``python -m tests.gallery.pictures_payload OUT_DIR``: a payload's guide as pictures, without a robot.

A virtual arm sweeps without and with a payload as fast as this computer simulates. Then the guide
is played in the real window: the reference, the sweeps, what was found, a sweep left out, the report.
"""

import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

from app.arm.link_state import LinkState
from app.features.payload.page import DIAGRAM, REASONS, SETTING, SWEEPS, PayloadPage
from app.features.payload.pair import PayloadPair
from app.features.payload.procedure import PayloadProcedure
from app.rehearsal.recorded_visit import run_unwatched, virtual_session
from app.shell.window import Window
from app.visit.payload_runs import PayloadRun
from app.visit.steps import Step
from core.monitor import NullMonitor
from core.payload.plan import PayloadMode, PayloadPlanSettings
from devices.errors import DeviceError
from tests.gallery.picture_session import leave, main_of
from tests.gallery.pictures import Camera, wait

ROBOT, SEED = "ec66", 3
MASS, CENTER = 2.4, (0.060, -0.011, 0.148)
_ATTEMPTS = 3
VIEWS = ((DIAGRAM, "diagram"), (SWEEPS, "sweeps"), (SETTING, "setting"), (REASONS, "reasons"))


def main(arguments: list[str]) -> int:
    """Write the pictures into the folder that is named; returns an exit code."""
    with tempfile.TemporaryDirectory() as folder:
        visit = Path(folder) / "payload.h5"
        if len(arguments) == 1:
            record(visit)
        return main_of("tests.gallery.pictures_payload", arguments, partial(play, visit))


def record(visit: Path) -> None:
    """The sweeps of a virtual arm, without the payload and with it, and what they say."""
    settings = PayloadPlanSettings(mode=PayloadMode.QUICK)
    pair = PayloadPair(PayloadProcedure(settings=settings, load=PayloadRun.UNLOADED), MASS, CENTER)
    monitor = NullMonitor()
    for left in reversed(range(_ATTEMPTS)):  # a busy computer may halt the arm
        visit.unlink(missing_ok=True)
        try:
            with virtual_session(visit, robot=ROBOT, seed=SEED, monitor=monitor) as session:
                run_unwatched(session, pair, monitor, name="payload")
            break
        except DeviceError:
            if not left:
                raise


def play(visit: Path, window: Window, camera: Camera, folder: Path) -> None:
    """Look at what was found, leave a sweep out, write the report, and at the robot what there is to set."""
    window.open_visit(Path(shutil.copy(visit, folder / "cell-4.h5")))
    wait(lambda: window.visit.payload is not None and not window.visit.is_busy)
    window.open_step(Step.PAYLOAD)
    page = window.pages[Step.PAYLOAD]
    assert isinstance(page, PayloadPage)
    wait(lambda: page.diagram.chart.point is not None)
    for view, name in VIEWS:
        page.show_view(view)
        camera.take(f"payload-{name}")
    _leave_out(window, camera, page)
    window.open_step(Step.PAYLOAD_REPORT)
    window.footer.primary_button.click()
    wait(lambda: window.visit.payload_report_is_current and not window.visit.is_busy)
    camera.take("payload-report")
    _at_the_robot(window, camera, page)


def _leave_out(window: Window, camera: Camera, page: PayloadPage) -> None:
    """While it is worked out again, and afterwards."""
    before = window.visit.payload
    page.show_view(SWEEPS)
    page.sweeps.leave_out(0)
    camera.take("payload-left-out")
    wait(lambda: window.visit.payload is not before and not window.visit.is_busy)
    page.sweeps.all_button.click()
    wait(lambda: not page.sweeps.model.left_out and not window.visit.is_busy)


def _at_the_robot(window: Window, camera: Camera, page: PayloadPage) -> None:
    """Connected to the very arm: reference, sweeps, and its own setting."""
    connect = window.on_robot.connect_page
    window.on_robot.offer_controller(f"virtual:{ROBOT}?seed={SEED}")
    window.open_step(Step.CONNECT)
    wait(lambda: connect.is_described)
    window.footer.primary_button.click()
    wait(lambda: window.link.state is LinkState.READY and not window.link.is_working)
    for step, name in ((Step.PAYLOAD_REFERENCE, "reference"), (Step.PAYLOAD_SWEEPS, "measure")):
        window.open_step(step)
        wait(lambda: not window.link.is_working and not window.visit.is_busy)
        camera.take(f"payload-{name}")
    window.open_step(Step.PAYLOAD)
    wait(lambda: page.setting.setting is not None)
    page.show_view(SETTING)
    camera.take("payload-old-and-new")
    leave(window)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
