"""Changes since the last visit to an arm, for the first page of a report. No Qt."""

from functools import partial
from pathlib import Path

from app.errors.text import error_text
from app.features.comparison.presentation import CHANGES, present
from app.features.comparison.tasks import compare_visits
from app.guide.feature import Changes, no_changes
from app.presentation import Row
from app.speech.language import tr
from app.speech.signs import Glyph
from app.visit.known_visits import visits_of_arm
from core.comparison import ComparedVisits
from core.errors import BadRequest, TorsionError
from core.monitor import Monitor

_SHOWN = (Glyph.WARNING, Glyph.NOTE)


def changes_since(monitor: Monitor, *, visit: Path, earlier: Path | None = None) -> Changes:
    """Compare a visit with an earlier one; the sum of the changes, then a sentence for each.

    ``earlier`` is the visit to compare with; without it the last one to the same arm in the same folder, of
    which an error is a sentence. None of both: no changes.

    Raises
    ------
    TorsionError
        As ``compare_visits``, and ``visit-is-not-earlier``, for a visit that was named.
    """
    before = last_before(visit, monitor) if earlier is None else earlier
    if before is None:
        return no_changes
    try:
        found = compare_visits(monitor, paths=(before, visit))
    except TorsionError as error:
        if earlier is not None:
            raise
        return partial(_not_compared, before.name, error)
    if Path(found.latest.path).name != visit.name:
        raise BadRequest("visit-is-not-earlier", file=before.name, than=visit.name)
    return partial(_changes, found)


def _changes(found: ComparedVisits) -> tuple[Row, ...]:
    shown = present(found, found.pairs[0])
    said = shown.rows(CHANGES)
    rows = [row for row in (said.rows if said is not None else ()) if row.sign in _SHOWN]
    return (Row("sum", "", shown.headline, sign=shown.sign), *rows)


def _not_compared(name: str, error: TorsionError) -> tuple[Row, ...]:
    words = tr("{visit} could not be compared: {why}")
    said = words.format(visit=name, why=error_text(error).one_line)
    return (Row("not-compared", "", said, sign=Glyph.NOTE),)


def last_before(visit: Path, monitor: Monitor) -> Path | None:
    """The newest visit in the same folder that is older and to the same arm; None without one.

    Arms are distinguished by their serial numbers, so a visit without one has none before it.
    """
    own, others = visits_of_arm(visit, monitor)
    earlier = [(when, path) for when, path in others if own is not None and when < own]
    return max(earlier)[1] if earlier else None
