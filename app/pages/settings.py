"""Settings: language, colours and size, for whoever stands at the screen."""

from PySide6.QtCore import Signal

from app.language import OWN_NAMES, Language, current_language
from app.settings import SCALES, Settings
from app.sides import SidePage
from app.tokens import ThemeName
from app.views.card import Card
from app.views.choice import Choice
from app.views.text import emphasis, muted


class SettingsPage(SidePage):
    """What is chosen here holds at once and is kept."""

    theme_asked = Signal(object)
    scale_asked = Signal(float)
    language_asked = Signal(object)

    def __init__(self) -> None:
        super().__init__(self.tr("Settings"), self.tr("What you change here holds at once and is kept."))
        self.language, self.theme, self.scale = (
            Choice(self.tr("Language")),
            Choice(self.tr("Colours")),
            Choice(self.tr("Size")),
        )
        self.language.offer([(language, OWN_NAMES[language]) for language in Language])
        self.theme.offer(
            [
                (ThemeName.SYSTEM, self.tr("Colours of the system")),
                (ThemeName.LIGHT, self.tr("Light")),
                (ThemeName.DARK, self.tr("Dark")),
                (ThemeName.HIGH_CONTRAST, self.tr("High contrast")),
            ]
        )
        self.scale.offer([(scale, f"{round(100 * scale)} %") for scale in SCALES])
        self.language.picked.connect(lambda: self.language_asked.emit(self.language.value))
        self.theme.picked.connect(lambda: self.theme_asked.emit(self.theme.value))
        self.scale.picked.connect(lambda: self.scale_asked.emit(self.scale.value))
        self.language_note = muted("")
        self._lay_out()

    def show_settings(self, settings: Settings) -> None:
        """Show what holds now."""
        self.language.choose(current_language())
        self.theme.choose(settings.theme)
        self.scale.choose(min(SCALES, key=lambda scale: abs(scale - settings.scale)))

    def allow_language(self, *, allowed: bool) -> None:
        """Another language needs all pages anew: not while a robot is connected or something runs."""
        self.language.setEnabled(allowed)
        self.language_note.setText(
            "" if allowed else self.tr("Disconnect the robot and let the work end to change the language.")
        )
        self.language_note.setVisible(not allowed)

    def _lay_out(self) -> None:
        for heading, choice in (
            (self.tr("Language"), self.language),
            (self.tr("Colours"), self.theme),
            (self.tr("Size"), self.scale),
        ):
            card = Card()
            card.column.addWidget(emphasis(heading))
            card.column.addWidget(choice)
            if choice is self.language:
                card.column.addWidget(self.language_note)
            self.column.addWidget(card)
        self.column.addStretch(1)
