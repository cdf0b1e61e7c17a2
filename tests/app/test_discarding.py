"""A visit that was made to watch goes when nothing was put into it, and only then."""

from pathlib import Path

import pytest

from app.shell.discarding import discard_empty_visit
from app.shell.window import Window
from app.visit.steps import GuideName, Step
from core.errors import BadFile
from core.monitor import NullMonitor
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.file_lock import FileLock
from core.storage.visit import Visit
from core.workflow import Place, Progress
from tests.core.storage.recordings_examples import example_recording
from tests.waiting import wait_until


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    path = tmp_path / "watched.h5"
    with Visit.create(path, robot_toml=write_toml(load_robot("generic-6r"))) as visit:
        visit.put_settings("workflow", Progress("live"))
    return path


def test_an_empty_visit_goes(empty: Path) -> None:
    assert discard_empty_visit(path=empty, monitor=NullMonitor())
    assert list(empty.parent.iterdir()) == []


def test_a_visit_with_a_recording_stays(empty: Path) -> None:
    with Visit.open(empty) as visit:
        visit.add_recording(example_recording())
    assert not discard_empty_visit(path=empty, monitor=NullMonitor())
    assert empty.exists()


def test_a_visit_with_a_part_of_a_recording_beside_it_stays(empty: Path) -> None:
    part = empty.with_name(f"{empty.name}.recording-001.part")
    part.write_bytes(b"samples")
    assert not discard_empty_visit(path=empty, monitor=NullMonitor())
    assert empty.exists()
    assert part.exists()


def test_a_visit_that_somebody_changes_stays(empty: Path) -> None:
    lock = FileLock.take(empty)
    assert lock is not None
    with pytest.raises(BadFile, match="visit-locked"):
        discard_empty_visit(path=empty, monitor=NullMonitor())
    lock.release()
    assert empty.exists()


@pytest.mark.parametrize(("guide", "stays"), [(GuideName.LIVE, False), (GuideName.ON_ROBOT, True)])
def test_leaving_takes_away_what_was_made_to_watch(window: Window, guide: GuideName, *, stays: bool) -> None:
    window.beginnings.new_on_robot(guide=guide)
    window.on_robot._waiting_uri = ""  # nothing is connected here
    window.on_robot.visit_asked.emit("generic-6r", Step.CONNECT)
    wait_until(lambda: window.visit.summary is not None and not window.visit.is_busy)
    path = window.visit.path
    assert window.guide is guide
    assert window.step is Step.CONNECT
    assert path.exists()
    if stays:
        wait_until(lambda: window.visits.recent, "the visit's page, which remembers where it was left")
    window.show_start()
    assert bool(window.visits.recent) is stays
    if stays:
        wait_until(lambda: not window._runner.is_busy)
    else:
        wait_until(lambda: not path.exists())
        wait_until(lambda: not window._runner.is_busy)
    assert path.exists() is stays
    assert bool(window.visits.recent) is stays


def test_an_empty_visit_that_was_opened_stays(window: Window, empty: Path) -> None:
    window.open_visit(empty)
    wait_until(lambda: window.step is not None and not window.visit.is_busy)
    window.show_start()
    wait_until(lambda: not window._runner.is_busy)
    assert empty.exists()


@pytest.mark.parametrize(("to_watch", "guide"), [(True, GuideName.LIVE), (False, GuideName.FROM_FILES)])
def test_what_was_recorded_while_watching_is_not_lost_to_the_other_steps(
    window: Window, empty: Path, *, to_watch: bool, guide: GuideName
) -> None:
    with Visit.open(empty) as visit:
        visit.add_recording(example_recording(joints=6))
        visit.put_settings("workflow", Progress("live", place=Place("live")))
    window.visits.open(empty, to_watch=to_watch)
    wait_until(lambda: window.step is not None and not window.visit.is_busy)
    assert window.guide is guide
    assert window.step is (Step.CONNECT if to_watch else Step.CHOOSE)
