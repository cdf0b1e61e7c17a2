"""A figure on paper: what is measured is seen, a limit is cut where it goes on far beyond it."""

from dataclasses import replace

import numpy as np
import pytest

from app.features.payload.presentation import DIAGRAM, present
from app.features.payload.tasks import Around
from app.paper.figure import figure
from app.paper.section_tables import section_table
from app.presentation import Bar, Column, Line, Table
from app.speech.units import NEWTON_METRE, Value
from core.quality import Verdict
from core.robot.payload_envelope import EnvelopeSource, PayloadEnvelope
from tests.app import payload_examples as examples


def shown(found, envelope):
    return present(found, Around(envelope)).figure(DIAGRAM)


def strings(drawing):
    """Everything written in a drawing."""
    found, left = [], list(drawing.contents)
    while left:
        shape = left.pop()
        left += list(getattr(shape, "contents", ()))
        found += [shape.text] if hasattr(shape, "text") else []
    return found


def test_the_diagram_reaches_as_far_as_the_load():
    far = replace(
        examples.payload(),
        estimate=replace(examples.estimate(), center_of_mass=np.array([0.0, 0.0, 0.9])),
    )
    short = PayloadEnvelope(np.array([0.0, 0.3]), np.array([6.0, 4.0]), EnvelopeSource.DIAGRAM)
    _legend, plot, _sentence = figure(shown(far, short), 190.0)
    assert "800" in strings(plot), "the axis goes on to where the load is"


def test_a_limit_far_beyond_the_load_is_cut():
    wide = PayloadEnvelope(np.array([0.0, 0.3, 1.5]), np.array([6.0, 6.0, 4.0]), EnvelopeSource.DIAGRAM)
    _legend, plot, _sentence = figure(shown(examples.payload(), wide), 190.0)
    assert "1500" not in strings(plot)


def test_without_a_limit_there_is_only_the_sentence():
    nothing = PayloadEnvelope(np.empty(0), np.empty(0), EnvelopeSource.UNKNOWN)
    assert len(list(figure(shown(examples.payload(), nothing), 190.0))) == 1


def test_a_bar_is_as_long_as_its_value():
    columns = (Column("left", "left", NEWTON_METRE),)
    values = (0.04, 0.08, float("nan"))
    lines = tuple(Line("", (Bar(Value(one, NEWTON_METRE), 0.05, Verdict.GOOD),)) for one in values)
    table = section_table(Table(name="t", title="", columns=columns, lines=lines), 200.0)
    half, whole, unknown = (row[0].contents for row in table._cellvalues[1:])
    assert half[1].width == pytest.approx(whole[1].width / 2.0)
    assert len(unknown) == 2, "only the frame and the stroke"
