"""The declaration of the feature *payload*."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.guide.feature import Brief, Command, Feature
from app.visit.feature_registry import FeatureProduct, FeatureStep
from core.workflow import Made, Product

if TYPE_CHECKING:
    import argparse

    from app.features.payload.pendant import PendantFound
    from app.features.payload.sweep_run import PayloadFound
    from app.features.payload.tasks import StoredPayload
    from app.guide.feature import BatchWork, ReportSection, RunProcedure
    from app.guide.page import Page, Surroundings
    from core.payload.settings import SweepKey
    from core.storage.visit import Visit


def _pages(around: "Surroundings") -> "Iterator[tuple[str, Page]]":
    link, visit, bus = around.link, around.visit, around.bus

    from app.features.payload.reference_page import PayloadReferencePage

    yield "payload-reference", PayloadReferencePage(link, visit, bus)

    from app.features.payload.sweeps_page import PayloadSweepsPage

    sweeps = PayloadSweepsPage(link, visit, bus)
    yield "payload-sweeps", sweeps

    from app.features.payload.page import PayloadPage

    payload = PayloadPage(link, visit, around.runner, bus)

    def repeat(keys: "tuple[SweepKey, ...]") -> None:
        """Measure some sweeps with the payload again."""
        sweeps.repeat_keys(tuple(keys))
        around.open_step("payload-sweeps")

    payload.repeat_asked.connect(repeat)
    yield "payload", payload

    from app.features.payload.methods_page import PayloadMethodsPage

    yield "payload-methods", PayloadMethodsPage(visit, bus)

    from app.features.payload.report_view import PayloadReportPage

    yield "payload-report", PayloadReportPage(visit, bus)


def _procedures() -> "tuple[RunProcedure[PayloadFound | PendantFound], ...]":
    from app.features.payload.run_command import PAYLOAD_RUN

    return (PAYLOAD_RUN,)


def _brief(found: "PayloadFound") -> Iterator[str]:
    from app.features.payload.presentation import present, values
    from app.presentation import value_text
    from app.speech.language import joined_sentences
    from app.terminal.presentation_lines import plain
    from core.quality import Verdict

    result = found.result
    if result is None:
        return
    if result.estimate.judgements[0].verdict is Verdict.NOT_MEASURABLE:
        yield "Its sweeps cannot measure what hangs there."
        return
    centre = (f"{row.label}: {value_text(row.value)}" for row in values(result).rows[1:])
    yield plain(joined_sentences(present(result).headline, f"{'; '.join(centre)}."))


def _batches() -> "tuple[BatchWork, ...]":
    from app.features.payload.command import payload_batch

    return (payload_batch(),)


def _fill_payload(parser: "argparse.ArgumentParser") -> None:
    from app.features.payload.command import fill

    fill(parser)


def _sections() -> "tuple[ReportSection[StoredPayload], ...]":
    from app.features.payload.report import SECTION

    return (SECTION,)


def _products() -> tuple[FeatureProduct, ...]:
    from app.visit.payload import reference_revision
    from core.payload.result import PAYLOAD as KIND
    from core.payload.result import PayloadResult

    def made(visit: "Visit", key: str) -> Made:
        reference = reference_revision(visit.result(key, PayloadResult).reference)
        return Made(key, {Product.PAYLOAD_REFERENCE: reference} if reference else {})

    return (FeatureProduct(Product.PAYLOAD, KIND, made),)


PAYLOAD = Feature(
    "payload",
    steps=(
        FeatureStep("payload-reference", "Empty arm"),
        FeatureStep("payload-sweeps", "With payload"),
        FeatureStep("payload", "Payload"),
        FeatureStep("payload-methods", "Other methods", shows_progress=True),
        FeatureStep("payload-report", "Report"),
    ),
    pages=_pages,
    procedures=_procedures,
    commands=(
        Command("payload", "Mass and centre of mass of what hangs on the flange.", _fill_payload, place=50),
    ),
    batches=_batches,
    sections=_sections,
    products=_products,
    briefs=(Brief("payload", "Payload", _brief),),
)
