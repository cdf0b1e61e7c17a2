"""Data the product ships: robots, fonts, help. ``resources.path`` finds it."""

from importlib.resources import files
from pathlib import Path


def path(name: str) -> Path:
    """The file or folder ``name`` (with forward slashes) below the resources."""
    return Path(str(files("resources").joinpath(*name.split("/"))))
