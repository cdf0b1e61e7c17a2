"""The reasons of a verdict as rows of a presentation. No Qt."""

from collections.abc import Iterable, Iterator

from app.errors.text import reason_text
from app.presentation import REASONS, UNSEEN, Row, Rows
from app.speech.language import enumerated, translate
from core.quality import Judgement, Reason, Verdict


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
    return Rows(name=REASONS, title=translate("Reasons", "Reasons"), rows=tuple(rows))


def unseen_rows(unseen: Iterable[Reason]) -> Iterator[Rows]:
    """What the recordings of a result could not have shown, whatever its verdict; each sentence once."""
    once = {reason_text(one): one.code for one in unseen}
    rows = tuple(Row(code, "", text) for text, code in once.items())
    if rows:
        title = translate("Reasons", "What these recordings could not have shown")
        yield Rows(name=UNSEEN, title=title, rows=rows, is_appendix=True)
