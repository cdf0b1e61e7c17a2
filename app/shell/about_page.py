"""About Torsion: its version, its parts with their licences, and the folders of its files."""

import platform
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QUrl, Signal, qVersion
from PySide6.QtGui import QDesktopServices, QGuiApplication

from app.guide.page import Page
from app.health.about import components, licence_texts, version
from app.health.log_file import log_folder
from app.health.software_commit import software_commit
from app.look.chosen import settings_path
from app.look.tokens import GRID
from app.widgets.card import Card
from app.widgets.layouts import fill, in_row
from app.widgets.popups import popup_rule
from app.widgets.rows_table import RowsTable
from app.widgets.table import Column
from app.widgets.text import Button, Text, emphasis, muted

_WIDTHS = (320, 160, 320)
_OWN_LICENCE = "Apache-2.0"


class AboutPage(Page):
    """Versions, licences, and the folders of log and settings."""

    report_asked = Signal()

    def __init__(self, *, visits_folder: Callable[[], Path] = Path) -> None:
        super().__init__(self.tr("About Torsion"), "", primary_text=self.tr("Done"))
        self.say("")
        self._visits_folder = visits_folder
        self.versions = Text(wrap=True)
        self.licence = Text(wrap=True)
        self.copy_button = Button(self.tr("Copy versions"), role="quiet")
        self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.versions.text()))
        self.report_button = Button(self.tr("Problem report"), role="quiet")
        self.report_button.clicked.connect(self.report_asked)
        self.texts_button = Button(self.tr("Show all licences in full"), role="quiet")
        self.texts_button.clicked.connect(self._show_texts)
        columns = (
            Column(self.tr("Part"), stretches=True),
            Column(self.tr("Version")),
            Column(self.tr("Licence")),
        )
        self.table = RowsTable(self.tr("What Torsion consists of"), columns, widths=_WIDTHS)
        self.places = {
            "log": Text(wrap=True),
            "settings": Text(wrap=True),
            "visits": Text(wrap=True),
        }
        self._lay_out()

    def entered(self) -> None:
        """Show versions and folders; only the folder of the visits changes while the program runs."""
        self.versions.setText(self._version_words())
        self.licence.setText(
            self.tr("Torsion is free software under the licence {licence}.").format(licence=_OWN_LICENCE)
        )
        if not self.table.rows_model.rowCount():
            unknown = self.tr("see its own text")
            rows = [(part.name, part.version, part.licence or unknown) for part in components()]
            self.table.rows_model.show_rows(rows)
        self.texts_button.setVisible(licence_texts() is not None)
        for name, path in (
            ("log", log_folder()),
            ("settings", settings_path()),
            ("visits", self._visits_folder()),
        ):
            self.places[name].setText(str(path))

    def _version_words(self) -> str:
        commit = software_commit()
        words = {
            (True, True): self.tr("Torsion {version}, commit {commit}, Python {python}, Qt {qt}, {system}"),
            (True, False): self.tr("Torsion {version}, Python {python}, Qt {qt}, {system}"),
            (False, True): self.tr(
                "Torsion from its source, commit {commit}, Python {python}, Qt {qt}, {system}"
            ),
            (False, False): self.tr("Torsion from its source, Python {python}, Qt {qt}, {system}"),
        }[bool(version()), bool(commit)]
        return words.format(
            version=version(),
            commit=commit,
            python=platform.python_version(),
            qt=qVersion(),
            system=f"{platform.system()} {platform.release()} {platform.machine()}",
        )

    def _show_texts(self) -> None:
        texts = licence_texts()
        if texts is not None and popup_rule().permits():
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(texts)))

    def _lay_out(self) -> None:
        card = Card()
        buttons = in_row(self.copy_button, self.report_button, self.texts_button, 1, spacing=GRID)
        fill(card.column, self.versions, self.licence, buttons)
        places = Card()
        for name, caption in (
            ("log", self.tr("Log files")),
            ("settings", self.tr("Settings")),
            ("visits", self.tr("New visits")),
        ):
            places.column.addLayout(in_row(muted(caption), (self.places[name], 1), spacing=2 * GRID))
        heading = emphasis(self.tr("What Torsion consists of"))
        fill(self.column, card, places, heading, (self.table, 1))
