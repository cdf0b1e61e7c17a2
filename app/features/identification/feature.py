"""The declaration of the feature *identification*."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.guide.feature import Brief, Command, Feature
from app.visit.feature_registry import FeatureProduct, FeatureStep
from core.workflow import Product

if TYPE_CHECKING:
    import argparse

    from app.guide.feature import BatchWork, ReportSection
    from app.guide.page import Page, Surroundings
    from core.identification.gains.result import DriveGains
    from core.identification.result import IdentificationResult


def _pages(around: "Surroundings") -> "Iterator[tuple[str, Page]]":
    visit, bus = around.visit, around.bus

    from app.features.identification.recordings_page import RecordingsPage

    yield "recordings", RecordingsPage(visit, bus, make_visit=around.make_visit_from_files)

    from app.features.identification.choose_page import ChoosePage

    yield "choose", ChoosePage(visit, around.settings)

    from app.features.identification.gains_page import GainsPage

    yield "gains", GainsPage(visit, bus)

    from app.features.identification.page import IdentifyPage

    yield "identify", IdentifyPage(visit, bus)

    from app.features.identification.results_page import ResultsPage

    yield "results", ResultsPage(visit, around.runner, bus)


def _batches() -> "tuple[BatchWork, ...]":
    from app.features.identification.command import identify_batch

    return (identify_batch(),)


def _fill_identify(parser: "argparse.ArgumentParser") -> None:
    from app.features.identification.command import fill

    fill(parser)


def _fill_gains(parser: "argparse.ArgumentParser") -> None:
    from app.features.identification.gains_command import fill

    fill(parser)


def _fill_torque_kind(parser: "argparse.ArgumentParser") -> None:
    from app.features.identification.torque_kind_command import fill

    fill(parser)


def _fill_export(parser: "argparse.ArgumentParser") -> None:
    from app.features.identification.export_command import fill

    fill(parser)


def _brief(found: "IdentificationResult") -> Iterator[str]:
    from app.features.identification.sentences import headline
    from app.speech.words import verdict_word

    yield f"{headline(found)} {verdict_word(found.judgement.verdict)}."


def _sections() -> "tuple[ReportSection[DriveGains], ...]":
    from app.features.identification.gains_presentation import SECTION

    return (SECTION,)


def _products() -> tuple[FeatureProduct, ...]:
    from core.identification.gains.result import DRIVE_GAINS

    return (FeatureProduct(Product.GAINS, DRIVE_GAINS),)


IDENTIFICATION = Feature(
    "identification",
    steps=(
        FeatureStep("recordings", "Recordings"),
        FeatureStep("choose", "Choose runs"),
        FeatureStep("gains", "Drive gains", shows_progress=True),
        FeatureStep("identify", "Identify", shows_progress=True),
        FeatureStep("results", "Results"),
    ),
    pages=_pages,
    commands=(
        Command(
            "identify",
            "Friction and dynamics of an arm from the recordings of a visit.",
            _fill_identify,
            place=20,
        ),
        Command(
            "gains",
            "Drive gains from runs without and with a known payload on the flange.",
            _fill_gains,
            place=40,
        ),
        Command(
            "torque-kind",
            "What a reported torque is, from one pose held without and with a known load.",
            _fill_torque_kind,
            place=45,
        ),
        Command(
            "export", "A stored model or payload for other programs and robots.", _fill_export, place=120
        ),
    ),
    batches=_batches,
    sections=_sections,
    products=_products,
    briefs=(Brief("identification", "Model", _brief),),
)
