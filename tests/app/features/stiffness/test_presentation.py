"""The stiffness of an arm worded once: what it says, and that the documents have every number it shows."""

import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from app.errors.text import reason_text
from app.features.stiffness.pose_presentation import shift, shift_reasons
from app.features.stiffness.presentation import present, present_plan
from app.features.stiffness.tasks import plan_stiffness_loads, stiffness_view
from app.presentation import Presentation, Table, cell_text, value_text
from app.speech.language import Language, speaking
from core.exchange.export_compensation import compensation_json
from core.exchange.export_stiffness import stiffness_json
from core.exchange.export_stiffness_view import load_plan_json, view_json
from core.exchange.json_text import json_text
from core.monitor import NullMonitor
from core.robot.library import load_robot
from core.stiffness.deflection_map import StiffnessView
from core.stiffness.load_plan import Pushes
from core.stiffness.prediction import FlangeLoad, shift_parts
from core.stiffness.result import ReducedStiffness
from tests.app.reports import stiffness_examples as examples
from tests.app.shown_numbers import not_in_document, shown_values

ROBOT = load_robot(examples.ROBOT)


@pytest.fixture(scope="module")
def view() -> StiffnessView:
    """Ten kilograms on the six-link arm, with a map of the workspace."""
    found = examples.by_algebra()
    return stiffness_view(NullMonitor(), robot=ROBOT, load=FlangeLoad(10.0), reduced=found)


def texts(table: Table | None) -> list[list[str]]:
    """The cells of a table, a verdict as an empty text."""
    assert table is not None
    return [
        [cell_text(cell, column) for cell, column in zip(line.cells, table.columns, strict=True)]
        for line in table.lines
    ]


def shares(document: dict[str, Any]) -> Iterator[float]:
    """Of single springs and of joints' own springs, from a document."""
    compliance = np.array(document["compliance"], dtype=float)
    for one in document["contributions"]:
        yield from (np.array(one["compliance"]) / compliance[:, np.newaxis]).ravel().tolist()
    links = np.array([one["share"] for one in document["contributions"]]).reshape(-1, len(compliance))
    yield from (1.0 - links.sum(axis=0)).tolist()


@pytest.mark.parametrize("make", [examples.by_algebra, examples.by_experiment])
def test_the_document_has_every_number_that_is_shown(make: type[ReducedStiffness]) -> None:
    found = make()
    document = json.loads(json_text(stiffness_json(found, reason_text=reason_text)))
    shown = present(found)
    assert len(list(shown_values(shown))) > 20
    assert not_in_document(shown, document, *shares(document)) == []


def test_the_documents_of_a_pose_and_of_a_corrected_tool_have_what_is_shown_of_them(
    view: StiffnessView,
) -> None:
    found = examples.by_algebra()
    corrected = examples.compensation(by=found)
    document = {**stiffness_json(found), **view_json(view), "tool": compensation_json(corrected, ROBOT)}
    document = json.loads(json_text(document))
    parts = shift_parts(view.predicted)  # along the shift, whose axes the document has
    derived = (parts.whole, parts.std, parts.gears, parts.links, parts.reduced)
    steps = [len(place["taken"]) - 1 for place in document["tool"]["places"]]
    turned = [float(np.abs(place.change).max()) for place in corrected.places]
    shown = present(found, view=view, corrected=corrected)
    assert not_in_document(shown, document, *shares(document), *derived, *steps, *turned) == []


def test_the_document_of_planned_load_tests_has_every_number_that_is_shown() -> None:
    robot = load_robot("mikhel-3")
    plan = plan_stiffness_loads(robot=robot, count=6, loads=Pushes(100.0), monitor=NullMonitor())
    document = json.loads(json_text(load_plan_json(plan)))
    stiffness = [1.0 / value for value in document["expected_compliance"]]
    shown = present_plan(plan, robot)
    assert not_in_document(shown, document, *stiffness) == []
    assert [line.name for line in shown.table("tests").lines] == list(plan.names)  # type: ignore[union-attr]


