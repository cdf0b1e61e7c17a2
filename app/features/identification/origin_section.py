"""Where an identification comes from: recordings, rows, settings."""

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable, Spacer, TableStyle

from app.paper.speech import tr
from app.paper.style import CELL, CONTENT_WIDTH, GRID, QUIET, number_text, paragraph
from app.paper.tables import Cell, quiet_table
from app.speech.dates import stamp_text
from app.speech.model_words import estimator_word, friction_word
from app.visit.facts import RunFacts
from core.estimation.solution import CONDITION_CONVENTION
from core.friction.forms import FORMS
from core.identification.result import IdentificationResult
from core.identification.settings import GainSource, IdentificationSettings

_CHECKSUM_LETTERS = 12
_RUN_WIDTHS = (0.0, 96.0, 46.0, 54.0, 84.0, 54.0)


def origin_section(result: IdentificationResult, runs: Sequence[RunFacts]) -> Iterator[Flowable]:
    """The fitted rows, everything that the visit holds, and the settings."""
    yield _fitted(result)
    yield Spacer(1, GRID)
    if runs:
        yield _all_runs(runs)
        yield Spacer(1, GRID)
    yield from _settings(result)


def _fitted(result: IdentificationResult) -> Flowable:
    """Which runs and rows gave the result."""
    origin = result.provenance
    rows = [
        (
            paragraph(label, CELL),
            tr("{first} to {last}").format(first=first, last=last) if last else tr("all"),
            checksum[:_CHECKSUM_LETTERS] or "–",
        )
        for label, (first, last), checksum in zip(origin.recordings, origin.rows, origin.sha256, strict=True)
    ]
    head = (tr("fitted recording"), tr("rows of the file"), tr("SHA-256 begins"))
    table = quiet_table(head, rows, widths=[CONTENT_WIDTH / 3] * 3)
    table.setStyle(TableStyle([("ALIGN", (0, 0), (-1, -1), "LEFT")]))
    return table


def _all_runs(runs: Sequence[RunFacts]) -> Flowable:
    """Every recording of the visit."""
    head = (
        tr("recording"), tr("recorded"), tr("seconds"), tr("samples"), tr("payload, kg"), tr("lost"),
    )  # fmt: skip
    rows: list[Sequence[Cell]] = [
        (
            paragraph(_label(run), CELL),
            stamp_text(run.recorded_at) or "–",
            f"{run.seconds:.1f}",
            str(run.samples),
            tr("nobody said") if run.payload_mass is None else f"{run.payload_mass:.3f}",
            str(run.missing),
        )
        for run in runs
    ]
    widths = [width or CONTENT_WIDTH - sum(_RUN_WIDTHS) for width in _RUN_WIDTHS]
    return quiet_table(head, rows, widths=widths)


def _label(run: RunFacts) -> str:
    return tr("{recording} (ended early)").format(recording=run.label) if run.incomplete else run.label


def _settings(result: IdentificationResult) -> Iterator[Flowable]:
    """How the fit was made, in two or three quiet lines."""
    settings = result.settings
    words = tr(
        "Friction {friction}, estimator {estimator}, low-pass at {cutoff} Hz without phase, all samples, "
        "uncertainty from blocks of {block} s, drive gains: {gains}."
    )
    if _is_moving_only(settings):
        words = tr(
            "Friction {friction}, estimator {estimator}, low-pass at {cutoff} Hz without phase, moving "
            "samples only, uncertainty from blocks of {block} s, drive gains: {gains}."
        )
    yield paragraph(
        words.format(
            friction=friction_word(settings.friction),
            estimator=estimator_word(settings.estimator),
            cutoff=f"{settings.filter_hz:g}",
            block=f"{settings.block_s:g}",
            gains=_gains_word(result.gain_source),
        ),
        QUIET,
    )
    counted = tr(
        "{rows} regression rows, {columns} columns of rank {rank}, condition number {condition} "
        "({convention})."
    )
    yield paragraph(
        counted.format(
            rows=result.provenance.row_count,
            columns=len(result.column_names),
            rank=result.rank,
            condition=number_text(result.condition_number),
            convention=_convention(result.condition_convention),
        ),
        QUIET,
    )


def _is_moving_only(settings: IdentificationSettings) -> bool:
    """Whether rows of joints at rest were left out; without a choice that is up to the friction model."""
    if settings.moving_only is None:
        return not FORMS[settings.friction].uses_presliding
    return settings.moving_only


def _gains_word(source: GainSource) -> str:
    """Where the drive gains are from."""
    return tr(
        {
            GainSource.MANUFACTURER: "the manufacturer's",
            GainSource.GIVEN: "as given",
            GainSource.IDENTIFIED: "identified with a known payload",
            GainSource.NOT_NEEDED: "not needed",
        }[source]
    )


def _convention(text: str) -> str:
    """By what a condition number was reckoned; a sentence of the core."""
    known = tr(
        "largest over smallest singular value of the weighted regressor with all its columns, columns "
        "unscaled, SI units"
    )
    return known if text == CONDITION_CONVENTION else text
