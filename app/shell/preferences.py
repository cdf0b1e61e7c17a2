"""Applies the user's settings at once, everywhere, and stores them for the next start."""

import tempfile
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from app.jobs.messages import MessageBus, Severity
from app.look.theme import current_theme
from app.look.translator import chosen_language
from app.shell.settings_page import SettingsPage
from app.shell.visits import Visits
from app.speech.language import Language
from app.speech.units import use_units
from app.visit.settings import Settings, SettingsStore


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
