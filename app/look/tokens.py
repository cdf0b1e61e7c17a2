"""The design tokens: every colour, size and distance of the program, per theme. No Qt.

Plots, reports and icons use the same tokens. The first six joint colours are from the design. The seventh
colour of each theme has the largest distance from them (OKLab, also as seen with each kind of colour
blindness) with a contrast to the surface of at least 3.
"""

from dataclasses import dataclass, fields, replace
from enum import StrEnum

GRID = 8
CARD_RADIUS = 8
TARGET_HEIGHT = 44
STOP_SIZE = (160, 56)
"""Least width and height of what stops or starts an arm, pixels."""
TOP_STOP_WIDTH = 240
"""Width of STOP in the bar, pixels."""


SCALES = (0.9, 1.0, 1.15, 1.3, 1.5, 1.6)
"""The selectable scale factors."""


class ThemeName(StrEnum):
    """The selectable themes; ``system`` follows the desktop."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    HIGH_CONTRAST = "high-contrast"


@dataclass(frozen=True)
class Tokens:
    """The colours of one theme as ``#RRGGBB``."""

    window: str
    surface: str
    field: str
    text: str
    muted: str
    control_border: str
    hairline: str
    accent: str
    on_accent: str
    good: str
    on_good: str
    warning: str
    on_warning: str
    error: str
    on_error: str
    stop: str
    on_stop: str
    measured: str
    model: str
    joints: tuple[str, ...]

    def joint(self, index: int) -> str:
        """Colour of a joint, counted from 0; more than seven joints repeat the colours."""
        return self.joints[index % len(self.joints)]

    def named(self) -> dict[str, str]:
        """All single colours by name."""
        single = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "joints"}
        return single | {f"joint {number + 1}": colour for number, colour in enumerate(self.joints)}


LIGHT = Tokens(
    window="#F6F7F9",
    surface="#FFFFFF",
    field="#FFFFFF",
    text="#1B1F24",
    muted="#57606A",
    control_border="#868F99",
    hairline="#D5DAE0",
    accent="#0B5CAD",
    on_accent="#FFFFFF",
    good="#00806A",
    on_good="#FFFFFF",
    warning="#FFB000",
    on_warning="#000000",
    error="#9B1C1C",
    on_error="#FFFFFF",
    stop="#C5221F",
    on_stop="#FFFFFF",
    measured="#0B5CAD",
    model="#C2410C",
    joints=("#173FC4", "#DA7E1E", "#479E89", "#7D1453", "#A584DC", "#5E5303", "#B02880"),
)

DARK = Tokens(
    window="#15181D",
    surface="#1E2229",
    field="#15181D",
    text="#E8EAED",
    muted="#A9B1BC",
    control_border="#6B7683",
    hairline="#323945",
    accent="#6CB2FF",
    on_accent="#0B1016",
    good="#5BD0B0",
    on_good="#0B1016",
    warning="#FFB000",
    on_warning="#000000",
    error="#FF8A80",
    on_error="#0B1016",
    stop="#C5221F",
    on_stop="#FFFFFF",
    measured="#6CB2FF",
    model="#FF9E64",
    joints=("#2375F7", "#F4A859", "#4BFBD5", "#C6367D", "#CCB1FE", "#86700A", "#F0F850"),
)

HIGH_CONTRAST = replace(
    DARK,
    window="#000000",
    surface="#000000",
    field="#000000",
    text="#FFFFFF",
    muted="#FFFFFF",
    control_border="#FFFFFF",
    hairline="#FFFFFF",
    on_accent="#000000",
    on_good="#000000",
    on_error="#000000",
)


def tokens_of(choice: ThemeName, *, system_is_dark: bool) -> Tokens:
    """Tokens of a theme; ``system`` is resolved to light or dark."""
    if choice is ThemeName.SYSTEM:
        return DARK if system_is_dark else LIGHT
    return {ThemeName.LIGHT: LIGHT, ThemeName.DARK: DARK, ThemeName.HIGH_CONTRAST: HIGH_CONTRAST}[choice]
