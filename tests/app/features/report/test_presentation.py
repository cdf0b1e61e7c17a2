"""The first page of a commissioning worded once."""

import pickle

import pytest

from app.features.report.commissioning import Commissioning
from app.features.report.presentation import FACTS, JOINTS, NEXT, present
from app.speech.language import Language, speaking
from app.speech.signs import Glyph, Signed
from core.quality import Verdict
from tests.app.reports.report_examples import example_result
from tests.app.verification_examples import verification


@pytest.mark.parametrize("language", Language)
def test_the_page_is_finished_and_can_be_sent(language: Language) -> None:
    with speaking(language):
        shown = present(Commissioning(example_result(), robot_name="Cell 4"))
    assert pickle.loads(pickle.dumps(shown)).title == "Cell 4"
    assert [section.name for section in shown.sections] == [FACTS, JOINTS, NEXT]
    assert all(section.title for section in shown.sections)


def test_what_was_not_measured_is_said() -> None:
    shown = present(Commissioning(example_result()))
    facts, table = shown.rows(FACTS), shown.table(JOINTS)
    assert facts is not None
    assert (facts.row("serial").value, facts.row("measured").value) == ("not known", "not measured")
    assert table is not None
    assert table.lines[0].cells[1:4] == ("–", "–", "not verified")
    assert table.lines[0].cells[-1] == "not looked at"


def test_each_joint_is_verified_against_its_limit() -> None:
    table = present(Commissioning(example_result(), verification=verification(limit=0.1))).table(JOINTS)
    assert table is not None
    assert table.lines[0].cells[3] == Signed(Glyph.CHECK, "pass")
    assert table.lines[5].cells[3] == Signed(Glyph.CROSS, "fail")
    assert isinstance(table.lines[0].cells[4], Verdict)
