"""A verdict and its reasons as lines of a terminal."""

from collections.abc import Iterator

from app.errors.text import reason_text, verdict_text
from core.quality import Judgement


def judgement_lines(judgement: Judgement) -> Iterator[str]:
    """The verdict in plain words, and one line for every reason."""
    yield f"Verdict: {judgement.verdict.value}. {verdict_text(judgement.verdict)}"
    for reason in judgement.reasons:
        yield f"  - {reason_text(reason)}"
