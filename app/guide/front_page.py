"""Parts that the first pages of all reports share: the arm, the outcome of a verdict, the JSON. No Qt."""

from collections.abc import Iterator, Sequence

from app.presentation import FrontPage, front_words
from app.speech.dates import stamp_text
from app.speech.language import joined_sentences, translate
from core.quality import Verdict
from core.storage.tag import VisitTag

_NOTE_LETTERS = 240
"""Letters of a visit's note on the first page."""


def _tr(text: str) -> str:
    return translate("Report", text)


def arm_lines(
    robot: str,
    serials: Sequence[str],
    *,
    recorded: Sequence[str] = (),
    operator: str = "",
    tag: VisitTag | None = None,
) -> Iterator[str]:
    """Which arm, who measured it when, and where it works; an unknown one is named as such.

    Customer or cell and the note are those of the visit's ``tag``; without them they are left out.
    """
    serial = ", ".join(serials)
    yield (
        _tr("{robot}, serial number {serial}.").format(robot=robot, serial=serial)
        if serial
        else _tr("{robot}, serial number not known.").format(robot=robot)
    )
    stamps = [stamp_text(stamp) for stamp in dict.fromkeys(recorded) if stamp]
    when = _tr("Time of recording not known.")
    if stamps:
        words = _tr("Recorded {first} to {last}.") if stamps[0] != stamps[-1] else _tr("Recorded {first}.")
        when = words.format(first=stamps[0], last=stamps[-1])
    who = _tr("By {operator}.").format(operator=operator) if operator else _tr("Who measured is not named.")
    yield joined_sentences(when, who)
    if tag is not None and tag.customer:
        yield _tr("Customer or cell: {customer}.").format(customer=tag.customer)
    if tag is not None and tag.note:
        yield _tr("Note: {note}").format(note=_shortened(tag.note))


def _shortened(note: str) -> str:
    """The begin of a note in one line: the first page has no room for a long one."""
    line = " ".join(note.split())
    return line if len(line) <= _NOTE_LETTERS else f"{line[: _NOTE_LETTERS - 1].rstrip()}…"


def outcome_of(verdict: Verdict) -> str:
    """The outcome of a measurement in two or three words."""
    return {
        Verdict.GOOD: _tr("GOOD: USE IT"),
        Verdict.USABLE: _tr("USABLE, WITH LIMITS"),
        Verdict.REPEAT: _tr("MEASURE AGAIN"),
        Verdict.NOT_MEASURABLE: _tr("NOT MEASURED"),
    }[verdict]


def front_json(front: FrontPage) -> dict[str, object]:
    """The facts of the first page for a JSON document, in the language that is spoken."""
    return {
        "outcome": front.outcome,
        "meaning": front.meaning,
        "verdict": front.verdict.value,
        "arm": list(front.arm),
        "found": [
            {
                "subject": row.name,
                "text": front_words(row),
                "verdict": None if row.verdict is None else row.verdict.value,
            }
            for row in front.found
        ],
        "to_do": list(front.act),
        "changed": [str(row.value) for row in front.changed],
        "not_measured": list(front.missing),
    }
