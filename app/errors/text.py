"""The only place where an error, a reason or a verdict becomes a sentence.

The core raises codes and facts; the window and the command line both ask here
for the words. Every message says what happened, what it means and what to do,
with a short code at the end that a person can quote. Knows no Qt. The sentences
themselves are in ``resources/words``, read by ``app.errors.tables``.
"""

import errno
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from app.errors.tables import (
    DEVICE_ERRORS,
    DROPPED,
    ERRORS,
    EVENTS,
    EVIDENCE,
    FINDINGS,
    IN_WINDOW,
    KINDS,
    MARKS,
    PROBLEMS,
    READINESS,
    REASONS,
    VERDICTS,
    Sentence,
    Table,
    Wording,
)
from app.presentation import REASONS as REASON_ROWS
from app.presentation import UNSEEN, Row, Rows
from app.speech.language import enumerated, joined_sentences, listed, tr, translate
from app.speech.units import COVERAGE_FACTOR, MEGABYTES, apart, local_moment
from core.errors import BadFile, Fact, Infeasible, Problem, TorsionError, UnexpectedFailure
from core.excitation.keep_outs.keep_out import Shortfall
from core.monitor import Cancelled
from core.quality import Judgement, Reason, Verdict, Word, word_of
from core.recognition.understanding import Evidence
from core.recording import Dropped, Event, Mark
from core.storage.disk_room import FULL
from devices.errors import DeviceError
from devices.safety.preview import Finding
from devices.safety.readiness import ReadinessLine

_SHOWN_PROBLEMS = 20
_SCALES = {"ms": 1e3, "mm": 1e3, "kilo": 1e-3, "arcmin": 60.0 * 180.0 / math.pi, "deg": 180.0 / math.pi}
"""Factors from SI units to the units of a sentence."""


@dataclass(frozen=True)
class Message:
    """A worded error: what happened, what it means, what to do, and a short code to quote."""

    title: str
    meaning: str
    action: str
    code: str

    @property
    def one_line(self) -> str:
        """The whole message on one line, for a terminal."""
        sentences = joined_sentences(self.title, self.meaning, self.action)
        return f"{' '.join(sentences.split())} ({self.code})"


class _Shown(str):
    """A fact as text.

    ``{share:%}`` in a sentence writes a fraction in per cent, ``{lag:ms}`` seconds in milliseconds
    (and likewise those in ``_SCALES``), ``{quantity:words}`` a name in plain words, ``{joint:joint}``
    the joint that a controller names or that is counted from 1; ``{joint:Joint}`` begins a sentence.
    ``{holder:|Another program}`` replaces a fact that is empty, ``{unit:unit}`` puts a blank before a
    unit, if there is one. ``{needed:MB}`` writes bytes in megabytes, rounded up, and ``{free:MB free}``
    rounded down, so that what is missing never vanishes. ``{since:moment}`` writes a stamp in local time.
    ``{lasted:apart wanted}`` (and ``{share:% apart limit}``) never reads the same as another fact that
    it is compared with, unless the two are equal. ``{std:expanded}`` and ``{std:expanded %}`` write the
    expanded uncertainty of a standard deviation.
    """

    __slots__ = ("all", "fact")
    fact: Fact
    all: Mapping[str, Fact]
    """All facts of the sentence."""

    def __format__(self, form: str) -> str:
        own, _, other = form.removeprefix("expanded").partition("apart ")
        size = own.strip()
        is_std = form.startswith("expanded")
        if isinstance(self.fact, int | float) and (is_std or other or size in {"%", *_SCALES}):
            return _number(self.fact, size, self.all.get(other), factor=COVERAGE_FACTOR if is_std else 1.0)
        if form == "unit":
            return f" {self}" if self else ""
        if form in MEGABYTES and isinstance(self.fact, int | float):
            return MEGABYTES[form](self.fact)
        if form == "moment":
            return local_moment(str(self))
        if form == "words":
            names = self.fact if isinstance(self.fact, tuple) else (str(self),)
            return listed(tr(str(name).replace("_", " ").replace("-", " ")) for name in names)
        if form in {"joint", "Joint"}:
            counted = {"joint": tr("joint {number}"), "Joint": tr("Joint {number}")}[form]
            return counted.format(number=self) if isinstance(self.fact, int) else str(self)
        return tr(form[1:]) if form.startswith("|") and not self else str(self)


class _Facts(dict[str, _Shown]):
    """Facts by name; one that a sentence names and the error lacks reads as a question mark."""

    def __missing__(self, name: str) -> _Shown:
        return _shown_fact("?", {})


def _number(fact: float, size: str, other: Fact | None, *, factor: float = 1.0) -> str:
    """A fact, times the factor, in the unit of ``size``, apart from another one that is a number."""
    per_si = factor * {"%": 100.0, "": 1.0, **_SCALES}[size]
    beside = other if isinstance(other, int | float) else fact
    return apart(per_si * fact, per_si * beside, digits=3 if size else 4) + (" %" if size == "%" else "")


