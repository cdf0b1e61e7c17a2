"""Reads the files in ``resources/virtual``; missing and unknown keys are errors with their place."""

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

import resources
from core.recording import FloatArray
from devices.errors import ConfigurationError

_FOLDER = "virtual"
Range = tuple[float, float]
"""Lowest and highest value that a seed may draw."""


class Section:
    """One table of a profile; read keys are removed, and ``finish`` raises an error for the others."""

    def __init__(self, file: str, name: str, values: object) -> None:
        self.file, self.name = file, name
        if not isinstance(values, dict):
            raise self._complaint("", "a table")
        self._values: dict[str, Any] = dict(values)

    def number(self, key: str, *, lowest: float = 0.0) -> float:
        """Take a number of at least ``lowest``."""
        value = self._take(key)
        if not _is_number(value) or value < lowest:
            raise self._complaint(key, f"a number of at least {lowest:g}")
        return float(value)

    def range(self, key: str) -> Range:
        """Take two numbers, none negative, the lower one first."""
        value = self._take(key)
        if not _are_numbers(value) or len(value) != 2 or not 0.0 <= value[0] <= value[1]:
            raise self._complaint(key, "two numbers from 0, the lower first")
        return float(value[0]), float(value[1])

    def positive(self, key: str, *, count: int | None = None) -> FloatArray:
        """Take positive numbers, ``count`` of them if given."""
        value = self._take(key)
        wrong_count = count is not None and isinstance(value, list) and len(value) != count
        if not _are_numbers(value) or wrong_count or min(value) <= 0.0:
            amount = "some" if count is None else str(count)
            raise self._complaint(key, f"{amount} positive numbers")
        return np.array(value, dtype=np.float64)

    def finish(self) -> None:
        """Raise an error for a key that was not taken."""
        for key in self._values:
            raise self._complaint(key, "no such key")

    def _take(self, key: str) -> Any:
        return self._values.pop(key, None)

    def _complaint(self, key: str, expected: str) -> ConfigurationError:
        place = f"{self.name}.{key}" if key else self.name
        return ConfigurationError("bad-virtual-profile", file=self.file, key=place, expected=expected)


def has_profile(name: str) -> bool:
    """True if an arm of this name has its own profile."""
    return name != "scaling" and name in {file.stem for file in resources.path(_FOLDER).glob("*.toml")}


def read_profile(name: str, *, sections: tuple[str, ...], folder: Path | None = None) -> dict[str, Section]:
    """Read the sections of ``resources/virtual/NAME.toml``.

    Raises
    ------
    ConfigurationError
        ``bad-virtual-profile`` with the file, the key and the expected content.
    """
    path = (folder or resources.path(_FOLDER)) / f"{name}.toml"
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(
            "bad-virtual-profile", file=path.name, key="", expected=f"TOML: {error}"
        ) from error
    spare = sorted(set(content) - set(sections))
    if spare:
        raise ConfigurationError(
            "bad-virtual-profile", file=path.name, key=spare[0], expected="no such table"
        )
    return {key: Section(path.name, key, content.get(key)) for key in sections}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and bool(np.isfinite(value))


def _are_numbers(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(_is_number(item) for item in value)
