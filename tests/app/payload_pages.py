"""The payload's page in the window on a visit that holds a payload, and what it says."""

from dataclasses import replace

import numpy as np

from app.features.payload.page import PayloadPage
from app.shell.window import Window
from app.visit.payload import ReferenceChoice, reference_revision
from app.visit.steps import Step
from app.visit.summaries import OpenedVisit
from core.payload.result import PayloadResult
from core.robot.load_envelope import EnvelopeSource, PayloadEnvelope
from core.workflow import Made, Product
from tests.app import examples

BLANK = "\N{NO-BREAK SPACE}"


ENVELOPE = PayloadEnvelope(np.array([0.0, 0.1, 0.4]), np.array([6.0, 6.0, 2.0]), EnvelopeSource.DIAGRAM)
"""Of 5.19 kg at the distance of the example."""


def payload_made(found: PayloadResult) -> Made:
    return Made("payload-001", {Product.PAYLOAD_REFERENCE: reference_revision(found.reference)})


def show(window: Window, found: PayloadResult | None) -> PayloadPage:
    """The page on a visit that holds this payload."""
    reference = found.reference if found is not None else None
    chosen = None
    if reference is not None:
        chosen = ReferenceChoice(reference.kind, reference.recordings, reference.visit, reference.model)
    summary = replace(
        examples.visit_summary(str(window.visit.path)),
        products={Product.PAYLOAD: payload_made(found)} if found else {},
        chosen_reference=chosen,
    )
    window.visit._take(OpenedVisit(summary, None, payload=found))
    window.open_step(Step.PAYLOAD)
    page = window.pages[Step.PAYLOAD]
    assert isinstance(page, PayloadPage)
    return page


def answered(page: PayloadPage) -> str:
    return page._heading.text().replace(BLANK, " ")


def said(page: PayloadPage) -> str:
    return page._sentence.text().replace(BLANK, " ")


def steps(page: PayloadPage) -> str:
    return page.steps.words.replace(BLANK, " ")