def error_text(error: BaseException) -> Message:
    """Word any error, expected or not; never raises and never shows a traceback."""
    if isinstance(error, BadFile | Infeasible) and error.problems:
        return _with_problems(_torsion_error(error), error)
    if isinstance(error, TorsionError):
        return _torsion_error(error)
    if isinstance(error, Cancelled | KeyboardInterrupt):
        return _worded(ERRORS["stopped"], {})
    if isinstance(error, MemoryError):
        return _worded(ERRORS["out-of-memory"], {})
    if isinstance(error, OSError):
        return _system_error(error)
    if not isinstance(error, UnexpectedFailure):
        error = UnexpectedFailure(type(error).__name__, str(error))
    return _worded(ERRORS["unexpected"], {"kind": error.kind, "text": error.text})


def window_text(error: BaseException) -> Message:
    """Word an error for the window, where a choice stands for what an option of a command says."""
    if not isinstance(error, TorsionError) or error.code not in IN_WINDOW:
        return error_text(error)
    has_choices = any(problem.code == "column-open" for problem in getattr(error, "problems", ()))
    message = _torsion_error(error) if has_choices else error_text(error)
    return replace(message, action=tr(IN_WINDOW[error.code].text))


def reason_text(reason: Reason) -> str:
    """Word a reason why a verdict is not better."""
    return _sentence(REASONS, reason.code, reason.facts, unknown="Q-000")


def dropped_text(dropped: Dropped) -> str:
    """Word rows that an importer left out: number, reason, first row; or a remark."""
    detail = f" ({dropped.detail})" if dropped.detail else ""
    return f"{_left_out(dropped)}{detail}: {_sentence(DROPPED, dropped.code, {}, unknown='F-100')}"


def evidence_text(evidence: Evidence) -> str:
    """Word one reason for the meaning of a column."""
    return tr(EVIDENCE[evidence.code].text).format_map(_shown(evidence.facts))


def evidence_sentence(reasons: Iterable[Evidence]) -> str:
    """Word all reasons for the meaning of a column as one sentence."""
    text = "; ".join(dict.fromkeys(evidence_text(reason) for reason in reasons))
    return f"{text[:1].upper()}{text[1:]}."


def _left_out(dropped: Dropped) -> str:
    if dropped.rows:
        words = {
            (True, True): tr("1 row left out, the first at row {first}"),
            (True, False): tr("1 row left out"),
            (False, True): tr("{rows} rows left out, the first at row {first}"),
            (False, False): tr("{rows} rows left out"),
        }[dropped.rows == 1, bool(dropped.first_row)]
        return words.format(rows=dropped.rows, first=dropped.first_row)
    return tr("row {first}").format(first=dropped.first_row) if dropped.first_row else tr("remark")


def note_text(note: Problem) -> str:
    """Word what was understood in a file as a sentence, without a code."""
    return tr(_problems(note.code)[note.code].text).format_map(_shown(note.facts))


def problem_text(problem: Problem) -> str:
    """Word a problem in a file, with its place."""
    place = f"{problem.where}: " if problem.where else ""
    return place + _sentence(_problems(problem.code), problem.code, problem.facts, unknown="R-000")


def _problems(code: str) -> Table[Sentence]:
    """The table with this problem: a file without any usable row lists why its rows were left out."""
    return PROBLEMS if code in PROBLEMS else DROPPED


def finding_text(finding: Finding) -> str:
    """Word a finding about a planned motion."""
    return _sentence(FINDINGS, finding.code, finding.facts, unknown="D-200")


def shortfall_text(shortfall: Shortfall) -> str:
    """Word why a trajectory is not allowed; the sentences are those of the safety layer's findings."""
    return _sentence(FINDINGS, shortfall.code, shortfall.facts, unknown="D-200")


def readiness_text(line: ReadinessLine) -> str:
    """Word one line of the readiness list; one that is an error's reads as that error."""
    wording = None if line.code in READINESS else DEVICE_ERRORS.get(line.code)
    if wording is not None:
        message = _worded(wording, line.facts)
        return f"{joined_sentences(message.title, message.action)} ({message.code})"
    return _sentence(READINESS, line.code, line.facts, unknown="D-100")


def event_text(event: Event, *, is_on_axis: bool = False) -> str:
    """Word an event of a recording, ``is_on_axis`` at its time; empty for events that are not shown."""
    wording = DEVICE_ERRORS.get(event.code)
    if wording is not None:
        happened = tr(wording.title).format_map(_shown(event.facts))
        if is_on_axis:
            return happened.rstrip(".。")
        return tr("{happened} (at {seconds} s)").format(happened=happened, seconds=f"{event.time:.2f}")
    shown = EVENTS.get(event.code)
    return "" if shown is None else tr(shown.text).format_map(_shown(event.facts))


def mark_text(mark: Mark) -> str:
    """Words on everything that is not from a real arm; empty for a real one."""
    return tr(MARKS[mark.name].text) if mark.name in MARKS else ""


