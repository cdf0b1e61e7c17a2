"""The theme in Qt: palette, fonts, pens and style sheet, made from the tokens.

It is Qt's Fusion style with our own palette; of the desktop only the colour scheme is read. Bold text
comes from ``font()``, never from the style sheet, which would clip the text.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPalette, QPen
from PySide6.QtWidgets import QApplication

from app.look.style_sheet import style_sheet
from app.look.tokens import LIGHT, ThemeName, Tokens, tokens_of


class TextSize(Enum):
    """The three sizes of the type scale, in points."""

    BODY = 11
    EMPHASIS = 13
    TITLE = 20


class Theme(QObject):
    """The present theme; after ``changed`` custom painting must read the tokens again."""

    changed = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._choice = ThemeName.SYSTEM
        self._scale = 1.0
        self._fonts: dict[tuple[TextSize, QFont.Weight], QFont] = {}
        self.tokens = LIGHT
        application.styleHints().colorSchemeChanged.connect(self._system_changed)

    def apply(self, choice: ThemeName, *, scale: float = 1.0) -> None:
        """Apply a theme to the whole application; ``scale`` is 0.9 to 1.6."""
        self._choice, self._scale = choice, min(max(scale, 0.9), 1.6)
        self.tokens = self._tokens_of(choice)
        application = self._application
        self._fonts.clear()
        # From one sheet to another Qt dresses each widget several times: six times as long.
        application.setStyleSheet("")
        if application.style().name() != "fusion":
            application.setStyle("Fusion")
        application.setPalette(palette(self.tokens))
        application.setFont(self.font())
        application.setStyleSheet(self._sheet())
        self.changed.emit()

    @contextmanager
    def dressed_at_once(self) -> Iterator[None]:
        """Context in which new widgets are not styled one by one, but all at once at its end.

        With a style sheet, Qt styles each widget that gets a parent again, with all its children. That takes
        two thirds of the time in which a window is built.
        """
        self._application.setStyleSheet("")
        try:
            yield
        finally:
            self._application.setStyleSheet(self._sheet())

    @property
    def scale(self) -> float:
        """Scale factor of all sizes, 1 for the designed size."""
        return self._scale

    def scaled(self, pixels: float) -> int:
        """Scale a distance in pixels with the text, never below its design size."""
        return round(pixels * max(self._scale, 1.0))

    def line_height(self, size: TextSize = TextSize.BODY) -> int:
        """Height of a text line in pixels."""
        return QFontMetrics(self.font(size)).height()

    def font(self, size: TextSize = TextSize.BODY, *, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """The system's font in one of the three sizes, with figures of one width."""
        found = self._fonts.get((size, weight))
        if found is None:
            found = QFont(self._application.font().families())
            found.setPointSizeF(size.value * self._scale)
            found.setWeight(weight)
            found.setFeature(QFont.Tag("tnum"), 1)
            self._fonts[size, weight] = found
        return QFont(found)  # a copy, which the caller may change

    def colour(self, name: str, opacity: float = 1.0) -> QColor:
        """Colour of the token ``name``, with an opacity of 0 to 1."""
        colour = QColor(getattr(self.tokens, name))
        colour.setAlphaF(opacity)
        return colour

    def stale_pen(self) -> QPen:
        """Pen for values that are no longer updated."""
        return cosmetic_pen(self.tokens.control_border)

    def joint_pen(self, index: int) -> QPen:
        """Pen for the curve of a joint, counted from 0."""
        return cosmetic_pen(self.tokens.joint(index))

    def _sheet(self) -> str:
        return style_sheet(self.tokens, line=self.line_height())

    def _tokens_of(self, choice: ThemeName) -> Tokens:
        is_dark = self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return tokens_of(choice, system_is_dark=is_dark)

    @Slot()
    def _system_changed(self) -> None:
        if self._choice is ThemeName.SYSTEM:
            self.apply(ThemeName.SYSTEM, scale=self._scale)


def cosmetic_pen(colour: str, *, is_dashed: bool = False) -> QPen:
    """Pen for curves, one pixel wide at any scale."""
    style = Qt.PenStyle.DashLine if is_dashed else Qt.PenStyle.SolidLine
    pen = QPen(QColor(colour), 1.0, style)  # wider pens are drawn many times slower
    pen.setCosmetic(True)
    return pen


def palette(tokens: Tokens) -> QPalette:
    """Make the palette of a theme for the Fusion style."""
    result = QPalette()
    role = QPalette.ColorRole
    for name, colour in {
        role.Window: tokens.window,
        role.WindowText: tokens.text,
        role.Base: tokens.field,
        role.AlternateBase: tokens.window,
        role.ToolTipBase: tokens.surface,
        role.ToolTipText: tokens.text,
        role.Text: tokens.text,
        role.Button: tokens.surface,
        role.ButtonText: tokens.text,
        role.BrightText: tokens.error,
        role.Link: tokens.accent,
        role.Highlight: tokens.accent,
        role.HighlightedText: tokens.on_accent,
        role.PlaceholderText: tokens.muted,
        role.Accent: tokens.accent,
        role.Light: tokens.surface,
        role.Midlight: tokens.hairline,
        role.Mid: tokens.hairline,
        role.Dark: tokens.control_border,
        role.Shadow: tokens.control_border,
    }.items():
        result.setColor(name, QColor(colour))
    for name in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, name, QColor(tokens.muted))
    return result


def current_theme() -> Theme:
    """The theme of the running application; it is created on first use."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme = application.findChild(Theme)
    if theme is None:
        theme = Theme(application)
        theme.apply(ThemeName.SYSTEM)
    return theme
