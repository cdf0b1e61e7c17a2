"""The user's choice of theme and scale, read before larger modules are loaded."""

import json
from pathlib import Path

from platformdirs import user_config_dir

from app.look.tokens import SCALES, ThemeName


def settings_path() -> Path:
    """Return the path of this user's settings."""
    return Path(user_config_dir("torsion", appauthor=False)) / "settings.json"


def chosen_look() -> tuple[ThemeName, float]:
    """Return theme and scale from the settings file; the defaults if it has none or no valid ones.

    The full checks of the settings load NumPy, which would delay the first picture.
    """
    try:
        stored = json.loads(settings_path().read_bytes())
    except (OSError, ValueError, RecursionError):  # no file yet, no text, or no JSON
        stored = None
    found = stored if isinstance(stored, dict) else {}
    theme, scale = found.get("theme"), found.get("scale")
    name = ThemeName(theme) if theme in list(ThemeName) else ThemeName.SYSTEM
    if isinstance(scale, int | float) and SCALES[0] <= scale <= SCALES[-1]:
        return name, float(scale)
    return name, 1.0
