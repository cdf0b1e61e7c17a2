"""The choice of colours, on the start screen and among the settings."""

from app.look.tokens import ThemeName
from app.speech.language import translate
from app.widgets.choice import Choice


def _tr(text: str) -> str:
    return translate("ThemeChoice", text)


def theme_choice(name: str) -> Choice:
    """A choice of this accessible name that offers every theme."""
    choice = Choice(name)
    choice.offer(
        [
            (ThemeName.SYSTEM, _tr("Colours of the system")),
            (ThemeName.LIGHT, _tr("Light")),
            (ThemeName.DARK, _tr("Dark")),
            (ThemeName.HIGH_CONTRAST, _tr("High contrast")),
        ]
    )
    return choice
