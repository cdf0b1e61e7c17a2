"""A model worded once: its document has every number it shows, and it is finished in each language."""

import json
import pickle
from dataclasses import replace

import numpy as np
import pytest

from app.errors.text import reason_text
from app.features.identification.parameters import in_one, parameters
from app.features.identification.presentation import cards, errors, present, torque
from app.presentation import Table, cell_text, value_text
from app.speech.language import Language, speaking
from core.estimation.physical_model import PhysicalModel
from core.exchange.export_json import identification_json
from core.exchange.json_text import json_text
from core.identification.result import IdentificationResult, Loop, LoopRecord
from core.learning.kinds import FeatureKind, ResidualKind
from core.learning.residual_model import JointResidualModel, ResidualModel
from core.quality import Judgement, Reason, Verdict
from tests.app.reports.report_examples import JOINTS, example_prediction, example_result
from tests.app.shown_numbers import not_in_document, shown_values

NAMES = tuple(f"joint {number}" for number in range(1, JOINTS + 1))


@pytest.fixture
def result() -> IdentificationResult:
    """With everything that a model may have."""
    standard = np.random.default_rng(5).uniform(0.5, 3.0, (JOINTS, 10))
    reason = Reason(
        "residual-gains-too-little", {"joint": NAMES[0], "gain": 0.01, "wanted": 0.05}, Verdict.GOOD
    )
    physical = PhysicalModel(
        feasible=True,
        standard=standard,
        rotor_inertia=np.linspace(0.1, 0.6, JOINTS),
        estimate=np.zeros(40),
        min_eigenvalue=np.linspace(0.01, 0.02, JOINTS),
        cost=0.012,
        held_out_cost=0.034,
        undetermined=("m_1", "mx_1"),
        judgement=Judgement.of(()),
    )
    loops = (LoopRecord(0, Loop.DYNAMICS, np.linspace(1.0, 2.0, JOINTS), 0.25),)
    learned = JointResidualModel(
        NAMES[0], active=True, size=4, error_without=2.0, error_with=1.5, judgement=Judgement.of([reason])
    )
    learner = ResidualModel(ResidualKind.GMM, FeatureKind.DEFLECTION, (learned,))
    return replace(example_result(), physical=physical, loops=loops, residual_model=learner)


def test_the_document_has_every_number_that_is_shown(result: IdentificationResult) -> None:
    document = json.loads(json_text(identification_json(result, reason_text=reason_text)))
    assert result.physical is not None
    centres = result.physical.standard[:, 1:4] / result.physical.standard[:, :1]
    moving = [float((one.moving_rms_torque**2).sum() ** 0.5) for one in result.validation]
    shown = present(result, joints=NAMES)
    assert len(list(shown_values(shown))) > 150
    assert not_in_document(shown, document, *centres.ravel().tolist(), *moving) == []


@pytest.mark.parametrize("language", Language)
def test_a_presentation_is_finished_and_can_be_sent(result: IdentificationResult, language: Language) -> None:
    with speaking(language):
        shown = present(result, joints=NAMES)
    assert pickle.loads(pickle.dumps(shown)).headline == shown.headline
    for section in shown.sections:
        assert section.title
        if isinstance(section, Table):
            assert {len(line.cells) for line in section.lines} == {len(section.columns)}


def test_sentences_name_the_errors_and_what_bodies_cost(result: IdentificationResult) -> None:
    shown = present(result, joints=NAMES)
    assert shown.headline == (
        "40 base parameters and the friction of 6 joints. "
        "On motion that was kept back it misses 5.5 % of the torque."
    )
    cost = shown.rows("body-cost")
    assert cost is not None
    assert [str(row.value) for row in cost.rows] == [
        "They raise the error by 1.2 % in the fit, 3.4 % on motion kept back.",
        "2 of their parameters are open in the data and chosen near the robot description: m_1, mx_1.",
    ]


def test_recordings_that_were_kept_back_come_first(result: IdentificationResult) -> None:
    (table,) = errors(result.validation, NAMES)
    assert [line.cells[1] for line in table.lines] == ["judge"] * 4 + ["fit"] * 4
    assert list(errors((), NAMES)) == []


def test_a_model_without_currents_has_no_line_of_currents(result: IdentificationResult) -> None:
    bare = replace(result.validation[0], rms_current=None, total_rms_current=None)
    (table,) = errors((bare,), NAMES)
    assert "rms-current" not in {line.name for line in table.lines}
    assert [row.label for row in cards(result, bare)][1] == "RMS torque residual"
    assert [row.label for row in cards(result, result.validation[0])][1] == "RMS current residual"
    assert [row.name for row in cards(result, None)] == ["base"]


def test_a_parameter_below_its_uncertainty_is_not_determined(result: IdentificationResult) -> None:
    stds = (float("inf"), 1.01, 0.99)
    found = tuple(replace(result.base_parameters[0], value=-1.0, std=std) for std in stds)
    table = in_one(parameters(replace(result, base_parameters=found)))
    assert [cell_text(line.cells[2], table.columns[2]) for line in table.lines[:3]] == [
        "not determined",
        "not determined",
        "198",
    ]
    assert value_text(table.lines[0].cells[1]).startswith("−1.00")


def test_the_torque_of_a_joint_that_slides_is_a_force() -> None:
    figures = torque(example_prediction(samples=50), NAMES, [True] + [False] * 5)
    symbols = [one.y.unit.symbol for one in figures.figures if one.y.unit is not None]
    assert symbols == ["N"] + ["N·m"] * 5
    assert [one.role for one in figures.figures[0].series] == ["measured", "model"]
