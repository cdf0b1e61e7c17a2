"""An arm in a network in the choice of a controller: its address, a search, an emulated controller."""

import re
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from app.features.connection.controller_choice import ControllerChoice
from app.features.connection.network_choice import NetworkChoice
from app.visit.settings import SettingsStore
from app.visit.steps import Step
from app.visit.summaries import RobotChoice
from devices.errors import TransportError
from devices.family import Recognised
from devices.search import FoundArm, find_arms, network_families
from tests.app.robot_bench import Bench
from tests.waiting import wait_until

ROBOTS = [RobotChoice("ec66", "Elite EC66", 6), RobotChoice("ur10e", "UR10e", 6)]
FOUND = (FoundArm("ur", "10.0.0.7", Recognised("UR10", "5.11", "20245500001")),)
NETWORK = 1
"""Number of the form in the row of buttons."""


@pytest.fixture
def choice(qtbot: QtBot, store: SettingsStore):
    made = ControllerChoice(store)
    made.offer_robots(ROBOTS)
    made.family.press(NETWORK)
    made.show()
    yield made
    made.close()
    made.deleteLater()


def _form(bench: Bench) -> NetworkChoice:
    """The form on the page, without a visit and with nothing connected."""
    bench.window.open_step(Step.CONNECT)
    bench.robot.choice.offer_robots(ROBOTS)
    bench.robot.choice.family.press(NETWORK)
    return bench.robot.choice.network


def _only_job(bench: Bench):
    (job,) = [job for job in bench.window._runner._waiting if job.request.task.function is find_arms]
    return job


def test_every_family_in_a_network_is_offered(choice: ControllerChoice) -> None:
    titles = [choice.network.maker.itemText(row) for row in range(choice.network.maker.count())]
    assert titles == [family.title for family in network_families()]
    assert "Universal Robots" in titles


def test_the_address_names_the_controller_and_is_checked(choice: ControllerChoice) -> None:
    form = choice.network
    assert not choice.is_understood, "no address yet"
    form.address.show_text(" 10.0.0.2 ")
    assert choice.is_understood
    assert (choice.uri, choice.robot) == ("ur:10.0.0.2", "ur10e")
    form.serial.setText("20245500001")
    assert choice.uri == "ur:10.0.0.2?serial=20245500001"
    for wrong in ("10.0.0.2 7", "http://robot", "10.0.0.2?port=1", "-"):
        form.address.show_text(wrong)
        assert not choice.is_understood
        assert "Type an address" in form.address.note
    form.address.show_text("robot.local")
    assert form.address.note == ""


def test_only_arms_of_the_maker_are_offered(choice: ControllerChoice) -> None:
    robots = choice.network.robot_field.robot_choice
    assert [robots.itemText(row) for row in range(robots.count())] == ["UR10e (ur10e)"]
    choice.take_description(RobotChoice("/arms/my-ur.toml", "My UR", 6))
    assert choice.robot == "/arms/my-ur.toml"


def test_what_the_form_does_not_show_is_kept_until_another_address_is_typed(choice: ControllerChoice) -> None:
    choice.show_uri("ur:10.0.0.2?rate=125&port=31004")
    assert choice.family.index == NETWORK
    assert choice.uri == "ur:10.0.0.2?rate=125&port=31004"
    choice.network.address.show_text("10.0.0.3")
    assert choice.uri == "ur:10.0.0.3"


def test_the_connected_arm_is_remembered(
    qtbot: QtBot, store: SettingsStore, choice: ControllerChoice
) -> None:
    choice.network.address.show_text("10.0.0.2")
    assert choice.remember(choice.uri, serial="20245500001") == "ur:10.0.0.2"
    assert (store.current.last_network, store.current.last_network_robot) == ("ur:10.0.0.2", "ur10e")
    store.update(replace(store.current, last_controller="virtual:ec66"))
    again = ControllerChoice(store)
    again.offer_robots(ROBOTS)
    assert again.uri == "virtual:ec66", "the last one of all"
    again.family.press(NETWORK)
    assert again.uri == "ur:10.0.0.2"
    again.deleteLater()


