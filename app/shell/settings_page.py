"""Page of the settings: each has one sentence, is applied everywhere at once, and is stored."""

import tempfile
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QLineEdit, QScrollArea, QWidget

from app.guide.page import Page
from app.jobs.messages import MessageBus, Severity
from app.look.theme import current_theme
from app.look.tokens import GRID, SCALES, ThemeName
from app.look.translator import chosen_language
from app.shell.visits import Visits
from app.speech.language import OWN_NAMES, Language, current_language, tr
from app.speech.units import UnitSystem, use_units
from app.visit.settings import Settings, SettingsStore
from app.widgets.choice import Choice, ask_for_folder
from app.widgets.layouts import Card, bare_column, bare_row, in_column, row
from app.widgets.setting_fields import caption_of, help_of
from app.widgets.text import Button, Text, emphasis, paragraph
from core.setting import declared

_SHARES = (3, 2)
"""Shares of the width: words and control."""


def theme_choice(name: str) -> Choice:
    """A choice of this accessible name that offers every theme."""
    choice = Choice(name)
    choice.offer(
        [
            (ThemeName.SYSTEM, tr("Colours of the system")),
            (ThemeName.LIGHT, tr("Light")),
            (ThemeName.DARK, tr("Dark")),
            (ThemeName.HIGH_CONTRAST, tr("High contrast")),
        ]
    )
    return choice


class SettingRow(QWidget):
    """A row of a card of settings; ``note`` shows a problem with a choice, or its effect."""

    def __init__(self, heading: str, explanation: str, *controls: QWidget) -> None:
        super().__init__()
        self.note = Text(role="muted", wrap=True)
        self.note.hide()
        words = bare_column(emphasis(heading), paragraph(explanation), None, spacing=2)
        right = bare_column(*controls, self.note, None)
        for control in controls:
            if not control.accessibleDescription():
                control.setAccessibleDescription(explanation)
        bare_row((words, _SHARES[0]), (right, _SHARES[1]), of=self, spacing=3 * GRID)

    def say(self, note: str) -> None:
        """Show a note below the control; none if it is empty."""
        self.note.setText(note)
        self.note.setVisible(bool(note))


def setting_card(name: str, *rows: QWidget) -> Card:
    """A card of rows with lines between them."""
    card = Card()
    card.setAccessibleName(name)
    card.column.setSpacing(2 * GRID)
    for place, each in enumerate(rows):
        if place:
            card.column.addWidget(_rule())
        card.column.addWidget(each)
    return card


def _rule() -> QWidget:
    rule = QFrame()
    rule.setProperty("role", "rule")
    rule.setFixedHeight(1)
    return rule


