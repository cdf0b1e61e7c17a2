"""A verification worded once: its document has every number it shows, pass or fail with its sign."""

import json
import pickle
from dataclasses import replace

import pytest

from app.errors.text import reason_text
from app.features.verification.presentation import JOINTS, MOTIONS, present
from app.speech.language import Language, speaking
from core.exchange.export_verification import verification_json
from core.exchange.json_text import json_text
from core.identification.verification_result import VerificationLimits
from core.quality import Verdict
from tests.app.shown_numbers import not_in_document, shown_values
from tests.app.verification_examples import verification


@pytest.mark.parametrize("limit", [0.3, 0.1])
@pytest.mark.parametrize("language", Language)
def test_the_document_has_every_number_that_is_shown(limit: float, language: Language) -> None:
    found = verification(limit=limit)
    document = json.loads(json_text(verification_json(found, reason_text=reason_text)))
    with speaking(language):
        shown = present(found)
    assert len(list(shown_values(shown))) > 30
    assert not_in_document(shown, document) == []
    assert pickle.loads(pickle.dumps(shown)).headline == shown.headline


def test_a_joint_beyond_its_limit_is_named_and_has_its_sign() -> None:
    shown = present(verification(limit=0.1))
    assert shown.headline == (
        "Beyond the limit: joint_6. "
        "The model predicts every joint within 11 % on motion it has not seen; joint_6 is the worst."
    )
    assert shown.sign is None, "that of the verdict"
    table = shown.table(JOINTS)
    assert table is not None
    assert [line.cells[-1] for line in table.lines][-2:] == [
        Verdict.GOOD,
        Verdict.REPEAT,
    ]
    assert table.lines[-1].cells[2] == "hardly moves"
    assert [one.name for one in shown.reasons] == ["verification-limit-passed"]


def test_what_keeps_its_limits_passes() -> None:
    shown = present(verification())
    assert shown.sign is None
    assert shown.headline.startswith("Every joint keeps its limit.")


def test_a_recording_of_the_fit_is_not_called_unseen() -> None:
    found = verification()
    first = found.recordings[0]
    known = replace(first, validation=replace(first.validation, used_in_fit=True))
    shown = present(replace(found, recordings=(known, *found.recordings[1:])))
    assert "within 11 % on these recordings" in shown.headline
    motions = shown.table(MOTIONS)
    assert motions is not None
    assert motions.lines[0].cells[0] == "verify-excitation (used in the fit)"


def test_a_limit_that_was_not_given_is_no_column_and_a_slide_has_a_force() -> None:
    found = verification()
    shown = present(found, slides=[True] + [False] * 5).table(JOINTS)
    assert shown is not None
    assert [column.name for column in shown.columns][-3:] == ["limit", "rms", "result"]
    assert shown.lines[0].cells[-2].unit.symbol == "N"
    both = replace(found, limits=VerificationLimits.of(6, relative_error=0.3, rms_torque=2.0))
    table = present(both).table(JOINTS)
    assert table is not None
    assert "rms-limit" in [column.name for column in table.columns]
