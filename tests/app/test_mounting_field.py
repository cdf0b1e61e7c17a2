"""How the base is mounted, and what was understood of a description, before a visit is made."""

import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.features.connection.page import ConnectPage
from app.features.identification.recordings_page import RecordingsPage
from app.shell.window import Window
from app.visit.recordings import robot_of
from app.visit.steps import Step
from app.visit.summaries import RobotChoice
from app.visit.tasks import create_visit, describe_robot
from app.widgets.mounting_field import MountingField, mounting_words, robot_words
from core.monitor import NullMonitor
from core.robot.library import read_description
from core.robot.mounting import mounted
from core.robot.toml_writing import commented_text
from core.storage.visit import Visit

WILD = Path(__file__).parents[1] / "core/robot/wild"


def test_a_mounting_is_chosen_in_words_or_by_angles(qtbot: QtBot) -> None:
    field = MountingField()
    qtbot.addWidget(field)
    assert field.mounting == "table"
    field.show_mounting("ceiling")
    assert (field.mounting, field.angles.isVisibleTo(field)) == ("ceiling", False)
    field.show_mounting("0,45,0")
    assert (field.mounting, field.angles.isVisibleTo(field)) == ("0,45,0", True)
    field.angles.show_text("0,45")
    assert not field.is_understood
    field.show_mounting("wall")
    assert field.is_understood, "angles that are not asked for do no harm"


def test_an_arm_is_named_with_its_mounting_where_it_is_unusual() -> None:
    assert robot_words("EC66", "table") == "EC66"
    assert robot_words("EC66", "ceiling") == "EC66, on the ceiling"
    assert mounting_words("0,30,0") == "turned by 0,30,0°"


def test_a_visit_is_made_with_its_mounting_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "cell.h5"
    summary = create_visit(NullMonitor(), path=path, robot="ec66", mounting="wall")
    assert summary.mounting == "wall"
    with Visit.open(path) as visit:
        assert robot_of(visit).gravity.tolist() == [9.81, 0.0, 0.0]
    assert create_visit(NullMonitor(), path=tmp_path / "other.h5", robot="ec66").mounting == "table"


def test_a_description_brings_its_notes_and_its_mounting(tmp_path: Path) -> None:
    found = describe_robot(NullMonitor(), path=str(WILD / "seven_with_hand.urdf"))
    assert [note.code for note in found.notes] == [
        note.code for note in read_description(WILD / "seven_with_hand.urdf").notes
    ]
    hanging = mounted(read_description("ec66").robot, "ceiling")
    (tmp_path / "hanging.toml").write_text(commented_text(hanging), encoding="utf-8")
    assert describe_robot(NullMonitor(), path=str(tmp_path / "hanging.toml")).mounting == "ceiling"


@pytest.fixture
def described(tmp_path: Path) -> RobotChoice:
    shutil.copy(WILD / "seven_with_hand.urdf", tmp_path / "arm.urdf")
    return describe_robot(NullMonitor(), path=str(tmp_path / "arm.urdf"))


def test_the_recordings_page_shows_what_was_understood_and_asks_for_the_mounting(
    still_window: Window, described: RobotChoice
) -> None:
    page = still_window.pages[Step.RECORDINGS]
    assert isinstance(page, RecordingsPage)
    page.offer_robots((RobotChoice("ec66", "EC66", 6), described), chosen=described.name)
    assert "The flange is the link arm_hand_tcp" in page.understood.text()
    page.robot.choose("ec66")
    page._robot_picked()
    assert page.understood.text() == ""


def test_the_connect_page_asks_a_real_arm_for_its_mounting_alone(
    still_window: Window, described: RobotChoice
) -> None:
    page = still_window.pages[Step.CONNECT]
    assert isinstance(page, ConnectPage)
    choice = page.choice
    choice.show_robot_of_visit("")
    choice.show_uri("virtual:ec66")
    assert choice.mounting == ""
    choice.show_uri("ur:10.0.0.7")
    choice.take_description(described)
    choice.mounting_field.show_mounting("ceiling")
    assert choice.mounting == "ceiling"
    assert "arm_finger_joint1" in choice.understood.text()
    choice.mounting_field.show_mounting("0,30,0")
    choice.mounting_field.angles.show_text("upside down")
    assert not choice.is_understood
    choice.show_robot_of_visit("EC66, on the ceiling")
    assert not choice.mounting_field.isVisibleTo(choice), "a visit has its mounting"
