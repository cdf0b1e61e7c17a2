"""What a page says of its procedure, as functions that the run of the procedure asks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.widgets.glyphs import Glyph
from core.quality import Verdict

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Procedure


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _is_usable(outcome: "Outcome") -> bool:
    return outcome.verdict in {Verdict.GOOD, Verdict.USABLE}


@dataclass(frozen=True, kw_only=True)
class Answers:
    """Functions of a page: what is particular to its procedure."""

    procedure: Callable[[], "Procedure | None"]
    """Makes what is to be done with the present settings; None while a field cannot be read."""
    ended: Callable[["Outcome"], tuple[Glyph, str, str]]
    """Shows the outcome; gives a sign, a sentence and a line below it."""
    start_words: Callable[[], str]
    """Words of the button that is held."""
    follow: Callable[[float], str | None] = lambda _fraction: None
    """Words for the work under way, from the share of it that is done (0 to 1); None: as ``doing`` says."""
    doing: Callable[[str], str] = _capitalised
    """Words for the work under way, from what the procedure calls it."""
    again_words: Callable[[], str] = lambda: ""
    """Words of the button after a complete procedure; empty for *Do it again*."""
    will_do: Callable[["Outcome"], bool] = _is_usable
    """Whether the outcome can be used without a person's decision."""
    is_wanted: Callable[[], bool] = lambda: True
    """Whether a preview is wanted now; a page of many views may show the motion in none of them."""
