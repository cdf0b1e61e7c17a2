"""Takes out of texts who sits at this computer: home folder, user name, computer name. No Qt."""

import getpass
import platform
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

HOME, USER, COMPUTER = "~", "<user>", "<computer>"
_SHORTEST_NAME = 2
_SOMEBODY = re.compile(r"(?i)((?:/home/|/Users/|[A-Z]:(?:\\|\\\\|/)Users(?:\\|\\\\|/)))([^/\\\s\"'<>|:]+)")
"""The home folder of anybody, on any system, also with the backslashes of JSON doubled."""


@dataclass(frozen=True)
class Mask:
    """What is to be taken out of texts."""

    home: str
    users: tuple[str, ...]
    computer: str

    def masked(self, text: str) -> str:
        """The text without home folder, user name and computer name."""
        for spelled in _spellings(self.home):
            text = _replaced(text, spelled, HOME, is_path=True)
        text = _SOMEBODY.sub(lambda found: found[1] + USER, text)
        for name in self.users:
            text = _replaced(text, name, USER)
        return _replaced(text, self.computer, COMPUTER)

    def masked_all(self, texts: Iterable[str]) -> tuple[str, ...]:
        """The same for many."""
        return tuple(self.masked(text) for text in texts)


def mask_here() -> Mask:
    """The mask for the person at this computer."""
    home = Path.home()
    found = {home.name}
    with suppress(OSError, KeyError):  # a system that does not know its user
        found.add(getpass.getuser())
    names = tuple(sorted((name for name in found if len(name) >= _SHORTEST_NAME), key=len, reverse=True))
    return Mask(str(home), names, platform.node())


def _spellings(home: str) -> tuple[str, ...]:
    """The folder as this system, a web address and JSON write it."""
    if len(home.strip("/\\")) < _SHORTEST_NAME:  # a home that is the root of the disk tells nothing
        return ()
    return tuple(dict.fromkeys((home.replace("\\", "\\\\"), home, home.replace("\\", "/"))))


def _replaced(text: str, name: str, by: str, *, is_path: bool = False) -> str:
    if len(name) < _SHORTEST_NAME:
        return text
    before = r"" if is_path else r"(?<![A-Za-z0-9])"
    return re.sub(rf"(?i){before}{re.escape(name)}(?![A-Za-z0-9])", lambda _: by, text)