class SettingsPage(Page):
    """Shows the present settings, and emits the wanted ones; it stores nothing itself."""

    changed = Signal(object)
    """Emitted with the wanted settings, without language and folder of visits."""
    language_asked = Signal(object)
    folder_asked = Signal(object)
    """Path of the folder for new visits; None for the usual one."""
    defaults_asked = Signal()
    help_asked = Signal()
    problem_asked = Signal()
    about_asked = Signal()

    def __init__(self) -> None:
        super().__init__(
            self.tr("Settings"),
            self.tr("What you change here holds at once and is kept."),
            primary_text=self.tr("Done"),
        )
        self._settings = Settings()
        self.language, self.theme = Choice(_caption("language")), theme_choice(_caption("theme"))
        self.scale, self.units, self.led = (
            Choice(_caption(name)) for name in ("scale", "units", "goes_by_itself")
        )
        self.operator = QLineEdit()
        self.operator.setAccessibleName(_caption("operator"))
        self.operator.setPlaceholderText(self.tr("Your name"))
        self.folder = Text(wrap=True)
        self.choose_button = Button(self.tr("Choose a folder …"))
        self.usual_button = Button(self.tr("Usual folder"))
        self.defaults_button = Button(self.tr("Back to defaults"))
        self.help_button = Button(self.tr("Help"))
        self.problem_button = Button(self.tr("Problem report"))
        self.about_button = Button(self.tr("About"))
        self._offer()
        self._connect()
        self._lay_out()

    def initial_focus(self) -> QWidget:
        """The first field, for the keyboard."""
        return self.language

    def show_settings(self, settings: Settings, *, folder: Path | None = None) -> None:
        """Show the settings, and the folder of new visits; a name that is being typed stays."""
        self._settings = settings
        self.language.choose(current_language())
        self.theme.choose(settings.theme)
        self.scale.choose(min(SCALES, key=lambda scale: abs(scale - settings.scale)))
        self.units.choose(settings.units)
        self.led.choose(settings.goes_by_itself)
        if not self.operator.hasFocus():
            self.operator.setText(settings.operator)
        if folder is not None:
            self.folder.setText(str(folder))
        self.usual_button.setVisible(bool(settings.visits_folder))

    def allow_language(self, *, allowed: bool) -> None:
        """Enable the choice of language, which builds all pages again, or show why it is disabled."""
        self.language.setEnabled(allowed)
        why = self.tr("Disconnect the robot and let the work end to change the language.")
        self.language_row.say("" if allowed else why)

    def show_folder_note(self, note: str) -> None:
        """Show a note on the choice of a folder; empty for none."""
        self.folder_row.say(note)

    @Slot()
    def _emit_changed(self) -> None:
        theme, scale, units = self.theme.value, self.scale.value, self.units.value
        assert isinstance(theme, ThemeName)
        assert isinstance(scale, float)
        assert isinstance(units, UnitSystem)
        self._settings = replace(
            self._settings,
            theme=theme,
            scale=scale,
            units=units,
            goes_by_itself=self.led.value is True,
            operator=self.operator.text().strip(),
        )
        self.changed.emit(self._settings)

    def _choose_folder(self) -> None:
        ask_for_folder(
            self.window(), _caption("visits_folder"), self.folder_asked.emit, folder=self.folder.text()
        )

    def _offer(self) -> None:
        self.language.offer([(language, OWN_NAMES[language]) for language in Language])
        self.scale.offer([(scale, f"{round(100 * scale)} %") for scale in SCALES])
        self.units.offer(
            [
                (UnitSystem.METRIC, self.tr("Metric")),
                (UnitSystem.WITH_US, self.tr("Metric, with pounds and inches beside")),
            ]
        )
        self.led.offer([(True, self.tr("By itself")), (False, self.tr("Step by step"))])
        for choice in (self.theme, self.units, self.led, self.language):
            choice.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def _connect(self) -> None:
        for choice in (self.theme, self.scale, self.units, self.led):
            choice.picked.connect(self._emit_changed)
        self.operator.textEdited.connect(lambda _text: self._emit_changed())
        self.language.picked.connect(lambda: self.language_asked.emit(self.language.value))
        self.choose_button.clicked.connect(lambda _checked=False: self._choose_folder())
        self.usual_button.clicked.connect(lambda _checked=False: self.folder_asked.emit(None))
        for button, asked in (
            (self.defaults_button, self.defaults_asked),
            (self.help_button, self.help_asked),
            (self.problem_button, self.problem_asked),
            (self.about_button, self.about_asked),
        ):
            button.clicked.connect(lambda _checked=False, asked=asked: asked.emit())

    def _lay_out(self) -> None:
        self.language_row = _row("language", self.language)
        self.folder_row = _row("visits_folder", self.folder, row(self.choose_button, self.usual_button))
        inside = QWidget()
        inside.setProperty("role", "page")
        cards = (self._look(), self._work(), self._more())
        in_column(*cards, 1, of=inside, spacing=2 * GRID, margins=(0, 0, GRID, 0))
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(inside)
        self.column.addWidget(self.area, 1)

    def _look(self) -> QWidget:
        rows = (_row("theme", self.theme), _row("scale", self.scale), _row("units", self.units))
        return setting_card(self.tr("How it looks"), self.language_row, *rows)

    def _work(self) -> QWidget:
        who, led = _row("operator", self.operator), _row("goes_by_itself", self.led)
        return setting_card(self.tr("How you work"), who, self.folder_row, led)

    def _more(self) -> QWidget:
        pages = SettingRow(
            self.tr("More"),
            self.tr("How to go on, what to send when something is wrong, and what this program is."),
            row(self.help_button, self.problem_button, self.about_button),
        )
        defaults = SettingRow(
            self.tr("Defaults"),
            self.tr("Everything on this page as at the first start. Your name and your visits stay."),
            row(self.defaults_button),
        )
        return setting_card(self.tr("More"), pages, defaults)


