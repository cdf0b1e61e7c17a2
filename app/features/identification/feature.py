"""The declaration of the feature *identification*."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from app.errors.handed_in import ErrorTables
from app.guide.feature import Brief, Command, Feature
from app.visit.handed_in import FeatureProduct, FeatureStep
from core.workflow import Product

if TYPE_CHECKING:
    from app.guide.batch_work import BatchWork
    from app.guide.page import Page
    from app.guide.report_section import ReportSection
    from app.guide.surroundings import Surroundings
    from core.identification.gains.result import DriveGains
    from core.identification.result import IdentificationResult


def _error_tables() -> ErrorTables:
    from app.features.identification.errors import IDENTIFICATION_ERRORS
    from app.features.identification.learning_errors import COMPENSATION_ERRORS, COMPENSATION_REASONS
    from app.features.identification.setup_reasons import SETUP_REASONS

    return ErrorTables(
        errors={**IDENTIFICATION_ERRORS, **COMPENSATION_ERRORS},
        reasons={**COMPENSATION_REASONS, **SETUP_REASONS},
    )


def _pages(around: "Surroundings") -> "Mapping[str, Page]":
    from app.features.identification.choose_page import ChoosePage
    from app.features.identification.gains_page import GainsPage
    from app.features.identification.page import IdentifyPage
    from app.features.identification.recordings_page import RecordingsPage
    from app.features.identification.results_page import ResultsPage

    visit, bus = around.visit, around.bus
    return {
        "recordings": RecordingsPage(visit, bus, make_visit=around.make_visit_from_files),
        "choose": ChoosePage(visit, around.settings),
        "gains": GainsPage(visit, bus),
        "identify": IdentifyPage(visit, bus),
        "results": ResultsPage(visit, around.runner, bus),
    }


def _batches() -> "tuple[BatchWork, ...]":
    from app.features.identification.batch import identify_batch

    return (identify_batch(),)


def _commands() -> tuple[Command, ...]:
    from app.features.identification import command, export_command, gains_command, torque_kind_command

    return (
        Command(command.add_to, place=20),
        Command(gains_command.add_to, place=40),
        Command(torque_kind_command.add_to, place=45),
        Command(export_command.add_to, place=120),
    )


def _brief(found: "IdentificationResult") -> Iterator[str]:
    from app.features.identification.sentences import headline

    yield f"{headline(found)} Verdict {found.judgement.verdict.value}."


def _sections() -> "tuple[ReportSection[DriveGains], ...]":
    from app.features.identification.gains_section import SECTION

    return (SECTION,)


def _products() -> tuple[FeatureProduct, ...]:
    from core.identification.gains.result import DRIVE_GAINS

    return (FeatureProduct(Product.GAINS, DRIVE_GAINS),)


IDENTIFICATION = Feature(
    "identification",
    error_tables=_error_tables,
    steps=(
        FeatureStep("recordings", "Recordings"),
        FeatureStep("choose", "Choose runs"),
        FeatureStep("gains", "Drive gains", shows_progress=True),
        FeatureStep("identify", "Identify", shows_progress=True),
        FeatureStep("results", "Results"),
    ),
    pages=_pages,
    commands=_commands,
    batches=_batches,
    sections=_sections,
    products=_products,
    briefs=(Brief("identification", "Model", _brief),),
)
