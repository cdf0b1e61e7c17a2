"""Friction worded once: what is said of each joint, and that JSON has every number that is shown."""

import json
from dataclasses import replace

import numpy as np
import pytest

from app.features.friction.presentation import (
    CURVES,
    JOINTS,
    MODELS,
    alone,
    coefficients,
    present,
)
from app.features.identification.presentation import identified_curves
from app.presentation import Presentation, Table, cell_text, value_text
from app.speech.language import Language, speaking
from app.speech.units import NO_BREAK
from core.exchange.export_sweeps import sweeps_json
from core.exchange.json_text import json_text
from core.friction.models import FrictionKind
from core.friction.sweeps.result import FrictionSweeps
from core.quality import Judgement
from tests.app import examples
from tests.app.shown_numbers import not_in_document, shown_values
from tests.app.sweep_examples import joint_sweeps, joint_without_strokes, sweeps


def of_every_kind() -> FrictionSweeps:
    """A joint that turns, one that slides, and one without strokes."""
    return sweeps(joint_sweeps(1), joint_sweeps(2, slides=True), joint_without_strokes(0))


def shaped() -> FrictionSweeps:
    """The chosen model of a joint has shape constants."""
    joint = joint_sweeps(1)
    fits = tuple(replace(fit, shape={"kv": 1234.5}) for fit in joint.fits)
    return sweeps(replace(joint, fits=fits, chosen=FrictionKind.STRIBECK))


def sentences(shown: Presentation) -> list[str]:
    curves = shown.figures(CURVES)
    assert curves is not None
    return [value_text(one.summary.value).replace(NO_BREAK, " ") for one in curves.figures]


def texts(found: Table | None) -> list[list[str]]:
    assert found is not None
    return [
        [cell_text(cell, column).replace(NO_BREAK, " ") for cell, column in zip(line.cells, found.columns,
                                                                                strict=True)]
        for line in found.lines
    ]  # fmt: skip


@pytest.mark.parametrize("make", [sweeps, of_every_kind, shaped])
def test_the_document_has_every_number_that_is_shown(make: type[FrictionSweeps]) -> None:
    found = make()
    document = json.loads(json_text(sweeps_json(found)))
    shown = present(found)
    assert len(list(shown_values(shown))) > 20
    assert not_in_document(shown, document) == []


def test_every_joint_has_its_sentence() -> None:
    turns, slides, nothing = sentences(present(of_every_kind()))
    assert turns == (
        "joint_2 needs 13.0 ± 0.6 N·m to turn slowly. Best model: Load dependent, with presliding. "
        "Of the load on the gear, 3.1 ± 0.4 % come on top; it changed by 42.0 N·m. "
        "It fell by 1.2 ± 0.2 N·m meanwhile."
    )
    assert slides.startswith("joint_3 needs 12.0 ± 0.6 N to slide slowly.")
    assert nothing == "joint_1: the friction was not measured."
    assert present(of_every_kind()).headline == "Not every joint's friction could be measured."
    empty = sweeps(joint_without_strokes(0))
    assert present(empty).headline == "No joint's friction was measured."
    assert present(empty).table(MODELS) is None


def test_a_drift_within_its_uncertainty_is_not_reported() -> None:
    steady = replace(joint_sweeps(1), drift=0.15, drift_std=0.1, load_coefficient=None)
    (sentence,) = sentences(present(sweeps(steady)))
    assert sentence.endswith("Best model: Load dependent, with presliding.")
    rising = replace(joint_sweeps(1), drift=0.3)
    assert "It rose by 0.3 ± 0.2 N·m meanwhile." in sentences(present(sweeps(rising)))[0]


def test_a_column_has_the_unit_where_all_joints_have_the_same() -> None:
    joints = present(sweeps()).table(JOINTS)
    assert joints is not None
    assert [one.head for one in joints.columns][3:7] == [
        "held-out error, N·m",
        "friction per load, %",
        "load changed by, N·m",
        "drift, N·m",
    ]
    assert texts(joints)[0][3:8] == ["0.12 ± 0.06", "3.1 ± 0.4", "42.0", "−1.2 ± 0.2", "3.00"]
    mixed = texts(present(of_every_kind()).table(JOINTS))
    assert [line[5] for line in mixed] == ["42.0 N·m", "42.0 N", "0 N·m"]


def test_the_chosen_model_and_its_coefficients() -> None:
    shown = present(shaped())
    models = texts(shown.table(MODELS))
    assert [line[3] for line in models] == ["", "chosen", "", "", ""]
    assert models[0][1:3] == ["Coulomb and viscous", "0.62 ± 0.06"]
    rows = texts(shown.table("coefficients"))
    assert ["joint_2", "kv", "1235", "shape"] in rows
    fit = joint_sweeps(1).fits[-1]
    assert "offset" not in dict(coefficients(fit)), "the sweeps cannot tell it"
    assert len(list(coefficients(fit))) == int(fit.determined.sum())
    basis = shown.rows("basis")
    assert basis is not None
    assert basis.row("best").remark.startswith("--friction ")


def test_one_joint_alone_has_its_own_reasons() -> None:
    found = of_every_kind()
    whole, part = present(found), present(alone(found, found.joints[0]))
    assert len(whole.reasons) == 3
    assert [value_text(row.value) for row in part.reasons] == [
        "The friction of joint_2 changed by 20 % between the first and the last sweep. "
        "Warm the arm up and sweep again. (Q-169)"
    ]
    assert present(replace(found, judgement=Judgement.of(()))).reasons == whole.reasons


def test_curves_have_both_directions_and_a_gap_at_rest() -> None:
    curves = present(sweeps()).figures(CURVES)
    assert curves is not None
    measured, model = curves.figures[0].series
    assert measured.x.size == 10
    assert np.isnan(model.x[5])
    assert model.x[4] < 0.0 < model.x[6]
    found = identified_curves(examples.result().friction, slides=[False] * 6)
    assert [one.role for one in found.figures[0].series] == ["model", "measured"]


def test_it_is_said_in_chinese_too() -> None:
    with speaking(Language.CHINESE):
        assert not present(sweeps()).headline.startswith("The friction")
