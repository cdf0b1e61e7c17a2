"""The first page of a commissioning report in words."""

import pickle

import pytest

from app.features.report.commissioning import Commissioning
from app.features.report.front_page import JOINTS, front_page
from app.speech.language import Language, speaking
from core.quality import Verdict
from tests.app.reports.report_examples import example_result
from tests.app.verification_examples import verification


@pytest.mark.parametrize("language", Language)
def test_the_page_is_finished_and_can_be_sent(language: Language) -> None:
    with speaking(language):
        shown = front_page(Commissioning(example_result(), robot_name="Cell 4"))
    assert pickle.loads(pickle.dumps(shown)).robot == "Cell 4"
    assert all((shown.title, shown.outcome, shown.meaning, *shown.arm, *shown.act))
    assert shown.table is not None
    assert shown.table.name == JOINTS


def test_what_was_not_measured_is_said() -> None:
    shown = front_page(Commissioning(example_result()))
    assert any("Verification" in line for line in shown.missing)
    assert shown.table is not None
    assert shown.table.lines[0].cells[1:4] == ("–", "–", Verdict.NOT_MEASURABLE)
    assert shown.table.lines[0].cells[-1] == Verdict.NOT_MEASURABLE


def test_each_joint_is_verified_against_its_limit() -> None:
    table = front_page(Commissioning(example_result(), verification=verification(limit=0.1))).table
    assert table is not None
    assert table.lines[0].cells[3] == Verdict.GOOD
    assert table.lines[5].cells[3] == Verdict.REPEAT
    assert isinstance(table.lines[0].cells[4], Verdict)
