"""An encoder check worded once, and that its document has every number it shows."""

import json
from dataclasses import replace

import numpy as np
import pytest

from app.errors.text import reason_text
from app.features.encoders.presentation import present, remarks
from app.presentation import cell_text
from app.speech.language import Language, speaking
from core.encoders.result import EncoderCheck, JointCheck
from core.exchange.export_procedures import check_json
from core.exchange.json_text import json_text
from core.quality import Judgement, Reason, Verdict
from tests.app.shown_numbers import not_in_document

SWAPPED = Reason("encoder-sign-swapped", {"joint": "slide"}, Verdict.REPEAT)
GOOD = JointCheck("turn", "link", 1, 0.99991, 0.0024, offset=0.0395, moved=0.0346)
JOINTS = (
    GOOD,
    JointCheck(
        "slide", "reported", -1, -1.0, None, offset=None, moved=0.002, judgement=Judgement.of((SWAPPED,))
    ),
)
CHECK = EncoderCheck("check", "cell", "monday", JOINTS, np.eye(2), np.eye(2), Judgement.of((SWAPPED,)))
SLIDES = (False, True)


def test_the_document_has_every_number_that_is_shown() -> None:
    document = json.loads(json_text({"check": check_json(CHECK)}))
    assert not_in_document(present(CHECK, slides=SLIDES), document) == []
    assert document["check"][1]["offset"] is None


def test_a_joint_is_shown_with_its_units_and_what_it_was_compared_with() -> None:
    table = present(CHECK, slides=SLIDES).table("joints")
    assert table is not None
    turn, slide = (
        [cell_text(*pair) for pair in zip(line.cells, table.columns, strict=True)] for line in table.lines
    )
    assert turn[:6] == ["turn", "link encoder", "same", "0.9999 ± 0.0048", "2.263\u00a0°", "1.982\u00a0°"]
    assert slide[:6] == ["slide", "reported position", "opposite", "−1.00", "–", "2.000\u00a0mm"]


def test_a_reason_is_listed_once_with_its_joint() -> None:
    (reason,) = present(CHECK, slides=SLIDES).reasons
    assert (reason.label, reason.value) == ("slide", reason_text(SWAPPED))
    assert remarks(JOINTS[1]) == f"slide: {reason_text(SWAPPED)}"
    assert "agree" in remarks(GOOD)


@pytest.mark.parametrize("language", Language)
def test_every_verdict_has_a_headline(language: Language) -> None:
    with speaking(language):
        told = {
            present(replace(CHECK, judgement=Judgement(verdict, ())), slides=SLIDES).headline
            for verdict in Verdict
        }
    assert len(told) == len(Verdict)
