"""The report of a commissioning: the first page for whoever decides, a page for each subject, an appendix."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from app.errors.text import event_text, mark_text, reason_rows, unseen_rows
from app.features.friction.presentation import present as friction_shown
from app.features.identification.parameters import parameters
from app.features.identification.presentation import (
    all_runs,
    errors,
    fitted,
    identified_curves,
    settings,
    torque,
)
from app.features.identification.sentences import judged_on
from app.features.report.commissioning import Commissioning
from app.features.report.front_page import front_page
from app.features.report.words import outcome_sentence
from app.features.verification.presentation import present as verification_shown
from app.guide.feature import sections
from app.paper.page import PageText, made_by
from app.paper.presentation_pages import Subject, write_report
from app.presentation import (
    BASIS,
    REASONS,
    UNSEEN,
    Column,
    Presentation,
    Row,
    Rows,
    Section,
    Table,
    unnamed_lines,
    value_text,
)
from app.speech.dates import stamp_text
from app.speech.language import joined_sentences, listed, tr
from app.speech.units import KILOGRAM, SECOND, Value
from app.visit.report_facts import RunFacts
from devices.controller import PROGRAM_LINE

FACTS, EVENTS = "facts", "events"
_MOST_EVENTS = 100
"""Events that are printed."""


def model_page(done: Commissioning) -> Presentation:
    """The model: measured and modelled torque, every joint against its limits, and what limits it."""
    found = done.verification
    judged = [("", done.result.judgement)]
    verified: tuple[Section, ...] = ()
    if found is not None:
        judged.append((tr("verification"), found.judgement))
        shown = verification_shown(found, slides=done.slides)
        verified = tuple(one for one in shown.sections if one.name not in {REASONS, UNSEEN})
    pictures = [torque(one, done.joints, done.slides) for one in done.predictions[:1]]
    basis = settings(done.result)
    tables = () if found is not None else tuple(errors(done.result.validation, done.joints))
    return Presentation(
        title=done.name,
        headline=joined_sentences(outcome_sentence(done), judged_on(done.result)),
        verdict=done.verdict,
        sections=(
            *pictures,
            *verified,
            *tables,
            reason_rows(judged),
            *unseen_rows((*done.result.unseen, *(() if found is None else found.unseen))),
            Rows(name=BASIS, title=basis.title, rows=basis.rows),
        ),
    )


def friction_page(done: Commissioning) -> Presentation:
    """Friction of the model where the joints were not swept."""
    curves = identified_curves(done.result.friction, slides=done.slides)
    note = tr("The joints were not swept: this friction comes from the excitation alone.")
    return Presentation(
        title=done.name, headline=note, verdict=done.result.judgement.verdict, sections=(curves,)
    )


def appendix(done: Commissioning) -> Iterator[Section]:
    """Tables behind the pages of the subjects: errors, parameters, recordings and circumstances."""
    if done.verification is not None:
        yield from errors(done.result.validation, done.joints)
    yield from (torque(one, done.joints, done.slides) for one in done.predictions[1:])
    if done.friction is not None:
        yield identified_curves(done.result.friction, slides=done.slides)
    yield from parameters(done.result)
    yield fitted(done.result)
    if done.facts.runs:
        yield all_runs(done.facts.runs)
    yield from _events(done.facts.runs)
    yield Rows(name=FACTS, title=tr("Circumstances"), rows=tuple(_facts(done)))


def _events(runs: "Sequence[RunFacts]") -> Iterator[Section]:
    """Table of what happened during the recordings: notes, stops, programs; none where nothing did."""
    found = [(run.label, event) for run in runs for event in run.events if event.code != PROGRAM_LINE]
    worded = [(label, one.time, words) for label, one in found if (words := event_text(one, is_on_axis=True))]
    lines = [(label, Value(at, SECOND, decimals=1), words) for label, at, words in worded[:_MOST_EVENTS]]
    if not lines:
        return
    columns = (Column("recording", tr("recording")), Column("time", tr("time"), SECOND),
               Column("event", tr("event")))  # fmt: skip
    more = len(worded) - len(lines)
    note = tr("and {count} more").format(count=more) if more else ""
    title = tr("Events of the recordings")
    yield Table(name=EVENTS, title=title, columns=columns, lines=unnamed_lines(lines), note=note)


def _facts(done: Commissioning) -> Iterator[Row]:
    """Rows about the arm and the software; unknown facts are named as such."""
    facts = done.facts
    yield Row("software", tr("Software"), _software(facts.software, facts.commit))
    yield Row("model", tr("Model made"), _made(done))
    yield Row("mounted", tr("Payload mounted"), _mounted(facts.payload_masses, facts.unweighed))
    yield Row("written", tr("Written"), stamp_text(facts.written_at))
    if facts.file:
        yield Row("visit", tr("Visit"), facts.file)


def _made(done: Commissioning) -> str:
    origin = done.result.provenance
    return listed(filter(None, (stamp_text(origin.created_at), origin.software)))


def _software(name: str, commit: str) -> str:
    return tr("{software}, commit {commit}").format(software=name, commit=commit) if commit else name


def _mounted(masses: Sequence[float], unweighed: Sequence[str]) -> str:
    """Stated masses on the flange during the recordings."""
    shown = ", ".join(value_text(Value(mass, KILOGRAM)) if mass else tr("nothing") for mass in masses)
    if not shown:
        return tr("not stated")
    if unweighed:
        words = tr("{masses}; recordings without a stated mass: {count}")
        return words.format(masses=shown, count=len(unweighed))
    return shown


def write_pdf(done: Commissioning, path: Path) -> None:
    """Write the report to ``path``; the file appears whole or not at all.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    page = PageText(
        subject=tr("Commissioning report"),
        robot=done.name,
        made_by=made_by(done.facts.software, done.facts.written_at),
        mark=mark_text(done.result.provenance.shown_mark),
        serial=done.facts.serials[-1] if done.facts.serials else "",
    )
    write_report(front_page(done), list(_subjects(done)), path, page, appendix=appendix(done))


def _subjects(done: Commissioning) -> Iterator[Subject]:
    yield Subject(tr("What the model is worth"), model_page(done))
    if done.friction is not None:
        yield Subject(tr("Friction measured by sweeps"), friction_shown(done.friction))
    else:
        yield Subject(tr("Friction, joint by joint"), friction_page(done))
    for section in sections():
        if (found := done.found.get(section.key)) is not None:
            yield Subject(section.title(), section.present(found, done.result))
