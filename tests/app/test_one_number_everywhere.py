"""A number has the same digits wherever it is shown: in sentences, tables, cards, comparisons and reports."""

import pytest

from app.features.comparison.numbers import numbers
from app.features.comparison.tasks import compare_visits
from app.features.report.commissioning import Commissioning
from app.features.report.front_page import front_page
from app.features.twist.quantities import joint_values
from app.features.verification.presentation import JOINTS, model_sentence, present
from app.presentation import Presentation, value_text
from app.speech.units import Value, percent, share
from core.monitor import NullMonitor
from tests.app.compare_examples import three_visits
from tests.app.reports.report_examples import example_result
from tests.app.verification_examples import verification

FOUND = verification(limit=0.1)


def shown_cells(shown: Presentation, joint: str) -> list[str]:
    table = shown.table(JOINTS)
    assert table is not None
    line = next(line for line in table.lines if line.name == joint)
    return [value_text(cell) for cell in line.cells if isinstance(cell, Value)]


@pytest.mark.parametrize("error", [0.0004, 0.0491, 0.213, 0.3, 0.9949, 1.0, 1.527])
def test_a_share_in_a_table_is_that_of_a_sentence(error: float) -> None:
    assert value_text(share(error)).replace("\u00a0", " ") == percent(error)


def test_the_error_of_a_joint_is_the_same_in_sentence_table_and_report() -> None:
    worst = FOUND.worst_joint
    assert worst is not None
    said, joint = percent(float(FOUND.relative_error[worst])), FOUND.joints[worst]
    assert said in model_sentence(FOUND)
    assert said in [cell.replace("\u00a0", " ") for cell in shown_cells(present(FOUND), joint)]
    done = Commissioning(example_result(), verification=FOUND)
    table = front_page(done).table
    assert table is not None
    error = table.lines[worst].cells[1]
    assert isinstance(error, Value)
    assert value_text(error).replace("\u00a0", " ") == said


ROWS = {"Stiffness": "stiffness", "Width of the loop": "width", "Channel lag": "lag"}
"""Quantities of a comparison, and their rows on the page of the gears."""


def test_the_numbers_of_a_gear_are_the_same_on_its_page_and_in_a_comparison(tmp_path) -> None:
    found = compare_visits(paths=three_visits(tmp_path), monitor=NullMonitor())
    gears, (table,) = found.latest.elasticity, numbers(found.pairs[0])
    assert gears is not None
    seen = set()
    for line in table.lines:
        name, now = ROWS.get(str(line.cells[1]), ""), line.cells[3]
        joint = gears.joints[int(line.name.removeprefix("joint-")) - 1]
        own = {row.name: row.value for row in joint_values(joint).rows}.get(name)
        if isinstance(now, Value) and isinstance(own, Value):
            assert value_text(now) == value_text(own), (joint.joint, name)
            seen.add(name)
    assert seen >= {"stiffness", "width"}