@pytest.mark.parametrize("language", Language)
def test_a_presentation_is_finished_and_can_be_sent(language: Language, view: StiffnessView) -> None:
    found = examples.by_experiment()
    corrected = examples.compensation(by=found)
    with speaking(language):
        shown: Presentation = present(
            found, algebra=examples.by_algebra(), view=view, corrected=corrected, robot="Cell 4"
        )
    again = pickle.loads(pickle.dumps(shown))
    assert again.headline == shown.headline
    assert "Cell 4" in shown.title
    for section in again.sections:
        assert section.title
        if isinstance(section, Table):
            assert {len(line.cells) for line in section.lines} == {len(section.columns)}


def test_the_headline_says_what_joints_leave_and_which_are_not_known() -> None:
    headline = present(examples.by_algebra()).headline
    assert headline.startswith(
        "Stiffness of mikhel-6, reckoned from the springs of joints and links: 5 of 6 joints are known."
    )
    assert headline.endswith("joint_6: not measurable with this tool point.")
    assert "leaves 0.057 of 0.87 mm under 100 N" in headline


def test_a_joint_has_both_springs_and_what_links_add() -> None:
    found = examples.by_algebra()
    assert texts(present(found).table("joints"))[0] == [
        "joint_1",
        "300 ± 12",
        "271.4 ± 9.8",
        "1.11",
        "1207",
        "",
    ]
    first = replace(found.joints[0], is_held=True, spring=np.nan)
    held = replace(examples.by_experiment(), joints=(first, *found.joints[1:]))
    assert texts(present(held).table("joints"))[0][:4] == ["joint_1 (held)", "–", "271.4 ± 9.8", "–"]
    links = texts(present(found).table("links"))
    assert [row[0] for row in links] == [*(f"Link {n}" for n in range(1, 7)), "the joint's own spring"]
    for column in range(1, 7):
        assert sum(float(row[column].replace("−", "-")) for row in links) == pytest.approx(100.0, abs=0.6)
    assert texts(present(found).table("springs"))[0] == ["Link 3, yy", "joint_4", "11.9"]


def test_load_tests_come_with_the_worst_first_and_say_which_count() -> None:
    shown = present(examples.by_experiment())
    rows = texts(shown.table("load-tests"))
    assert [row[0] for row in rows[:2]] == ["push 10", "push 9"]
    assert rows[0][1:] == [
        "0.0; 0.0; −100.0",
        "0.100; −0.200; −0.800",
        "0.100; −0.200; −0.790",
        "0.0100",
        "left out",
    ]
    assert [row[-1] for row in rows].count("left out") == 1
    basis = shown.rows("basis")
    assert basis is not None
    assert basis.row("tests").value == "9 of 10 of pushes.csv counted"
    assert value_text(basis.row("noise").value) == "0.0250\u00a0mm"


def test_each_reason_is_shown_once() -> None:
    found = examples.by_algebra()
    said = [str(row.value) for row in present(found).reasons]
    judged = (*(joint.judgement for joint in found.joints), found.judgement)
    assert sorted(said) == sorted({reason_text(one) for judgement in judged for one in judgement.reasons})


def test_both_routes_stand_side_by_side() -> None:
    algebra = examples.by_algebra()
    joints = tuple(
        replace(joint, compliance=joint.compliance / 1.02) for joint in examples.by_experiment().joints
    )
    rows = texts(present(replace(examples.by_experiment(), joints=joints), algebra=algebra).table("beside"))
    assert rows[0][0] == "joint_1"
    assert rows[0][3] == "2.00"
    assert [row[0] for row in rows[-2:]] == ["mean error under 100\u00a0N", "computing"]
    assert present(algebra).table("beside") is None


def test_a_shift_is_parted_into_gears_and_links(view: StiffnessView) -> None:
    rows = shift(view)
    assert rows.row("whole").label == "10.0\u00a0kg moves the tool by"
    whole, gears, links = (rows.row(name).value.si for name in ("whole", "gears", "links"))  # type: ignore[union-attr]
    assert gears + links == pytest.approx(whole)
    unknown = replace(view, predicted=None)
    assert "not known" in str(shift(unknown).row("unknown").value)
    assert view.predicted is not None
    assert [*shift_reasons(replace(view.predicted, judgement=examples.by_algebra().judgement))]


def test_wording_a_stiffness_loads_no_qt() -> None:
    code = (
        "import sys, app.features.stiffness.presentation, app.features.stiffness.presentation, "
        "app.features.stiffness.report; sys.exit('PySide6' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
