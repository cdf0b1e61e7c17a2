"""The part of a page that is particular to its procedure, as functions for ``ProcedureRun``."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.arm.channels import LiveQuantity
from app.guide.motion_names import Names, motions_done
from app.speech.words import with_joint_numbers
from app.widgets.glyphs import Glyph
from core.quality import Verdict

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Procedure
    from app.widgets.moving_view import MovingView, Reading


def _capitalised(text: str) -> str:
    words = with_joint_numbers(text)
    return words[:1].upper() + words[1:]


def _is_usable(outcome: "Outcome") -> bool:
    return outcome.verdict in {Verdict.GOOD, Verdict.USABLE}


@dataclass(frozen=True, kw_only=True)
class Answers:
    """Functions of a page for the run of its procedure."""

    procedure: Callable[[], "Procedure | None"]
    """Makes the procedure from the present settings; None while a field cannot be read."""
    ended: Callable[["Outcome"], tuple[Glyph, str, str]]
    """Shows the outcome; returns a sign, a sentence and a line below it."""
    heading: str = ""
    """Title while the arm moves; empty for that of the page."""
    reading: "Callable[[], Reading | None]" = lambda: None
    """The large number while the arm moves; None for the live signal ``watched`` of the joint that moves."""
    facts: Callable[[], Sequence[tuple[str, str, str]]] = tuple
    """Smaller values below it: caption, value and ±."""
    parts: Callable[[int], str] = motions_done
    """Words for this many parts that are done, such as ``sweeps done``."""
    parts_before: Callable[[], int] = lambda: 0
    """Number of parts that earlier runs did already."""
    goes_on: Callable[[], bool] = lambda: False
    """True if the next run completes the last one, which was stopped."""
    dress: "Callable[[MovingView], None]" = lambda _view: None
    """Adds what is particular to the view of the moving arm, once."""
    follow: Callable[[float], str | None] = lambda _fraction: None
    """Words for the work under way, from its completed share (0 to 1); None to use ``doing``."""
    doing: Callable[[str], str] = _capitalised
    """Words for the work under way, from the text that the procedure reports."""
    again_words: Callable[[], str] = lambda: ""
    """Caption of the button after a complete procedure; empty for *Do it again*."""
    will_do: Callable[["Outcome"], bool] = _is_usable
    """True if the outcome can be used without a person's decision."""
    watched: LiveQuantity = LiveQuantity.TORQUE
    """Shown live of the joint that moves."""
    names: Names = lambda _planned: ""
    """Names of the motions, for what comes next."""
    is_wanted: Callable[[], bool] = lambda: True
    """True if a preview is wanted now; False while no view of the page shows the motion."""
