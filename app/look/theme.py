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

from app.look.fonts import window_font
from app.look.tokens import CARD_RADIUS, LIGHT, STOP_SIZE, TARGET_HEIGHT, ThemeName, Tokens, tokens_of

_AROUND_LINE = 18
"""Space above and below the text of a button together, pixels."""

_SHEET = """
QToolTip {{ background: {surface}; color: {text}; border: 1px solid {control_border}; padding: 4px; }}

QFrame[role="card"] {{ background: {surface}; border: 1px solid {hairline}; border-radius: {radius}px; }}
QFrame[role="rule"] {{ background: {hairline}; border: 0; }}
QLabel {{ background: transparent; }}
QLabel[role="muted"] {{ color: {muted}; }}

QPushButton {{ background: {surface}; color: {text}; border: 1px solid {control_border};
    border-radius: {radius}px; padding: 0 20px; min-height: {button}px; }}
QPushButton:hover {{ border-color: {accent}; }}
QPushButton:focus {{ border: 2px solid {accent}; padding: 0 19px; }}
QPushButton:pressed {{ background: {window}; }}
QPushButton:disabled {{ color: {muted}; border-color: {hairline}; }}
QPushButton[role="primary"] {{ background: {accent}; color: {on_accent}; border-color: {accent}; }}
QPushButton[role="primary"]:focus {{ border: 2px solid {text}; }}
QPushButton[role="primary"]:disabled {{ background: {idle}; color: {muted}; border-color: {hairline}; }}
QPushButton[role="quiet"] {{ background: transparent; border-color: transparent; color: {accent};
    padding: 0 8px; }}
QPushButton[role="quiet"]:hover {{ border-color: {hairline}; }}
QPushButton[role="quiet"]:focus {{ border: 2px solid {accent}; padding: 0 7px; }}
QPushButton[role="stop"] {{ background: {stop}; color: {on_stop}; border-color: {stop}; padding: 0 24px;
    min-height: {stop_height}px; }}
QPushButton[role="stop"]:focus {{ border: 3px solid {text}; padding: 0 22px; min-height: {stop_focused}px; }}
QPushButton[role="segment"] {{ padding: 0 16px; min-width: 10px; }}
QPushButton[role="segment"]:checked {{ background: {accent}; color: {on_accent}; border-color: {accent}; }}
QPushButton[role="segment"]:checked:focus {{ border: 2px solid {text}; }}

QLineEdit, QComboBox {{ background: {field}; color: {text}; border: 1px solid {control_border};
    border-radius: 6px; padding: 0 8px; min-height: {button}px;
    selection-background-color: {accent}; selection-color: {on_accent}; }}
QLineEdit:focus, QComboBox:focus {{ border: 2px solid {accent}; padding: 0 7px; }}
QLineEdit:disabled, QComboBox:disabled {{ color: {muted}; border-color: {hairline}; }}
QLineEdit[wrong="true"] {{ border: 2px solid {error}; padding: 0 7px; }}
QTableView QLineEdit {{ min-height: 0; border-radius: 0; }}
QComboBox::drop-down {{ border: 0; width: 32px; }}
QComboBox QAbstractItemView {{ background: {surface}; color: {text}; border: 1px solid {control_border};
    selection-background-color: {accent}; selection-color: {on_accent}; outline: 0; }}
QComboBox QAbstractItemView::item {{ min-height: {target}px; padding-left: 8px; }}

QTableView {{ background: {surface}; color: {text}; border: 0; gridline-color: {hairline};
    selection-background-color: {idle}; selection-color: {text}; outline: 0; }}
QTableView::item {{ padding: 0 5px; }}
QHeaderView {{ background: {surface}; border: 0; }}
QHeaderView::section {{ background: {surface}; color: {muted}; border: 0;
    border-bottom: 1px solid {control_border}; padding: 0 8px; min-height: {heading}px; }}

QListView[role="topics"] {{ background: transparent; color: {text}; border: 2px solid transparent;
    border-radius: {radius}px; outline: 0; }}
QListView[role="topics"]:focus {{ border-color: {accent}; }}
QListView[role="topics"]::item {{ padding: 0 8px; border-radius: 6px; }}
QListView[role="topics"]::item:hover {{ background: {idle}; }}
QListView[role="topics"]::item:disabled {{ background: transparent; }}
QListView[role="topics"]::item:selected {{ background: {accent}; color: {on_accent}; }}
QTreeView[role="signals"] {{ background: {surface}; color: {text}; border: 0; outline: 0; }}
QTextBrowser[role="help"] {{ background: {surface}; color: {text}; border: 1px solid {hairline};
    border-radius: {radius}px; selection-background-color: {accent}; selection-color: {on_accent}; }}
QTextBrowser[role="help"]:focus {{ border: 2px solid {accent}; }}

QProgressBar {{ background: {hairline}; border: 0; border-radius: 6px; min-height: 12px; max-height: 12px; }}
QProgressBar::chunk {{ background: {accent}; border-radius: 6px; }}

QScrollArea {{ background: transparent; border: 0; }}
QScrollArea > QWidget > QWidget[role="page"] {{ background: transparent; }}
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; }}
QScrollBar::handle {{ background: {control_border}; border-radius: 4px; margin: 2px;
    min-height: 32px; min-width: 32px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}

QMenu {{ background: {surface}; color: {text}; border: 1px solid {control_border}; padding: 4px; }}
QMenu::item {{ padding: 12px 24px; }}
QMenu::item:selected {{ background: {accent}; color: {on_accent}; }}
"""


_STARK = """
QTableView::item:selected {{ border-top: 2px solid {accent}; border-bottom: 2px solid {accent}; }}
QPushButton:disabled, QPushButton[role="primary"]:disabled, QPushButton[role="segment"]:disabled,
QLineEdit:disabled, QComboBox:disabled {{ border: 1px dashed {control_border}; }}
QPushButton[role="quiet"]:disabled {{ border: 1px dashed {control_border}; }}
"""
"""For themes whose lines are as bright as text: selection is shown by a frame, not by a background.

Disabled controls cannot have a colour of their own either: their frame is dashed.
"""


def style_sheet(tokens: Tokens, *, line: int) -> str:
    """Make the style sheet of a theme; ``line`` is the height of a text line in pixels."""
    is_stark = tokens.hairline == tokens.text
    idle = tokens.window if is_stark else tokens.hairline
    sheet = _SHEET + _STARK if is_stark else _SHEET
    target = max(TARGET_HEIGHT, line + _AROUND_LINE)
    sizes = {
        "radius": CARD_RADIUS,
        "target": target,
        "button": target - 2,
        "stop_height": max(STOP_SIZE[1], target) - 2,
        "stop_focused": max(STOP_SIZE[1], target) - 6,
        "heading": max(36, line + 8),
    }
    return sheet.format(idle=idle, **sizes, **tokens.named())


class TextSize(Enum):
    """The sizes of the type scale, in points; a number is the one that a page is about."""

    BODY = 11
    EMPHASIS = 13
    TITLE = 20
    NUMBER = 30


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
        """The font of the window in one of the sizes, with figures of one width."""
        found = self._fonts.get((size, weight))
        if found is None:
            found = window_font()
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
