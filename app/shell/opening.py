"""The picture on the screen while the rest of the program is loaded: its sign and its name.

It imports nothing of the window, so that it is shown before the window's modules are loaded.
"""

import sys
from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QLabel

from app.look.fonts import window_font
from app.look.theme_choice import chosen_look
from app.look.tokens import ThemeName, Tokens, tokens_of
from resources import path

_WIDTH, _HEIGHT, _SIGN, _MARGIN = 420, 180, 72, 32
"""Sizes in pixels at a scale of 100 %."""
_NAME_POINTS = 24


class Opening(QLabel):
    """Picture that is shown at once, and closed when the window is there.

    Not Qt's own splash screen, which waits up to a second until the desktop has shown it.
    """

    def __init__(self, tokens: Tokens, *, scale: float = 1.0) -> None:
        super().__init__(None, Qt.WindowType.SplashScreen | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName("Torsion")
        self.setPixmap(_picture(tokens, scale))
        self.setFixedSize(self.pixmap().deviceIndependentSize().toSize())
        self.move(self.screen().availableGeometry().center() - self.rect().center())


def open_application(argv: Sequence[str]) -> tuple[QApplication, Opening]:
    """Make the application, and show the picture; ``argv`` are the arguments behind the program's name."""
    application = QApplication([sys.argv[0], *argv])
    theme, scale = chosen_look()
    opening = Opening(_tokens(application, theme), scale=scale)
    opening.show()
    application.processEvents()
    return application, opening


def _tokens(application: QApplication, theme: ThemeName) -> Tokens:
    is_dark = application.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return tokens_of(theme, system_is_dark=is_dark)


def _picture(tokens: Tokens, scale: float) -> QPixmap:
    ratio = QApplication.primaryScreen().devicePixelRatio()
    pixmap = QPixmap(round(_WIDTH * scale * ratio), round(_HEIGHT * scale * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(tokens.window)
    with QPainter(pixmap) as painter:
        painter.scale(scale, scale)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setPen(tokens.hairline)
        painter.drawRect(QRectF(0.5, 0.5, _WIDTH - 1.0, _HEIGHT - 1.0))
        top = (_HEIGHT - _SIGN) / 2
        sign = QPixmap(str(path("icons/torsion.png")))
        painter.drawPixmap(QRectF(_MARGIN, top, _SIGN, _SIGN), sign, QRectF(sign.rect()))
        font = window_font()
        font.setPointSize(_NAME_POINTS)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(tokens.text)
        beside = QRectF(2 * _MARGIN + _SIGN, 0.0, _WIDTH - 3 * _MARGIN - _SIGN, _HEIGHT)
        painter.drawText(beside, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), "Torsion")
    return pixmap
