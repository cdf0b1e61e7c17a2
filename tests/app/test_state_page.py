"""State of this arm: where a visit opens, from there to a subject and back, one word in every place."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel

from app.__main__ import main
from app.features.payload.presentation import present
from app.features.payload.report import front_page
from app.features.payload.tasks import stored_payload
from app.features.report.commissioning import Commissioning
from app.features.report.front_page import front_page as report_page
from app.guide.front_page import front_json
from app.shell.arm_state import ArmState, read_arm_state
from app.shell.fleet_words import arm_word
from app.shell.sides import Side
from app.shell.state_words import beside_words
from app.shell.window import Window
from app.speech.words import verdict_word
from app.terminal.presentation_lines import presentation_lines
from app.visit.steps import Step
from app.visit.stored_products import newest
from core.catalogue.arm_state import Subject, state_of
from core.catalogue.care import robots_by_care
from core.catalogue.example import WornArm, write_example
from core.catalogue.scan import scan
from core.catalogue.store import Catalogue
from core.elasticity.result import ELASTICITY, Elasticity
from core.monitor import NullMonitor
from core.quality import Verdict, Word, word_of
from core.robot.library import load_robot
from core.storage.visit import Visit
from core.workflow import COMMISSIONING
from tests.app.reports.report_examples import example_result
from tests.waiting import wait_until

MOST_WORDS = 165
WORD = re.compile(r"[^\W\d_]{2,}")


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Visits to six arms, one with a payload that is set wrong, and their catalogue."""
    folder = tmp_path_factory.mktemp("arms")
    write_example(folder, arms=6, visits=24, seed=3, monitor=NullMonitor(), wrong_payloads=1, recordings=24)
    catalogue = folder / "catalogue.sqlite"
    with Catalogue(catalogue) as opened:
        scan(opened, [folder], monitor=NullMonitor())
    return folder, catalogue


@pytest.fixture(scope="module")
def wrong(fleet: tuple[Path, Path]) -> Path:
    """The visit whose payload is set wrong."""
    with Catalogue(fleet[1]) as opened:
        robot = next(
            one
            for one in robots_by_care(opened)
            if any(care.code == "payload-set-wrong" for care in one.care)
        )
    return Path(robot.last_file)


def words_in_sight(window: Window) -> list[str]:
    found = []
    for kind in (QLabel, QAbstractButton):
        for one in window.findChildren(kind):
            if one.isVisible() and not one.visibleRegion().isEmpty():
                found += WORD.findall(one.text())
    return found


def test_a_visit_opens_at_the_state_of_its_arm_and_a_subject_leads_back_to_it(
    window: Window, wrong: Path
) -> None:
    window.open_visit(wrong, at_state=True)
    page = window.beside.state
    wait_until(lambda: page.state is not None)
    assert window.sides.current is Side.STATE
    assert page.rows[Subject.PAYLOAD].word.accessibleName() == "Needs care"
    assert window.footer.primary_button.text() == "Set it in the robot"
    assert len(words_in_sight(window)) <= MOST_WORDS
    page.rows[Subject.GEARS].button.click()
    assert (window.sides.current, window.step) == (None, Step.TWIST)
    window.footer.back.emit()
    assert window.sides.current is Side.STATE, "Back leads to the state"
    window.footer.primary.emit()
    assert window.step is Step.PAYLOAD
    window.footer.back.emit()
    window.footer.back.emit()
    assert window.frame.is_on_start


def test_without_a_visit_it_says_what_to_do_first_and_leads_there(window: Window) -> None:
    window.sides.open(Side.STATE)
    page = window.beside.state
    assert "Choose a job first" in page._sentence.text()
    assert not any(row.button.isVisible() for row in page.rows.values())
    assert not page.name_button.isVisible()
    assert window.footer.primary_button.text() == "Choose a job"
    window.footer.primary.emit()
    assert window.frame.is_on_start


def test_what_was_never_measured_opens_what_it_needs_first(window: Window, wrong: Path) -> None:
    window.open_visit(wrong, at_state=True)
    page = window.beside.state
    wait_until(lambda: page.state is not None)
    for subject, row in page.rows.items():
        row.button.click()
        assert window.step is not None or window.bus.shown, f"{subject} has an answer"
        window.show_state()


