"""Two visits to one arm compared, as pictures, without a robot.

A virtual arm is recorded twice, the second time with a worn gear; the page is played in the real window.
"""

import sys
import tempfile
from functools import partial
from pathlib import Path

from app.features.comparison.page import ComparePage
from app.shell.window import Window
from app.visit.steps import Step
from tests.gallery.picture_session import main_of
from tests.gallery.pictures import Camera, wait
from tests.gallery.pictures_twist import WORN, record

VIEWS = ("changes", "joints", "payload", "trend")


def main(arguments: list[str]) -> int:
    """Write the pictures into the folder that is named; returns an exit code."""
    with tempfile.TemporaryDirectory() as folder:
        visits = tuple(Path(folder) / name for name in ("last-year.h5", "today.h5"))
        if len(arguments) == 1:
            for visit, worn in zip(visits, ((), (WORN,)), strict=True):
                record(visit, worn=worn)
        return main_of("tests.gallery.pictures_compare", arguments, partial(play, visits))


def play(visits: tuple[Path, ...], window: Window, camera: Camera, _folder: Path) -> None:
    """Compare the visits, and look at every view of what changed."""
    window.beginnings.compare_visits(visits)
    page = window.pages[Step.COMPARE]
    assert isinstance(page, ComparePage)
    wait(lambda: page.found is not None)
    for place, name in enumerate(VIEWS):
        page.show_view(place)
        camera.take(f"compare-{name}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
