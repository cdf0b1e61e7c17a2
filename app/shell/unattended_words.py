"""Words of a guide that goes on by itself: its progress, its waiting, the reason of a stop. No Qt."""

from app.guide.primary import Turn
from app.speech.language import tr


def going_words(turn: Turn, *, minutes: int, waits: bool) -> str:
    """Words in the footer: the guide waits for a person, or its progress."""
    if waits:
        words = (
            tr("Waiting for you: clear the cell, tick it, then hold to start · about {minutes} min left")
            if turn.wants_clear_cell
            else tr("Waiting for you: look at the cell, then hold to start · about {minutes} min left")
        )
        return words.format(minutes=max(minutes, 1))
    if minutes < 1:
        return tr("Goes on by itself")
    return tr("Goes on by itself · about {minutes} min left").format(minutes=minutes)


def paused_words(why: str) -> tuple[str, str]:
    """Message that it no longer goes on by itself: the reason, and what to do."""
    title = tr("The steps no longer go on by themselves: {why}").format(why=why[:1].lower() + why[1:])
    return title if why else tr("The steps no longer go on by themselves."), what_to_do()


def what_to_do() -> str:
    """Advice after a stop: two ways to go on."""
    return tr("Mend it or accept it here, then press “Go on by itself”. Or turn the pages yourself.")


def not_by_itself() -> str:
    """Reason: the step needs a choice by a person."""
    return tr("This step needs a choice by a person.")


def stopped_before_the_end() -> str:
    """Reason: the work of the step was stopped."""
    return tr("This step was stopped before its end.")


def button_words(*, is_going: bool) -> str:
    """Words on the button in the footer."""
    return tr("Stop after this step") if is_going else tr("Go on by itself")


def finished_words() -> tuple[str, str]:
    """Message after the last step."""
    return tr("The commissioning is done, and its report is written."), tr(
        "The report tells what to do next. Every step can be opened again."
    )
