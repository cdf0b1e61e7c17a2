"""A planned motion and its run worded once, and that their documents have every number they show."""

import json
from dataclasses import replace

import numpy as np
import pytest

from app.features.excitation.presentation import (
    APPROACH,
    CONDITION,
    LIMITS,
    TORQUE,
    condition_text,
    numbers,
    present,
)
from app.features.excitation.run_presentation import SHOWN, present_run
from app.presentation import Presentation, Table, cell_text, value_text
from app.speech.language import Language, speaking
from core.exchange.export_procedures import excitation_run_json
from core.exchange.json_text import json_text
from core.exchange.trajectory_json import excitation_json
from core.excitation.keep_outs.keep_out import Shortfall
from core.excitation.limits.motion_limits import motion_limits
from core.quality import Verdict
from core.robot.surroundings import ClosestPair
from tests.app import plan_examples as examples
from tests.app.shown_numbers import not_in_document

NAMES, SLIDES = examples.ROBOT.joint_names, (False,) * examples.JOINTS
LIMITS_OF_ARM = motion_limits(examples.ROBOT, start=np.zeros(examples.JOINTS))


def planned(**options: object) -> Presentation:
    return present(examples.plan(**options), LIMITS_OF_ARM, joints=NAMES, slides=SLIDES)  # type: ignore[arg-type]


def texts(table: Table | None) -> list[list[str]]:
    assert table is not None
    return [
        [cell_text(cell, column) for cell, column in zip(line.cells, table.columns, strict=True)]
        for line in table.lines
    ]


def test_the_document_of_a_plan_has_every_number_that_is_shown() -> None:
    plan = examples.plan()
    document = json.loads(json_text(excitation_json(plan, limits=LIMITS_OF_ARM)))
    assert not_in_document(present(plan, LIMITS_OF_ARM, joints=NAMES, slides=SLIDES), document) == []


def test_the_document_of_a_run_has_every_number_that_is_shown() -> None:
    run = examples.run()
    document = json.loads(json_text(excitation_run_json(run)))
    by_joint = run.peaks.limit_use  # the document has the largest of all
    shown = present_run(run, joints=NAMES, slides=SLIDES)
    assert not_in_document(shown, document, *by_joint.ravel().tolist()) == []


def test_a_plan_says_what_it_comes_near_to() -> None:
    rows = numbers(examples.plan())
    assert value_text(rows.row(CONDITION).value) == "23.4"
    assert rows.row(TORQUE).remark == "of rated, joint 2"
    assert rows.row(LIMITS).remark.endswith(
        f"joint {1 + int(np.argmax(examples.plan().peaks.limit_use)) // 3}"
    )
    alone = replace(examples.plan(), closest=ClosestPair())
    assert numbers(alone).row(APPROACH).remark == "nothing can touch anything"
    assert numbers(replace(alone, closest=None)).row(APPROACH).remark == "not looked at"
    assert condition_text(np.inf) == "∞"
    assert condition_text(7141.2) == "7141"


def test_limits_that_are_the_program_s_own_are_marked() -> None:
    table = planned().table("limits")
    rows = texts(table)
    assert [row[0] for row in rows] == list(NAMES)
    assert all(len(row) == 12 for row in rows)
    assert table is not None
    assert ("*" in "".join(rows[0])) == ("the maker gives none" in table.note)


def test_what_forbids_a_motion_stands_before_its_remarks() -> None:
    short = Shortfall("too-close", {"first": "link 3", "second": "floor", "distance": 4.0})
    note = replace(short, blocking=False)
    reasons = planned(verdict=Verdict.REPEAT, shortfalls=(note, short)).reasons
    assert [row.label for row in reasons[:2]] == ["not allowed", "note"]


def test_a_run_has_a_line_per_joint_and_the_window_fewer_columns() -> None:
    shown = present_run(examples.run(), joints=NAMES, slides=(True, *SLIDES[1:]))
    table = shown.table("joints")
    assert table is not None
    assert texts(table)[1][1] == "12.4\u00a0arcmin"
    assert texts(table)[0][1].endswith("mm")
    assert [column.name for column in table.only(*SHOWN).columns] == list(SHOWN)
    assert "plan " in shown.circumstances


@pytest.mark.parametrize("language", Language)
def test_every_verdict_has_its_words(language: Language) -> None:
    with speaking(language):
        told = {planned(verdict=verdict).headline for verdict in Verdict}
        runs = {
            present_run(examples.run(verdict=one), joints=NAMES, slides=SLIDES).headline for one in Verdict
        }
    assert len(told) == len(runs) == len(Verdict)
