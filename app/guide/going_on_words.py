"""The tick that lets a guide go on by itself, in words."""

from app.speech.language import translate


def _tr(text: str) -> str:
    return translate("UnattendedWords", text)


def tick_words() -> str:
    """Beside the tick with which it begins."""
    return _tr("Go through the steps by itself")


def tick_sentence() -> str:
    """What the tick means."""
    return _tr(
        "Before every motion it waits: you look at the cell and hold the button. The rest needs nobody. "
        "It stops where something is not as it should be."
    )
