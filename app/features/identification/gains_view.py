"""Parts of the page of the drive gains: the field of the mass, and the result."""

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.features.identification.gains_presentation import gains_can_be_used, present_gains
from app.look.tokens import GRID
from app.widgets.arranged import fill, in_column, in_row
from app.widgets.card import Card, SignedText
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.presentation_view import SectionsView
from app.widgets.setting_fields import SettingFields
from app.widgets.text import Button, muted
from core.identification.gains.result import DriveGains, GainSettings
from core.identification.settings import IdentificationSettings


class GainsForm(Card):
    """The mass that was weighed; empty for that which the runs state."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__(margin=GRID)
        self._fields = SettingFields(GainSettings())
        self.mass = self._fields.field("payload_mass", placeholder=self.tr("as the runs say"))
        self._fields.changed.connect(self.changed)
        said = muted(self.tr("Where its centre lies is found with the gains."))
        said.setWordWrap(True)
        row = in_row((self._fields.captioned("payload_mass"), 1), (said, 2), spacing=2 * GRID)
        fill(self.column, row)

    @property
    def is_understood(self) -> bool:
        """True if the field can be read."""
        return self._fields.is_understood

    @property
    def settings(self) -> GainSettings:
        """Settings with the mass of the field."""
        return self._fields.settings


class GainsResult(QWidget):
    """Drive gains joint by joint, and the button that lets the model use them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: DriveGains | None = None
        self._said, self._use = SignedText(wrap=True), SignedText(wrap=True)
        self.use_button = Button(self.tr("Use them for the model"))
        self.details = SectionsView(self.tr("Drive gains"))
        use = in_row((self._use, 1), self.use_button, spacing=2 * GRID)
        in_column(self._said, use, (self.details, 1), of=self, spacing=2 * GRID)

    @property
    def words(self) -> str:
        """The sentences above the table, for tests and screen readers."""
        return f"{self._said.accessibleName()} {self._use.accessibleName()}"

    def forget(self) -> None:
        """Forget the gains of the visit that was open before."""
        self.found = None

    def show_gains(self, found: DriveGains) -> None:
        """Show drive gains."""
        self.found = found
        shown = present_gains(found)
        self._said.show_text(VERDICT_GLYPHS[shown.verdict], shown.headline)
        self.details.show_sections(shown.sections)

    def show_use(self, settings: IdentificationSettings) -> None:
        """Show whether the settings of the next model have these gains."""
        if self.found is None:
            return
        can_be_used = gains_can_be_used(self.found)
        given = settings.drive_gain
        is_used = given is not None and np.array_equal(given, self.found.drive_gain)
        self.use_button.setVisible(can_be_used and not is_used)
        if not can_be_used:
            words = self.tr("They are not good enough to be used: repeat the runs as the reasons say.")
            self._use.show_text(Glyph.WARNING, words)
        elif is_used:
            words = self.tr("The next model uses them, and so does every payload of this visit.")
            self._use.show_text(Glyph.CHECK, words)
        else:
            words = self.tr("Every payload of this visit uses them. The model does not use them yet.")
            self._use.show_text(Glyph.NOTE, words)
