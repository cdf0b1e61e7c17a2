"""The first page of a report on what changed between two visits. No Qt."""

from collections.abc import Iterator

from app.features.comparison.presentation import CHANGES, named_parts, present
from app.features.comparison.sentences import changed_frictions, date_word
from app.guide.front_page import arm_lines
from app.presentation import FrontPage, Presentation, Row
from app.speech.language import tr
from app.speech.words import Glyph, verdict_word
from core.comparison import ComparedPair, ComparedPart, ComparedVisits
from core.friction.sweeps.comparison import FrictionComparison
from core.identification.verification_result import VerificationComparison
from core.payload.comparison import PayloadComparison
from core.quality import Word
from core.storage.tag import VisitTag

_UNKNOWN = Glyph.EMPTY
"""Sign of what could not be compared."""


def front_page(found: ComparedVisits, pair: ComparedPair) -> FrontPage:
    """The outcome in a sentence, the changes, and what was not measured in both visits."""
    shown, before, now = present(found, pair), found.visits[pair.before], found.latest
    said = shown.rows(CHANGES)
    rows = said.rows if said is not None else ()
    serials = tuple(dict.fromkeys(filter(None, (before.serial, now.serial))))
    return FrontPage(
        title=tr("What changed"),
        robot=now.robot,
        outcome=_outcome(shown.sign),
        meaning=shown.headline,
        verdict=pair.verdict,
        arm=(
            *arm_lines(
                now.robot,
                serials,
                recorded=(now.recorded_at,),
                tag=VisitTag(customer=now.customer, note=now.note),
            ),
            _since(found, pair),
        ),
        found=tuple(_found(pair)),
        act=tuple(_act(shown)),
        changed=tuple(row for row in rows if row.sign is not _UNKNOWN),
        missing=(*_missing(found, pair), *(str(row.value) for row in rows if row.sign is _UNKNOWN)),
        sign=shown.sign,
        needs_care=shown.sign is Glyph.WARNING,
    )


def _since(found: ComparedVisits, pair: ComparedPair) -> str:
    before = found.visits[pair.before]
    words = tr("{now} is compared with {before} of {day}.")
    return words.format(now=found.latest.name, before=before.name, day=date_word(before))


def _outcome(sign: Glyph | None) -> str:
    """The outcome in two or three words."""
    return {
        Glyph.WARNING: verdict_word(Word.NEEDS_CARE),
        Glyph.NOTE: tr("Changed, nothing worse"),
        Glyph.CHECK: tr("Unchanged"),
    }.get(sign or Glyph.CROSS, tr("Not compared"))


def _found(pair: ComparedPair) -> Iterator[Row]:
    """Rows with the count of compared and of changed numbers, one for each part that was compared."""
    for name, word, part in named_parts(pair):
        if part.is_compared:
            words = tr("{count} numbers compared, {changed} changed.")
            told = words.format(count=_compared(part), changed=_changed(part))
            yield Row(name, word, told, part.judgement.verdict)


def _missing(found: ComparedVisits, pair: ComparedPair) -> Iterator[str]:
    for _, word, part in named_parts(pair):
        if not part.is_compared:
            yield tr("{part}: nothing could be compared.").format(part=word)
    before, now = found.visits[pair.before], found.latest
    for word, both in (
        (tr("Payload"), (before.payload, now.payload)),
        (tr("Model on new motion"), (before.verification, now.verification)),
        (tr("Whole arm"), (before.stiffness, now.stiffness)),
    ):
        if sum(one is not None for one in both) == 1:
            yield tr("{part}: measured in one of the visits only.").format(part=word)


def _compared(part: ComparedPart) -> int:
    if isinstance(part, VerificationComparison):
        return sum(joint.is_compared for joint in part.joints)
    return part.comparisons


def _changed(part: ComparedPart) -> int:
    if isinstance(part, PayloadComparison):
        return sum(change.is_beyond_noise for change in part.changes)
    return len(changed_frictions(part) if isinstance(part, FrictionComparison) else part.found)


def _act(shown: Presentation) -> Iterator[str]:
    """Sentences that say whether to act."""
    if shown.sign is Glyph.WARNING:
        yield tr("Have what got worse looked at: the sentences with a warning sign say what to do.")
    elif shown.sign is Glyph.CROSS:
        yield tr("Measure the same again as in the earlier visit, and compare.")
    else:
        yield tr("Nothing has to be done.")
    yield tr("Keep both visits: the next one is compared with them.")
