"""The bar on top of every page: product, robot, connection, and STOP at the right."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QIcon, QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.theme import current_theme
from app.tokens import GRID, STOP_SIZE
from app.views.card import SignedText
from app.views.glyphs import Glyph, GlyphView, glyph_pixmap
from app.views.text import BOLD, Button, Text

HEIGHT = 72
_STRIPE_WIDTH = 12
_STRIPE_OPACITY = 0.22


class StopButton(Button):
    """STOP motion: always there, always enabled, and large enough for a glove."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("STOP motion (Esc)"), role="stop", parent=parent)
        self.setText(f"  {self.text()}")  # Qt leaves too little between icon and text
        self.setAccessibleDescription(
            self.tr("Stops a moving robot. It does not replace the emergency stop.")
        )
        self.setToolTip(self.accessibleDescription())
        self.setMinimumSize(*STOP_SIZE)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setIconSize(QSize(20, 20))
        current_theme().changed.connect(self._take_icon)
        self._take_icon()

    def _take_icon(self) -> None:
        pixmap = glyph_pixmap(Glyph.STOP, 20, current_theme().tokens, ratio=self.devicePixelRatioF())
        self.setIcon(QIcon(pixmap))


class _Chip(QWidget):
    """A word on the warning colour, such as SYNTHETIC."""

    def __init__(self, word: str) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 12, 4)
        self._label = Text(word, weight=BOLD)
        row.addWidget(self._label)
        self.setAccessibleName(word)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self._take_colour)
        self._take_colour()

    def _take_colour(self) -> None:
        palette = self._label.palette()
        palette.setColor(self._label.foregroundRole(), current_theme().colour("on_warning"))
        self._label.setPalette(palette)

    def paintEvent(self, _event: object) -> None:
        """Draw the ground."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(0, 0, 0, 0)))
        painter.setBrush(current_theme().colour("warning"))
        painter.drawRoundedRect(QRectF(self.rect()), 6, 6)
        painter.end()


class TopBar(QWidget):
    """Product and robot on the left; connection and STOP on the right."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(HEIGHT)
        self._robot = Text()
        self._chip = _Chip(self.tr("SYNTHETIC"))
        self._connection = SignedText()
        self._connection.show_text(Glyph.EMPTY, self.tr("No robot connected"))
        self.stop = StopButton()
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        row.setSpacing(2 * GRID)
        row.addWidget(GlyphView(Glyph.ARM, size=28))
        row.addWidget(Text(self.tr("Torsion"), weight=BOLD))
        row.addWidget(self._robot)
        row.addWidget(self._chip, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
        row.addWidget(self._connection)
        row.addWidget(self.stop)
        self.show_visit("", synthetic=False)
        current_theme().changed.connect(self.update)

    @property
    def is_striped(self) -> bool:
        """Whether the bar says that the recordings are computed."""
        return not self._chip.isHidden()

    def show_visit(self, robot: str, *, synthetic: bool) -> None:
        """Name the robot, and stripe the bar when its recordings are computed."""
        self._robot.setText(f"·  {robot}" if robot else "")
        self._chip.setVisible(synthetic)
        self.update()

    def paintEvent(self, _event: object) -> None:
        """Draw the stripes of a synthetic visit."""
        if not self.is_striped:
            return
        painter = QPainter(self)
        painter.setOpacity(_STRIPE_OPACITY)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QBrush(current_theme().colour("warning")), _STRIPE_WIDTH))
        for x in range(0, self.width() + HEIGHT, 3 * _STRIPE_WIDTH):
            painter.drawLine(x, -_STRIPE_WIDTH, x - HEIGHT, HEIGHT + _STRIPE_WIDTH)
        painter.end()