def verdict_text(verdict: Verdict | Word) -> str:
    """Word the meaning of a verdict for the user of the result, after the verdict's own word."""
    return tr(VERDICTS[word_of(verdict)].text)


def _torsion_error(error: TorsionError) -> Message:
    # some codes mean one thing for an arm and another for a file: the class of the error decides
    tables = [ERRORS, DEVICE_ERRORS]
    if isinstance(error, DeviceError):
        tables.reverse()
    wording = next((table[error.code] for table in tables if error.code in table), None)
    if wording is not None:
        return _worded(wording, error.facts)
    general = next(KINDS[kind.__name__] for kind in type(error).__mro__ if kind.__name__ in KINDS)
    message = _worded(general, error.facts)
    details = _listed(error.code, error.facts)
    return Message(message.title, f"{message.meaning} {details}", message.action, message.code)


def _with_problems(message: Message, error: BadFile | Infeasible) -> Message:
    found = [problem_text(problem) for problem in error.problems[:_SHOWN_PROBLEMS]]
    more = len(error.problems) - len(found)
    if more:
        found.append(tr("and {count} more").format(count=more))
    one = len(error.problems) == 1
    words = tr("1 problem: {problems}.") if one else tr("{count} problems: {problems}.")
    listed = words.format(count=len(error.problems), problems="; ".join(found))
    meaning = f"{message.meaning} {listed}".strip()
    return Message(message.title, meaning, message.action, message.code)


def _system_error(error: OSError) -> Message:
    facts: dict[str, Fact] = {
        "file": str(error.filename) if error.filename is not None else tr("the file"),
        "text": error.strerror or str(error),
    }
    codes = {
        errno.ENOENT: "file-missing",
        errno.EACCES: "file-not-permitted",
        errno.EPERM: "file-not-permitted",
        errno.EROFS: "file-not-permitted",
        errno.EISDIR: "file-is-folder",
        errno.ENOTDIR: "file-missing",
        **dict.fromkeys(FULL, "no-room"),
    }
    code = codes.get(error.errno or 0, "file-system")
    return _worded(ERRORS[code], facts)


def _worded(wording: Wording, facts: Mapping[str, Fact]) -> Message:
    shown = _shown(facts)
    title, meaning, action = (
        tr(part).format_map(shown) if part else ""
        for part in (wording.title, wording.meaning, wording.action)
    )
    return Message(title, meaning, action, wording.code)


def _sentence(
    table: Mapping[str, Sentence],
    code: str,
    facts: Mapping[str, Fact],
    *,
    unknown: str,
) -> str:
    """The sentence of a code with its short code, or the bare facts of an unknown code."""
    if code not in table:
        return f"{_listed(code, facts)} ({unknown})"
    found = table[code]
    return f"{tr(found.text).format_map(_shown(facts))} ({found.code})"


def _listed(code: str, facts: Mapping[str, Fact]) -> str:
    """Word an unknown code by its name and its facts."""
    shown = listed(f"{name} {text}" for name, text in _shown(facts).items())
    return f"{code.replace('-', ' ').capitalize()}{': ' if shown else ''}{shown}."


def _shown(facts: Mapping[str, Fact]) -> _Facts:
    return _Facts({name: _shown_fact(fact, facts) for name, fact in facts.items()})


def _shown_fact(fact: Fact, facts: Mapping[str, Fact]) -> _Shown:
    shown = _Shown(_fact_text(fact))
    shown.fact, shown.all = fact, facts
    return shown


def _fact_text(fact: Fact) -> str:
    if isinstance(fact, tuple):
        return listed(_fact_text(part) for part in fact) or tr("none")
    if isinstance(fact, float):
        return f"{fact:.4g}"
    return str(fact)


def reason_rows(judged: Iterable[tuple[str, Judgement]], *others: Row) -> Rows:
    """Reasons for a verdict below the best: each sentence once with all that it concerns, the gravest first.

    ``judged`` are judgements with what they concern, empty for the whole; ``others`` are reasons that
    are worded already.
    """
    concerned: dict[str, list[str]] = {}
    once: dict[str, Row] = {}
    for about, judgement in judged:
        for reason in judgement.reasons:
            text = reason_text(reason)
            about_it = concerned.setdefault(text, [])
            if about and about not in about_it:
                about_it.append(about)
            once[text] = Row(reason.code, enumerated(about_it), text, reason.verdict)
    order = list(Verdict)
    rows = sorted((*once.values(), *others), key=lambda row: -order.index(row.verdict or Verdict.GOOD))
    return Rows(name=REASON_ROWS, title=translate("Reasons", "Reasons"), rows=tuple(rows))


def unseen_rows(unseen: Iterable[Reason]) -> Iterator[Rows]:
    """What the recordings of a result could not have shown, whatever its verdict; each sentence once."""
    once = {reason_text(one): one.code for one in unseen}
    rows = tuple(Row(code, "", text) for text, code in once.items())
    if rows:
        title = translate("Reasons", "What these recordings could not have shown")
        yield Rows(name=UNSEEN, title=title, rows=rows, is_appendix=True)
