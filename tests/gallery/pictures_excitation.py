"""A motion planned and run, as pictures, without a robot.

Plays both pages in the real window on the virtual robot, in light and dark and two sizes: what
a motion shall be, the search, what was found, a demand that cannot be met, the stages, the run.
"""

import sys
from pathlib import Path

from app.arm.link_state import LinkState
from app.features.excitation.page import ExcitePage
from app.features.excitation.plan_page import PlanPage
from app.shell.window import Window
from app.visit.steps import Step
from tests.gallery.picture_session import leave, main_of
from tests.gallery.pictures import Camera, spin, wait

ROBOT = "ec66"
URI = "virtual:ec66"
HURRIED = "virtual:ec66?pace=fast"
"""An arm in a hurry takes a processor for itself, and leaves a search too little of it."""
_TEN_SECONDS = 1
"""Place of the time to plan."""
_SEARCHED = 0.75
_SWEEPING_MS = 2_500
_SHORT_PERIOD = "1.2 s"
_BOX_IN_THE_WAY = "table: -300 -600 0 600 200 700"
_MOMENT_S = 7.4
_STAGES_DONE = 3
_JOINTS, _SEARCH = 1, 2
"""Places of the tabs of a plan in a narrow window; a wide one has no tab for the joints."""


def main(arguments: list[str]) -> int:
    """Write the pictures into the folder that is named; returns an exit code."""
    return main_of("tests.gallery.pictures_excitation", arguments, play)


def play(window: Window, camera: Camera, _folder: Path) -> None:
    """Plan a motion and run it."""
    window.start_page.robot_card.click()
    _connect(window, URI)
    _plan(window, camera)
    window.link.disconnect_robot()
    wait(lambda: window.link.state is LinkState.OFF)
    _connect(window, HURRIED)
    _run(window, camera)
    leave(window)


def _connect(window: Window, uri: str) -> None:
    window.on_robot.connect_page.connect_asked.emit(uri, ROBOT)
    wait(lambda: window.link.state is LinkState.READY)


def _plan(window: Window, camera: Camera) -> None:
    window.open_step(Step.PLAN)
    page = window.pages[Step.PLAN]
    wait(lambda: window.pages[Step.PLAN]._planning.robot is not None)
    camera.take("plan")
    page.form.fold_out.set_open(True)
    camera.take("plan-options")
    _infeasible(window, page, camera)
    page.form.fold_out.set_open(False)
    page.form.seconds.press(_TEN_SECONDS)
    page.primary()
    wait(lambda: page.search.chart.curves and page.search.fraction >= _SEARCHED)
    camera.take("plan-search")
    wait(lambda: page.shows_result)
    page.result.player.show_at(_MOMENT_S)
    spin(_SWEEPING_MS)
    camera.take("plan-result")
    if not page.result.is_wide:
        page.result.tabs.press(_JOINTS)
        camera.take("plan-joints")
    page.result.tabs.press(_SEARCH - page.result.is_wide)
    camera.take("plan-history")
    page.result.tabs.press(0)


def _infeasible(window: Window, page: PlanPage, camera: Camera) -> None:
    """Ask for what cannot be done, and take it back."""
    period = page.form.period.edit.text()
    page.form.period.show_text(_SHORT_PERIOD)
    page.form.boxes.show_text(_BOX_IN_THE_WAY)
    page.primary()
    wait(lambda: not window.visit.is_busy)
    camera.take("plan-refused")
    page.form.period.show_text(period)
    page.form.boxes.show_text("")


def _run(window: Window, camera: Camera) -> None:
    window.open_step(Step.EXCITE)
    page: ExcitePage = window.pages[Step.EXCITE]
    wait(lambda: page.run.is_prepared)
    camera.take("excite")
    page.motion.clear_cell.setChecked(True)
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    wait(lambda: page.rows.now >= _STAGES_DONE or not page.run.is_running)
    camera.take("excite-running")
    wait(lambda: not page.run.is_running and window.footer.primary_button.isEnabled())
    camera.take("excite-result")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
