"""A program that ended unexpectedly is noticed at the next start; one that still runs is not."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from app.health.running import LAST_ENDED, Run, RunningMark, RunPlace, last_ended
from app.shell.window import Window
from app.visit.settings import SettingsStore
from app.visit.steps import GuideName, Step
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from tests.waiting import wait_until

PLACE = RunPlace("/visits/cell4.h5", "ec66", GuideName.ON_ROBOT, Step.EXCITE, "virtual:ec66")
HOLDER = """
import sys, threading
from pathlib import Path
from app.health.running import RunPlace, RunningMark
mark = RunningMark(Path(sys.argv[1]))
assert mark.begin() is None
mark.at(RunPlace("/visits/cell4.h5", "ec66", "on-robot", "excite", "virtual:ec66"))
assert mark._file.finish()
print("there", flush=True)
threading.Event().wait()
"""


@pytest.fixture
def other(tmp_path: Path, repository: Path):
    """Another program with its mark set."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        env=os.environ | {"PYTHONPATH": str(repository)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline().strip() == "there"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_a_program_that_ended_as_it_should_leaves_nothing(tmp_path: Path) -> None:
    mark = RunningMark(tmp_path)
    assert mark.begin() is None
    mark.at(PLACE)
    mark.end()
    mark.end()
    assert list(tmp_path.iterdir()) == []
    assert RunningMark(tmp_path)._path == mark._path
    assert last_ended(tmp_path) is None


def test_one_that_still_runs_is_no_crash_and_one_that_was_killed_is(
    tmp_path: Path, other: "subprocess.Popen[str]"
) -> None:
    mark = RunningMark(tmp_path)
    assert mark.begin() is None, "it runs"
    mark.end()
    other.kill()
    other.wait()
    mark = RunningMark(tmp_path)
    ended = mark.begin()
    mark.end()
    assert ended is not None
    assert (ended.pid, ended.place) == (other.pid, PLACE)
    again = RunningMark(tmp_path)
    assert again.begin() is None, "it is told once"
    again.end()
    assert last_ended(tmp_path) == ended, "and stays known for a problem report"


def test_the_number_of_a_process_that_is_given_again_hides_no_crash(tmp_path: Path) -> None:
    mark = RunningMark(tmp_path)
    stored = {"pid": os.getpid(), "began": "b", "moment": "m", "software": "s", "place": None}
    mark._path.write_text(json.dumps(stored))
    assert mark.begin() == Run(os.getpid(), "b", "m", "s")
    mark.end()


@pytest.mark.parametrize("text", ["", "{", '{"place": 3}', "[]"])
def test_a_mark_that_the_power_cut_short_still_tells_of_a_crash(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "running-1.json").write_text(text)
    mark = RunningMark(tmp_path)
    ended = mark.begin()
    mark.end()
    assert ended is not None
    assert ended.place is None
    assert ended.moment
    assert (tmp_path / LAST_ENDED).exists()


def test_a_computer_that_takes_no_mark_still_runs(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    mark = RunningMark(blocked / "folder")
    assert mark.begin() is None
    mark.at(PLACE)
    mark.end()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no kill -9")
def test_continue_leads_to_the_very_step(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "cell4.h5"
    Visit.create(path, robot_toml=write_toml(load_robot("ec66"))).close()
    card = window.start_page.continue_card
    assert not card.isVisible()
    place = replace(PLACE, visit=str(path), step=Step.FRICTION)
    window.start_page.offer_to_continue(Run(1, "", "2026-11-22T10:42:00+00:00", "torsion", place))
    assert card.isVisible()
    assert "ended unexpectedly" in card.text
    assert "Friction" in card.text
    assert window.focusWidget() is card.continue_button
    card.continue_button.click()
    wait_until(lambda: window.step is Step.CONNECT)
    assert not card.isVisible()
    assert window.guide is GuideName.ON_ROBOT
    assert window.on_robot._continue_at is Step.FRICTION, "as soon as the robot is connected"
    assert window.on_robot.uri == "virtual:ec66"
    wait_until(lambda: not window._runner.is_busy)


def test_a_visit_that_is_gone_or_never_was_cannot_be_continued(still_window: Window) -> None:
    card = still_window.start_page.continue_card
    run = Run(1, "", "2026-11-22T10:42:00+00:00", "torsion", PLACE)
    still_window.start_page.offer_to_continue(run)
    assert "no longer where it was" in card.text
    assert not card.continue_button.isVisible()
    still_window.start_page.offer_to_continue(replace(run, place=None))
    assert "nothing is lost" in card.text
    card.close_button.click()
    assert card.text == ""


def test_the_place_is_told_at_every_step_and_when_the_visit_is_closed(
    still_window: Window, store: SettingsStore
) -> None:
    places: list[RunPlace | None] = []
    still_window.visits.place_changed.connect(places.append)
    still_window.open_step(Step.RESULTS)
    still_window.open_step(Step.REPORT)
    still_window.show_start()
    assert [place.step if place else None for place in places] == [Step.RESULTS, Step.REPORT, None]
    assert places[0] is not None
    assert places[0].visit.endswith("cell-4.h5")


def test_next_leads_over_connecting_where_no_robot_is_there_yet(still_window: Window) -> None:
    """Continued at a step that needs no robot, before one that does."""
    window = still_window
    window.guide = GuideName.ON_ROBOT
    window.open_step(Step.FRICTION)
    assert window.journey.following(Step.FRICTION) == Step.LOAD_STEPS
    window._next()
    assert window.step is Step.CONNECT
    assert window.on_robot._continue_at is Step.LOAD_STEPS, "as soon as the robot is connected"
