"""Words of a guide that goes on by itself: what it waits for, why it stopped, how long it takes; no Qt."""

from app.guide.turn import Turn
from app.speech.language import translate


def _tr(text: str) -> str:
    return translate("UnattendedWords", text)


def going_words(turn: Turn, *, step: int, count: int, minutes: int, waits: bool) -> str:
    """What the foot says while it goes on: that it waits for a person, or how far it is."""
    if waits:
        words = (
            _tr("Waiting for you: clear the cell, tick it, then hold to start · about {minutes} min left")
            if turn.wants_clear_cell
            else _tr("Waiting for you: look at the cell, then hold to start · about {minutes} min left")
        )
        return words.format(minutes=max(minutes, 1))
    if minutes < 1:
        return _tr("Goes on by itself · step {step} of {count}").format(step=step, count=count)
    words = _tr("Goes on by itself · step {step} of {count} · about {minutes} min left")
    return words.format(step=step, count=count, minutes=minutes)


def stands_words(why: str) -> tuple[str, str]:
    """That it does not go on by itself any more: what happened, and what to do."""
    title = _tr("The steps no longer go on by themselves: {why}").format(why=why[:1].lower() + why[1:])
    return title if why else _tr("The steps no longer go on by themselves."), what_to_do()


def what_to_do() -> str:
    """How to go on."""
    return _tr("Mend it or accept it here, then press “Go on by itself”. Or turn the pages yourself.")


def not_by_itself() -> str:
    """A step that only a person can do."""
    return _tr("This step wants somebody to say what is to be done.")


def stopped_before_the_end() -> str:
    """Something that a page began did not come to its end."""
    return _tr("This step was stopped before its end.")


def button_words(*, is_going: bool) -> str:
    """The button in the foot."""
    return _tr("Do not go on by itself") if is_going else _tr("Go on by itself")


def finished_words() -> tuple[str, str]:
    """The last step is done."""
    return _tr("The commissioning is done, and its report is written."), _tr(
        "The report tells what to do next. Every step can be opened again."
    )
