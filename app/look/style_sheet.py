"""The Qt style sheet of buttons, cards, fields and tables, made from the tokens. No Qt.

Widgets select their style by the dynamic property ``role``.
"""

from app.look.tokens import CARD_RADIUS, STOP_SIZE, TARGET_HEIGHT, Tokens

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
