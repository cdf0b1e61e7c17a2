"""The choice of friction model and cut-off as people read it: a sentence, and a table of what was tried."""

from collections.abc import Iterator

from app.presentation import Bar, Column, Line, Row, Rows, Section, Table
from app.speech.language import tr
from app.speech.model_words import friction_word
from app.speech.units import PER_CENT, DisplayUnit, Value, percent
from app.speech.words import Glyph, Signed
from core.identification.choosing.result import Candidate, Choice
from core.quality import Verdict

CHOICE = "choice"
"""Name of the table of candidates."""
_HERTZ = DisplayUnit("Hz", 1.0)


def choice_sections(choice: Choice | None) -> Iterator[Section]:
    """Sentences on the choice, and the candidates that share the model or the cut-off of the chosen one."""
    if choice is None:
        return
    rows = tuple(Row(f"choice-{place}", "", text) for place, text in enumerate(_sentences(choice), start=1))
    title = tr("How friction model and cut-off were chosen")
    if choice.tried:
        yield _table(choice, title)
        title = tr("What the choice says")
    yield Rows(name="choice-said", title=title, rows=rows)


def _sentences(choice: Choice) -> Iterator[str]:
    if not choice.tried:
        yield tr("The motion is too short to choose by data. The usual values were taken.")
        return
    words = tr(
        "{runs} runs were left out of the fit one by one, and the simplest friction model within one "
        "standard error of the best was chosen."
    )
    if not choice.leaves_runs:
        words = tr(
            "{runs} blocks of the run were left out of the fit one by one, and the simplest friction model "
            "within one standard error of the best was chosen."
        )
    yield words.format(runs=choice.folds)
    yield tr("All candidates are compared up to {band} Hz, each fitted up to its own cut-off.").format(
        band=f"{choice.band_hz:g}"
    )
    if not choice.leaves_runs:
        yield tr("One short run cannot foresee a faster one.")


def _table(choice: Choice, title: str) -> Table:
    columns = (
        Column("friction", tr("friction model")),
        Column("cutoff", tr("cut-off"), _HERTZ),
        Column("error", tr("error left out"), PER_CENT),
        Column("behind", tr("more than the best"), PER_CENT),
        Column("chosen", ""),
    )
    shown = [
        one for one in choice.tried if one.friction is choice.friction or one.filter_hz == choice.filter_hz
    ]
    best = min(choice.tried, key=lambda one: one.error)
    note = tr("The best of all {count} candidates: {friction} at {cutoff} Hz, {error}.").format(
        count=len(choice.tried),
        friction=friction_word(best.friction),
        cutoff=f"{best.filter_hz:g}",
        error=percent(best.error),
    )
    return Table(
        name=CHOICE,
        title=title,
        columns=columns,
        lines=tuple(_line(one, is_chosen=choice.is_chosen(one), scale=best.error) for one in shown),
        note=note,
    )


def _line(candidate: Candidate, *, is_chosen: bool, scale: float) -> Line:
    verdict = Verdict.GOOD if candidate.is_close else Verdict.USABLE
    chosen = Signed(Glyph.CHECK, tr("chosen")) if is_chosen else Signed(Glyph.EMPTY, "")
    return Line(
        f"{candidate.friction.value}-{candidate.filter_hz:g}",
        (
            friction_word(candidate.friction),
            Value(candidate.filter_hz, _HERTZ, digits=3),
            Bar(Value(candidate.error, PER_CENT, std=candidate.std), scale, verdict),
            Value(candidate.behind, PER_CENT, std=candidate.behind_std),
            chosen,
        ),
    )
