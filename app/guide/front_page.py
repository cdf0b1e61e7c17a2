"""Parts that the first pages of all reports share: the arm, the outcome of a verdict, the JSON. No Qt."""

from collections.abc import Iterator, Sequence

from app.presentation import FrontPage, front_words
from app.speech.dates import stamp_text
from app.speech.language import joined_sentences, tr
from core.storage.tag import VisitTag

_NOTE_LETTERS = 240
"""Letters of a visit's note on the first page."""


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
        tr("{robot}, serial number {serial}.").format(robot=robot, serial=serial)
        if serial
        else tr("{robot}, serial number not known.").format(robot=robot)
    )
    stamps = [stamp_text(stamp) for stamp in dict.fromkeys(recorded) if stamp]
    when = tr("Time of recording not known.")
    if stamps:
        words = tr("Recorded {first} to {last}.") if stamps[0] != stamps[-1] else tr("Recorded {first}.")
        when = words.format(first=stamps[0], last=stamps[-1])
    who = tr("By {operator}.").format(operator=operator) if operator else tr("Who measured is not named.")
    yield joined_sentences(when, who)
    if tag is not None and tag.customer:
        yield tr("Customer or cell: {customer}.").format(customer=tag.customer)
    if tag is not None and tag.note:
        yield tr("Note: {note}").format(note=_shortened(tag.note))


def _shortened(note: str) -> str:
    """The begin of a note in one line: the first page has no room for a long one."""
    line = " ".join(note.split())
    return line if len(line) <= _NOTE_LETTERS else f"{line[: _NOTE_LETTERS - 1].rstrip()}…"


def front_json(front: FrontPage) -> dict[str, object]:
    """The facts of the first page for a JSON document, in the language that is spoken."""
    return {
        "outcome": front.outcome,
        "meaning": front.meaning,
        "verdict": front.verdict.value,
        "needs_care": front.needs_care,
        "arm": list(front.arm),
        "found": [
            {
                "subject": row.name,
                "text": front_words(row),
                "verdict": None if row.verdict is None else row.verdict.value,
                "needs_care": row.needs_care,
            }
            for row in front.found
        ],
        "to_do": list(front.act),
        "changed": [str(row.value) for row in front.changed],
        "not_measured": list(front.missing),
    }
