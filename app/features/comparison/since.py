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
from app.visit.known_visits import looked_into, memory_of
from core.comparison import ComparedVisits
from core.errors import BadFile, BadRequest, TorsionError
from core.monitor import Monitor
from core.signals.trend_line import moment_of
from core.storage.outline_reading import outline_of

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
    try:
        own = outline_of(visit)
    except (BadFile, OSError):  # who opens the visit itself reports what is wrong with it
        return None
    moment = moment_of(own.recorded_at)
    if not own.serial or moment is None:
        return None
    found = []
    others = [path for path in sorted(visit.parent.resolve().glob("*.h5")) if path.name != visit.name]
    for listed in looked_into(others, memory=memory_of(), monitor=monitor):
        other, when = listed.outline, moment_of(listed.recorded_at)
        if other is None or when is None:  # a damaged, foreign or vanished file is no earlier visit
            continue
        if (other.robot, other.serial) == (own.robot, own.serial) and when < moment:
            found.append((when, listed.path))
    return Path(max(found)[1]) if found else None
