"""Lines of the demonstration: one or two for each step that is over."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from app import features
from app.errors.text import error_text
from app.guide.feature import Brief

if TYPE_CHECKING:
    from app.rehearsal.commissioning import JourneyStep


def step_lines(step: "JourneyStep") -> Iterator[str]:
    """Name of a step, its duration here, and its result."""
    brief = next(one for feature in features.FEATURES for one in feature.briefs if one.step == step.name)
    title = f"{brief.title} ({step.seconds:.0f} s):"
    if step.left_out is not None:
        yield f"{title} left out. {error_text(step.left_out).one_line}"
        return
    yield f"{title} {' '.join(_found(brief, step.found))}"


def _found(brief: Brief[Any], found: object) -> Iterator[str]:
    from app.arm.procedure import Outcome

    if found is None:
        yield "no joint has both encoders, so nothing can be said."
    elif not isinstance(found, Outcome):
        yield from brief.lines(found)
    else:
        yield f"{found.seconds:.0f} s recorded, verdict {found.verdict.value}."
        if found.found is not None:
            yield from brief.lines(found.found)
