"""The twist of the gears in the report: every gear's values, what stands against it, and its loop."""

import json
from dataclasses import replace

import pytest

from app.errors.text import reason_text
from app.features.twist.tables import deflection_json
from app.paper.fonts import printable
from core.exchange.export_json import write_json
from tests.app import twist_examples
from tests.app.reports.pdf_text import words
from tests.app.reports.report_examples import example_result, write_pdf

TITLE = "How stiff, loose and worn each gear is"


@pytest.fixture
def pdf(tmp_path):
    return tmp_path / "report.pdf"


def test_every_gear_is_told_with_its_reasons(pdf):
    found = twist_examples.elasticity()
    write_pdf(example_result(), pdf, elasticity=found)
    text = words(pdf)
    assert TITLE in text
    assert "5800 ± 200" in text
    assert "42.0 ± 2.1" in text
    assert "15.2, 3.10 per motor turn: gear mesh" in text
    assert "3.020 ± 0.080" in text
    assert "10.8 of 156" in text
    assert "19.0 to 46.0" in text, "branches of a loop that is no line"
    assert "from run-1; checked on: run-2" in text
    assert "those of another model of this visit" in text
    for joint in found.joints:
        for reason in joint.judgement.reasons:
            assert text.count(printable(reason_text(reason))) == 1
    assert text.count("arcsec over N·m") == sum(joint.loop is not None for joint in found.joints)


def test_a_report_without_it_is_as_before(pdf):
    write_pdf(example_result(), pdf)
    assert TITLE not in words(pdf)


def test_loads_of_this_model_are_told_as_such(pdf):
    result = example_result()
    found = replace(twist_examples.elasticity(), model_created_at=result.provenance.created_at)
    write_pdf(result, pdf, elasticity=found)
    assert "The loads are those of this model" in words(pdf)


def test_linear_axes_have_their_own_units(pdf):
    write_pdf(example_result(), pdf, elasticity=twist_examples.elasticity(twist_examples.sliding()))
    text = words(pdf)
    assert "18.0 ± 2.0" in text
    assert "µm over N" in text
    assert "kN·m/rad (kN/m)" in text


def test_the_json_beside_it_says_the_same(tmp_path):
    found = twist_examples.elasticity()
    path = tmp_path / "model.json"
    beside = {"elasticity": deflection_json(found, tool={})}
    write_json(example_result(), path, reason_text=reason_text, beside=beside)
    document = json.loads(path.read_text("utf-8"))
    assert document["elasticity"]["stiffness"][1] == 5.8e6
    assert document["elasticity"]["verdict"][0] == "not-measurable"
    assert "base_parameters" in document