def test_one_thing_has_one_word_in_state_fleet_page_paper_and_terminal(
    fleet: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    _, catalogue = fleet
    with Catalogue(catalogue) as opened:
        robots = robots_by_care(opened)
    seen = set()
    for robot in robots:
        path = Path(robot.last_file)
        state = read_arm_state(NullMonitor(), path=path, catalogue=catalogue)
        assert arm_word(robot).words == verdict_word(state.whole), robot.serial
        code = main(["state", robot.serial, "--catalogue", str(catalogue), "--json"])
        document = json.loads(capsys.readouterr().out)
        assert document["verdict"] == state.whole.value
        assert (code == 0) is (state.whole in {Word.GOOD, Word.USABLE})
        words = {one.subject: one.word for one in state.subjects}
        assert {one["subject"]: one["verdict"] for one in document["subjects"]} == words
        seen.add(words[Subject.PAYLOAD])
        with Visit.open(path) as visit:
            stored = stored_payload(visit)
        if stored is None:
            continue
        page = present(stored.found, stored.around)
        paper = front_page(stored, robot=robot.robot)
        on_terminal = [str(line) for line in presentation_lines(page)]
        assert page.word is paper.word is paper.found[0].word is words[Subject.PAYLOAD], robot.serial
        assert paper.outcome == verdict_word(words[Subject.PAYLOAD])
        assert any(line.startswith(f"Verdict: {paper.outcome}") for line in on_terminal)
        assert word_of(Verdict(stored.found.overall.verdict), needs_care=page.needs_care) is page.word
    assert Word.NEEDS_CARE in seen


def test_the_minutes_of_a_job_are_those_that_are_planned(window: Window, wrong: Path) -> None:
    cards = window.start_page
    assert "About 36 min for six joints" in cards.robot_card.accessibleDescription(), "by the guide's steps"
    assert "At most 12 min of motion" in cards.payload_card.accessibleDescription(), "two thorough weighings"
    window.open_visit(wrong, at_state=True)
    page = window.beside.state
    wait_until(lambda: page.state is not None)
    told = []
    for name, sees_twist in (("moteus-6", True), ("ur5e", False)):  # a UR tells one encoder per joint
        page._show(ArmState(name, "", (), state_of({}), robot_model=load_robot(name)))
        seconds = COMMISSIONING.seconds_of(window.visit.progress, sees_twist=sees_twist)
        told.append(page.primary_text)
        assert "Commission it first" in page._sentence.text()
        assert told[-1] == f"Commission it, about {round(seconds / 60.0)} min", "what this visit still lacks"
    assert told[0] != told[1]


def test_an_arm_whose_link_encoders_were_checked_has_rows_of_its_gears(window: Window) -> None:
    page, robot = window.beside.state, load_robot("ec66")
    alone = ArmState("ec66", "V-1", (), state_of({}), robot_model=replace(robot, joints=tuple(
        replace(joint, link_encoder=None) for joint in robot.joints)))  # fmt: skip
    page._show(alone)
    assert page._one_encoder.isVisibleTo(page)
    page._show(replace(alone, has_link_encoders=True))
    assert not page._one_encoder.isVisibleTo(page)
    assert page.rows[Subject.GEARS].name.isVisibleTo(page)


@pytest.fixture(scope="module")
def worn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The last visit to an arm whose gear is worn since its only other visit."""
    folder = tmp_path_factory.mktemp("lone")
    truth = write_example(folder, arms=3, visits=6, seed=4, monitor=NullMonitor(), recordings=0)
    return next(folder / one.first_worn_visit for one in truth.values() if isinstance(one, WornArm))


def test_a_gear_that_got_worse_since_the_earlier_visit_has_one_word_everywhere(
    worn: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere, catalogue = tmp_path / "none.sqlite", tmp_path / "catalogue.sqlite"
    with Catalogue(catalogue) as opened:
        scan(opened, [worn.parent], monitor=NullMonitor())
        listed = {one.serial: one for one in robots_by_care(opened)}
    for known in (nowhere, catalogue):  # whether the visits are listed, or lie near each other only
        state = read_arm_state(NullMonitor(), path=worn, catalogue=known)
        gears = next(one for one in state.subjects if one.subject is Subject.GEARS)
        assert (gears.word, gears.compared_by) == (Word.NEEDS_CARE, "earlier")
        assert " was " in f" {beside_words(gears)}"
        assert arm_word(listed[state.serial]).words == verdict_word(state.whole) == "Needs care"
        main(["state", str(worn), "--catalogue", str(known), "--json"])
        document = json.loads(capsys.readouterr().out)
        told = next(one for one in document["subjects"] if one["subject"] == "gears")
        assert (told["verdict"], told["compared_with"]["by"]) == ("needs-care", "earlier")
        assert told["compared_with"]["date"] < told["date"]
    commissioned = Commissioning(example_result(), found={"elasticity": stored_gears(worn)}, care=state.care)
    paper = report_page(commissioned)
    row = next(row for row in paper.found if row.label == "Gears")
    assert row.word is Word.NEEDS_CARE
    assert (paper.outcome, front_json(paper)["needs_care"]) == ("Needs care", True)


def stored_gears(path: Path) -> object:
    with Visit.open(path) as visit:
        return newest(visit, ELASTICITY, Elasticity)
