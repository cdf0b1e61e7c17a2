"""Card of a visit that was open lately: its name, where it goes on, and a small picture of its result."""

from functools import partial
from pathlib import Path

from app.shell.glance_picture import glance_words, paint_glance
from app.shell.glances import SeenVisit
from app.shell.start_card import Picture, StartCard
from app.shell.step_words import step_word
from app.speech.dates import moment_word
from app.speech.language import translate
from app.visit.settings import RecentVisit
from app.visit.steps import step_named
from app.visit.summaries import usual_visit_name

RECENT_HEIGHT = 64


def recent_card(visit: RecentVisit, seen: SeenVisit | None) -> StartCard:
    """The card: what is known at once; name and picture as soon as the visit's file has been read."""
    glance, picture = None if seen is None else seen.glance, None
    if glance is not None:
        picture = Picture(partial(paint_glance, glance=glance), glance_words(glance))
    heading, below = _heading(visit, seen), _below(visit, seen)
    return StartCard(heading, below, glyph=None, height=RECENT_HEIGHT, picture=picture)


def _heading(visit: RecentVisit, seen: SeenVisit | None) -> str:
    name = f"{visit.robot}, {Path(visit.path).stem}"
    if seen is not None:
        usual = usual_visit_name(visit.robot, serial=seen.serial, recorded_at=seen.recorded_at)
        name = seen.tag.name or usual
    return name


def _below(visit: RecentVisit, seen: SeenVisit | None) -> str:
    """Step at which it goes on, when it was open, customer and note."""
    known = step_named(visit.step)
    step = step_word(known) if known else translate("RecentCard", "open")
    place = translate("RecentCard", "{step}, {when}").format(step=step, when=moment_word(visit.opened_at))
    customer = "" if seen is None else seen.tag.customer
    note = "" if seen is None else " ".join(seen.tag.note.split())
    return " · ".join(filter(None, (place, customer, note)))
