"""How the person wants the program to look, read before anything heavy is loaded."""

import json
from pathlib import Path

from platformdirs import user_config_dir

from app.look.tokens import SCALES, ThemeName


def settings_path() -> Path:
    """Return where this user's settings are."""
    return Path(user_config_dir("torsion", appauthor=False)) / "settings.json"


def chosen_look() -> tuple[ThemeName, float]:
    """Return theme and scale of the settings' file; those of a first start where it has no usable ones.

    The settings' own checks load NumPy, which takes longer than the first picture may wait.
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
