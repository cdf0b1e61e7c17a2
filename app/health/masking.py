"""Removes personal data from texts: home folder, names of people, computer name. No Qt.

Names are found in any spelling (``app.health.text_reading``), with any sign or line break between their
words, and broken over two lines.
"""

import getpass
import platform
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from app.health.text_reading import Reading, may_be_read_twice, read_alike

HOME, USER, COMPUTER = "~", "<user>", "<computer>"
_SHORTEST_NAME = 2
_LONG_NAME = 6
"""Names with at least this many letters are masked inside longer words too; shorter ones occur by chance."""
_FEWEST_FOR_ANY_SIGN = 4
"""Shorter names are searched only with the signs that they contain."""
_SHORTEST_PART = 3
_NO_NAMES = frozenset({
    "app", "cell", "core", "customer", "device", "devices", "false", "joint", "lab", "laboratory",
    "maintenance", "null", "operator", "robot", "service", "shift", "staff", "student", "team",
    "technician", "test", "tester", "torsion", "true", "user", "visit",
})  # fmt: skip
"""Words that a person may enter as a name, but which the program's own texts often contain."""
_BREAK = r"(?:\n[ \t]*)?"
_BETWEEN = r"(?:/[nrt]|[\W_]){0,16}?"
"""Ten signs: two blanks, each with a line break and an indentation."""
_NEXT_LETTER, _LETTER_BEFORE = r"(?![a-z])", r"(?:(?<![a-z])|(?<=/[nrt]))"
_ANY_USER = re.compile(
    r"(?:/(?:home|users|documents and settings)/|/media/)"
    r"(?P<name>[^/\"<>|:*?\n]{1,64}?(?=/)|[^/\"'<>|:*?\n]{1,64}?(?=[\"'])|[^/\s\"'<>|:]+)"
)
"""Home folder of any user on any system, and mount points of plugged-in media."""


@dataclass(frozen=True)
class Mask:
    """Personal data to be removed from texts.

    Parameters
    ----------
    home
        Home folder of the account.
    users
        Names of the account.
    computer
        Name of this computer.
    people
        Full names, such as the operator's; their longer words are removed separately too.
    """

    home: str
    users: tuple[str, ...]
    computer: str
    people: tuple[str, ...] = ()

    def masked(self, text: str) -> str:
        """Return the text without home folder, names of people and computer name."""
        readings = [read_alike(text), read_alike(text, decodes=False)]
        if may_be_read_twice(text):
            readings.append(read_alike(text, separates=True))
        spans = sorted({span for reading in readings for span in self._spans(reading)})
        parts, done = [], 0
        for start, end, by in _apart(spans):
            parts += [text[done:start], by]
            done = end
        return "".join((*parts, text[done:]))

    def with_people(self, names: Iterable[str]) -> "Mask":
        """Return a mask that removes these people's names too."""
        return replace(self, people=tuple(dict.fromkeys((*self.people, *(name for name in names if name)))))

    def _spans(self, reading: Reading) -> Iterator[tuple[int, int, str]]:
        for pattern, by in self._patterns:
            yield from _found(pattern, reading, by)

    @cached_property
    def _patterns(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        """Patterns with their replacements; the home folder first, because it contains the user's name."""
        found = [(_path_pattern(self.home), HOME), (_ANY_USER, USER)]
        found += [(_name_pattern(name), USER) for name in self._names()]
        found.append((_name_pattern(self.computer), COMPUTER))
        return tuple((pattern, by) for pattern, by in found if pattern is not None)

    def _names(self) -> Iterator[str]:
        yield from (*self.users, *self.people)
        for person in self.people:
            words = _words(read_alike(person).text)
            if len(words) > 1:
                yield from (each for each in words if len(each) >= _shortest(each) and each not in _NO_NAMES)


def mask_here(people: Iterable[str] = ()) -> Mask:
    """Return the mask for the user of this computer and for more ``people``."""
    home = Path.home()
    found = {home.name}
    with suppress(OSError, KeyError):  # a system that does not know its user
        found.add(getpass.getuser())
    names = tuple(sorted((name for name in found if name), key=len, reverse=True))
    return Mask(str(home), names, platform.node()).with_people((*_full_name(), *people))


def _full_name() -> tuple[str, ...]:
    """Return the full name of the account where the system stores it; Windows does not provide it."""
    try:
        import os
        import pwd
    except ImportError:
        return ()
    with suppress(KeyError):
        return (pwd.getpwuid(os.getuid()).pw_gecos.split(",")[0].strip(),)
    return ()


def _found(pattern: re.Pattern[str], reading: Reading, by: str) -> Iterator[tuple[int, int, str]]:
    for match in pattern.finditer(reading.text):
        group = "name" if "name" in pattern.groupindex else 0
        if match.end(group) > match.start(group):
            yield (*reading.span(*match.span(group)), by)


def _apart(spans: list[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """Merge overlapping spans; the longest one determines the replacement."""
    group: list[tuple[int, int, str]] = []
    end = 0
    for span in spans:
        if group and span[0] >= end:
            yield _joined(group)
            group = []
        group.append(span)
        end = max(end, span[1]) if len(group) > 1 else span[1]
    if group:
        yield _joined(group)


def _joined(group: list[tuple[int, int, str]]) -> tuple[int, int, str]:
    longest = max(group, key=lambda span: (span[1] - span[0], span[2] == HOME))
    return group[0][0], max(end for _, end, _ in group), longest[2]


def _path_pattern(folder: str) -> re.Pattern[str] | None:
    path = read_alike(folder).text.rstrip("/")
    if len(path.strip("/")) < _SHORTEST_NAME:  # a home at the root of the disk contains no name
        return None
    return re.compile(_characters(path) + (_NEXT_LETTER if path[-1].isascii() else ""))


def _name_pattern(name: str) -> re.Pattern[str] | None:
    """Return the pattern of a name in a reading; None if the name is too short to be distinctive."""
    alike = read_alike(name).text
    words = _words(alike)
    if not words:
        core = alike.strip()
        return re.compile(re.escape(core)) if core and not core.isascii() else None
    letters = sum(map(len, words))
    if letters < _shortest("".join(words), least=_SHORTEST_NAME):
        return None
    if letters >= _FEWEST_FOR_ANY_SIGN:
        middle = _BETWEEN.join(map(_characters, words))
    else:
        middle = _characters(alike[alike.index(words[0]) : alike.rindex(words[-1]) + len(words[-1])])
    if letters >= _LONG_NAME:
        return re.compile(middle)
    before = _LETTER_BEFORE if _is_letter(words[0][0]) else ""
    return re.compile(before + middle + (_NEXT_LETTER if _is_letter(words[-1][-1]) else ""))


def _characters(text: str) -> str:
    """Return the pattern of a text that may be broken over two lines anywhere."""
    return _BREAK.join(r"\s+" if each == " " else re.escape(each) for each in text)


def _words(alike: str) -> list[str]:
    return re.findall(r"[^\W_]+", alike)


def _shortest(word: str, *, least: int = _SHORTEST_PART) -> int:
    """Return the least number of letters of a name; one character of another script may be a whole name."""
    return least if word.isascii() else 1


def _is_letter(character: str) -> bool:
    return character.isascii() and character.isalpha()