def _caption(name: str) -> str:
    return caption_of(declared(Settings)[name])


def _row(name: str, *controls: QWidget) -> SettingRow:
    """A declared setting with its control."""
    return SettingRow(_caption(name), help_of(declared(Settings)[name]), *controls)


class Preferences(QObject):
    """Connects the settings page with what it changes."""

    units_changed = Signal()
    """Emitted when values are shown in other units."""
    language_wanted = Signal(object)

    def __init__(
        self,
        page: SettingsPage,
        settings: SettingsStore,
        visits: Visits,
        bus: MessageBus,
        *,
        usual_folder: Path,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._page, self._store, self._visits, self._bus = page, settings, visits, bus
        self._usual_folder = usual_folder
        self._has_new_units = False
        use_units(settings.current.units)
        self._find_folder()
        page.changed.connect(self.use)
        page.language_asked.connect(self.language_wanted)
        page.folder_asked.connect(self.use_folder)
        page.defaults_asked.connect(self.use_defaults)

    @Slot(object)
    def use(self, settings: Settings) -> None:
        """Use these settings from now on; only what is different is applied again."""
        before = self._store.current
        if settings.operator != before.operator:
            self._store.update_soon(settings)  # a name is typed letter by letter
        else:
            self._store.update(settings)
        if (settings.theme, settings.scale) != (before.theme, before.scale):
            current_theme().apply(settings.theme, scale=settings.scale)
        if settings.units != before.units:
            use_units(settings.units)
            self._has_new_units = True
        self.show()

    def show_new_units(self) -> None:
        """Show the pages again if units changed: the settings were closed."""
        if self._has_new_units:
            self._has_new_units = False
            self.units_changed.emit()

    @Slot(object)
    def use_folder(self, folder: Path | None) -> None:
        """Keep new visits here from now on, None for the usual place; one that takes none is refused."""
        wanted = folder or self._usual_folder
        if not takes_files(wanted):
            self._page.show_folder_note(
                self.tr("Nothing was changed: {folder} takes no files. Choose another folder.").format(
                    folder=wanted
                )
            )
            return
        self._visits.folder = wanted
        self._store.update(replace(self._store.current, visits_folder=str(folder) if folder else ""))
        self._page.show_folder_note("")
        self.show()

    @Slot()
    def use_defaults(self) -> None:
        """Reset everything on the page to the first start, but for the name."""
        first, now = Settings(), self._store.current
        self.use(
            replace(
                now,
                theme=first.theme,
                scale=first.scale,
                units=first.units,
                goes_by_itself=first.goes_by_itself,
            )
        )
        self.use_folder(None)
        self._forget_language()

    def show(self) -> None:
        """Show the present settings on the page."""
        self._page.show_settings(self._store.current, folder=self._visits.folder)

    def _forget_language(self) -> None:
        """Use the language of the system again, where the pages may be built again now."""
        if not self._page.language.isEnabled():
            return
        shown = self._page.language.value
        if isinstance(shown, Language) and shown is not (usual := chosen_language("")):
            self.language_wanted.emit(usual)

    def _find_folder(self) -> None:
        """Use the chosen folder if it takes files; else the usual one, with a message."""
        chosen = self._store.current.visits_folder
        if not chosen or takes_files(Path(chosen)):
            self._visits.folder = Path(chosen) if chosen else self._usual_folder
            return
        self._visits.folder = self._usual_folder
        self._bus.show(
            self.tr("The folder of visits takes no files now: {folder}").format(folder=chosen),
            self.tr("New visits are kept in {folder}. Choose another one in the settings.").format(
                folder=self._usual_folder
            ),
            severity=Severity.WARNING,
        )


def takes_files(folder: Path) -> bool:
    """True if files can be made in a folder, which is made where it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