def test_an_emulated_controller_is_started_at_a_press(bench: Bench) -> None:
    form = _form(bench)
    asked = []
    bench.robot.connect_page.connect_asked.connect(lambda uri, robot: asked.append((uri, robot)))
    bench.link.connect_to = lambda place: asked.append(place.uri)  # type: ignore[method-assign]
    form.try_button.click()
    assert asked == ["emulated:ur:ur10e", ("emulated:ur:ur10e", "ur10e")]
    assert bench.robot.choice.is_understood
    form.address.edit.setText("10.0.0.2")
    form.address.edit.textEdited.emit("10.0.0.2")
    assert bench.robot.choice.uri == "ur:10.0.0.2", "an address that is typed takes its place"
    bench.robot.choice.show_uri("emulated:ur:ur10e")
    assert bench.robot.choice.uri == "emulated:ur:ur10e"
    assert "Connect starts it" in form._try_words.text()


def test_an_emulated_controller_is_not_remembered_as_an_address(
    store: SettingsStore, choice: ControllerChoice
) -> None:
    choice.network.address.show_text("10.0.0.2")
    choice.remember(choice.uri, serial="")
    choice.remember("emulated:ur:ur10e", serial="20000000000")
    assert store.current.last_controller == "emulated:ur:ur10e"
    assert store.current.last_network == "ur:10.0.0.2"


def test_nothing_is_looked_for_unasked(bench: Bench) -> None:
    form = _form(bench)
    assert not [job for job in bench.window._runner._waiting if job.request.task.function is find_arms]
    button = bench.window.footer.primary_button
    assert (button.text(), button.isEnabled()) == ("Look for robots", True), "no address is known"
    button.click()
    job = _only_job(bench)
    assert not bench.robot.connect_page.primary_enabled, "a search is under way, with its own Cancel"
    assert job.request.task.arguments == {"scheme": "ur", "networks": None, "port": 0}
    assert not form.find_button.isEnabled()
    form.find_button.click()
    assert _only_job(bench) is job, "one search at a time"


def test_a_search_shows_its_time_and_what_it_finds(bench: Bench) -> None:
    form = _form(bench)
    form.find_button.click()
    assert form.work.isVisible()
    job = _only_job(bench)
    form.work._started_s -= 8.0
    job.progressed.emit(0.5, "")
    assert re.search(r"50 % · about [0-9.]+ s left", form.work.words)
    job.kept.emit(FOUND)
    button = form._found.itemAt(0).widget()
    assert button.text() == "10.0.0.7 · UR10 · 5.11 · 20245500001"
    job.succeeded.emit(FOUND)
    job.ended.emit()
    assert not form.work.isVisible()
    assert not form.note.isVisible()
    button = form._found.itemAt(0).widget()
    button.click()
    assert bench.robot.choice.uri == "ur:10.0.0.7"


def test_a_search_that_finds_nothing_says_why_that_may_be(bench: Bench) -> None:
    form = _form(bench)
    form.find_button.click()
    job = _only_job(bench)
    job.succeeded.emit(())
    job.ended.emit()
    assert form.note.isVisible()
    assert "its service is not enabled" in form.note.text()
    assert form.find_button.isEnabled()


def test_a_search_is_cancelled_or_fails(bench: Bench) -> None:
    form = _form(bench)
    form.find_button.click()
    job = _only_job(bench)
    form.work.cancel_button.click()
    assert job.cancel_asked
    assert not form.work.isVisible()
    form.find_button.click()
    job = _only_job(bench)
    job.failed.emit(TransportError("address-unknown", address="nowhere"))
    job.ended.emit()
    assert not form.work.isVisible()
    assert "nowhere" in bench.window.banner.text


def test_its_abilities_are_unknown_before_it_is_connected(bench: Bench) -> None:
    _form(bench).address.show_text("10.0.0.2")
    page = bench.robot.connect_page
    wait_until(lambda: page.is_described)
    assert "known after connecting" in page._abilities[0].accessibleName()
