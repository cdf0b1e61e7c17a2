"""View of the connected controller: identity, channels, missing ones; a field for a typed serial number."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.features.connection.controller_words import fact_lines
from app.look.tokens import GRID
from app.widgets.card import SignedText
from app.widgets.layouts import bare_column, bare_row, clear
from app.widgets.scaled import keep_size
from app.widgets.text import Button, emphasis, paragraph
from devices.controller_facts import ControllerFacts, SerialSource

_SERIAL_WIDTH = 240


class ControllerView(QWidget):
    """Lines on a controller that describes itself; hidden for one that does not."""

    serial_given = Signal(str)
    """Carries the serial number that a person read on the plate."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box = QWidget()
        self._lines = QVBoxLayout(self._box)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(GRID)
        self.serial = QLineEdit()
        self.serial.setAccessibleName(self.tr("Serial number on the plate"))
        keep_size(self.serial, width=_SERIAL_WIDTH)
        self.serial.textChanged.connect(self._typed)
        self.use_button = Button(self.tr("Use this number"))
        self.use_button.clicked.connect(self._give)
        self._asking = QWidget()
        words = paragraph(
            self.tr(
                "The controller tells no serial number. Type the one on the plate; it is connected again."
            )
        )
        bare_column(words, bare_row(self.serial, self.use_button, None), of=self._asking)
        heading = emphasis(self.tr("What the controller gives"))
        bare_column(heading, self._box, self._asking, of=self, spacing=GRID)
        self._typed()
        self.hide()

    @property
    def words(self) -> tuple[str, ...]:
        """The shown lines, for tests and screen readers."""
        found = []
        for place in range(self._lines.count()):
            item = self._lines.itemAt(place)
            widget = item.widget() if item is not None else None
            if widget is not None:
                found.append(widget.accessibleName())
        return tuple(found)

    @property
    def asks_for_serial(self) -> bool:
        """True while the field for the serial number is shown."""
        return not self._asking.isHidden()

    def show_facts(self, facts: ControllerFacts | None) -> None:
        """Show the facts of a connection; None hides the view."""
        self.setVisible(facts is not None)
        if facts is None:
            return
        clear(self._lines)
        for glyph, words in fact_lines(facts):
            line = SignedText(wrap=True)
            line.show_text(glyph, words)
            self._lines.addWidget(line)
        self._asking.setVisible(facts.serial_source is SerialSource.NONE)

    @Slot()
    def _typed(self) -> None:
        self.use_button.setEnabled(bool(self.serial.text().strip()))

    @Slot()
    def _give(self) -> None:
        self.serial_given.emit(self.serial.text().strip())
