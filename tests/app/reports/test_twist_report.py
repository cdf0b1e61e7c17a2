"""The gears and their friction in the report of a commissioning: their chapters, and what is beside them."""

import json
from dataclasses import replace

import pytest

from app.errors.text import reason_text
from app.paper.fonts import printable
from core.exchange.export_deflection import deflection_json
from core.exchange.export_json import write_json
from tests.app import twist_examples
from tests.app.reports.pdf_text import words
from tests.app.reports.report_examples import example_result, write_pdf
from tests.app.sweep_examples import sweeps

TITLE = "Stiffness, play and wear of each gear"


@pytest.fixture
def pdf(tmp_path):
    return tmp_path / "report.pdf"


def test_every_gear_is_reported_with_its_loop_and_its_reasons(pdf):
    found = twist_examples.elasticity()
    write_pdf(example_result(), pdf, elasticity=found)
    text = words(pdf)
    assert TITLE in text
    assert "5.8 ± 0.4" in text
    assert "those of another model of this visit" in text
    assert text.count("Something else moves") == 1, "each reason once"
    assert text.count("over N·m") + text.count("over kN·m") == 4, "a plot for each loop"


def test_a_report_without_it_is_as_before(pdf):
    write_pdf(example_result(), pdf)
    assert TITLE not in words(pdf)


def test_loads_of_this_model_are_named_as_such(pdf):
    result = example_result()
    found = replace(twist_examples.elasticity(), model_created_at=result.provenance.created_at)
    write_pdf(result, pdf, elasticity=found)
    assert "those of this model" in words(pdf)


def test_the_friction_of_sweeps_has_the_page_and_that_of_the_model_the_appendix(pdf):
    write_pdf(example_result(), pdf)
    text = words(pdf)
    assert "The joints were not swept" in text
    assert "Friction measured by sweeps" not in text
    write_pdf(example_result(), pdf, friction=sweeps())
    text = words(pdf)
    assert "The joints were not swept" not in text
    assert text.index("Friction measured by sweeps") < text.index("Friction of the model")
    assert "−1.2 ± 0.2" in text
    assert printable("Warm the arm up and sweep again. (Q-169)") in text
    assert "Coefficients of the chosen models" not in text, "the document beside it has them"


def test_the_json_beside_it_says_the_same(tmp_path):
    found = twist_examples.elasticity()
    path = tmp_path / "model.json"
    beside = {"elasticity": deflection_json(found, tool={}, reason_text=reason_text)}
    write_json(example_result(), path, reason_text=reason_text, beside=beside)
    document = json.loads(path.read_text("utf-8"))
    assert document["elasticity"]["stiffness"][1] == 5.8e6
    assert document["elasticity"]["verdict"][0] == "not-measurable"
    assert "base_parameters" in document
