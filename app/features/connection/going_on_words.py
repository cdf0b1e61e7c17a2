"""Words of the tick box that lets a guide go on by itself."""

from app.speech.language import tr


def tick_words() -> str:
    """Caption of the tick box that lets the steps go on."""
    return tr("Go through the steps by itself")


def tick_sentence() -> str:
    """Explanation below the tick box: what the program does by itself."""
    return tr(
        "Before every motion it waits: you look at the cell and hold the button. The rest needs no person. "
        "It stops where something is not as it should be."
    )
