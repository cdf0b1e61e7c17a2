"""The stiffness of an arm as pictures, without a robot.

A visit to a described arm is opened in the real window, its stiffness is worked out, and every view
of it is looked at.
"""

import sys
from functools import partial
from pathlib import Path

import numpy as np

from app.features.stiffness.answer_view import PoseKind
from app.features.stiffness.joint_views import GEOMETRY
from app.features.stiffness.page import StiffnessPage
from app.features.stiffness.result_view import JOINTS, LINKS, MAP, POSE
from app.shell.window import Window
from app.visit.steps import Step
from app.visit.tasks import create_visit
from core.monitor import NullMonitor
from tests.gallery.picture_session import main_of
from tests.gallery.pictures import Camera, wait

ROBOT = "mikhel-6"
POSE_DEG = "20 -35 60 15 50 0"


def main(arguments: list[str]) -> int:
    """Write the pictures into the folder that is named; returns an exit code."""
    return main_of("tests.gallery.pictures_stiffness", arguments, partial(play, ROBOT))


def play(robot: str, window: Window, camera: Camera, folder: Path) -> None:
    """Work the stiffness of an arm out, and look at each view of it."""
    path = folder / "cell-4.h5"
    create_visit(path=path, robot=robot, monitor=NullMonitor())
    window.open_visit(path)
    wait(lambda: window.visit.summary is not None and not window.visit.is_busy)
    window.open_step(Step.STIFFNESS)
    page = window.pages[Step.STIFFNESS]
    assert isinstance(page, StiffnessPage)
    wait(lambda: "described" in page.setup.words)
    camera.take("stiffness-setup")
    window.footer.primary_button.click()
    wait(lambda: page.shows_result and page.result.view is not None and not window.visit.is_busy)
    answer = page.result.answer
    answer.pose.choose(PoseKind.TYPED)
    answer.angles.show_text(POSE_DEG)
    pose = np.radians([float(angle) for angle in POSE_DEG.split()])
    wait(lambda: page.result.view is not None and np.allclose(page.result.view.pose, pose))
    wait(lambda: bool(page.result.links.words))
    for view, name in ((JOINTS, "joints"), (LINKS, "links"), (POSE, "ellipsoid")):
        page.result.show_view(view)
        camera.take(f"stiffness-{name}")
    page.result.show_view(LINKS)
    page.result.links.kind.press(GEOMETRY)
    camera.take("stiffness-geometry")
    page.result.show_view(MAP)
    wait(lambda: page.result.map.found is not None)
    camera.take("stiffness-map")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
