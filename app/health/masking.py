"""Removes personal data from texts: home folder, names of people, computer name. No Qt.

Names are found in any spelling (``app.health.masking``), with any sign or line break between their
words, and broken over two lines.
"""

import getpass
import platform
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

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
_ESCAPED = (
    r"(?P<units>(?:\\+u[0-9A-Fa-f]{4})+)|(?P<point>\\+U[0-9A-Fa-f]{8}|\\+x[0-9A-Fa-f]{2})"
    r"|(?P<quote>\\+[\"'])|(?P<bytes>(?:%(?:25)*[0-9A-Fa-f]{2})+)"
)
_BEGINS_ESCAPE = r"\\*(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{2}|[\"'])"
_OTHER = r"(?P<other>[^\x00-\x7f])|(?P<nothing>\r)"
_DECODED_TOKENS = re.compile(rf"{_ESCAPED}|(?P<separators>(?:/|\\(?!{_BEGINS_ESCAPE}))+)|{_OTHER}")
_RAW_TOKENS = re.compile(rf"(?P<separators>[\\/]+)|{_OTHER}")
_AFTER_BACKSLASH = re.compile(rf"\\(?=\\{_BEGINS_ESCAPE})")
_UNIT = re.compile(r"\\+u([0-9A-Fa-f]{4})")
_BYTE = re.compile(r"%(?:25)*([0-9A-Fa-f]{2})")
_LARGEST_CODE_POINT = 0x10FFFF


@dataclass
class Reading:
    """The normalised text, and the origin of each stretch of it."""

    text: str = ""
    _starts: list[int] = field(default_factory=list)
    _origins: list[tuple[int, int, bool]] = field(default_factory=list)
    """Start and end in the original, and True if it is the same character by character."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the original from which ``text[start:end]`` came."""
        return self._origin(start)[0], self._origin(end - 1)[1]

    def _origin(self, place: int) -> tuple[int, int]:
        stretch = bisect_right(self._starts, place) - 1
        start, end, is_plain = self._origins[stretch]
        if not is_plain:
            return start, end
        there = start + place - self._starts[stretch]
        return there, there + 1


class _Writer:
    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._starts: list[int] = []
        self._origins: list[tuple[int, int, bool]] = []

    def put(self, text: str, start: int, end: int, *, is_plain: bool = False) -> None:
        if text:
            self._starts.append(self._length)
            self._origins.append((start, end, is_plain))
            self._parts.append(text)
            self._length += len(text)

    def reading(self) -> Reading:
        return Reading("".join(self._parts), self._starts, self._origins)


def may_be_read_twice(text: str) -> bool:
    r"""True if an escape follows a backslash: ``\\\\u00e9`` is one escape, or a separator and an escape."""
    return _AFTER_BACKSLASH.search(text) is not None


def read_alike(text: str, *, decodes: bool = True, separates: bool = False) -> Reading:
    """Normalise a text; without ``decodes`` a backslash and a percent sign are kept as characters.

    Any number of path separators becomes one slash. With ``separates`` the first of several backslashes
    before an escape counts as a separator too.
    """
    writer, done = _Writer(), 0
    for token in (_DECODED_TOKENS if decodes else _RAW_TOKENS).finditer(text):
        start, end = token.span()
        writer.put(text[done:start].lower(), done, start, is_plain=True)
        done = end
        if separates and _AFTER_BACKSLASH.match(token[0]):
            writer.put("/", start, start + 1)
        _put_token(writer, token)
    writer.put(text[done:].lower(), done, len(text), is_plain=True)
    return writer.reading()


def _put_token(writer: _Writer, token: re.Match[str]) -> None:
    start, end = token.span()
    match token.lastgroup:
        case "separators":
            writer.put("/", end - 1, end)
        case "other":
            writer.put(folded(token[0]), start, end)
        case "quote":
            writer.put(token[0][-1], start, end)
        case "point":
            point = int(token[0].lstrip("\\")[1:], 16)
            writer.put(folded(chr(point)) if point <= _LARGEST_CODE_POINT else "?", start, end)
        case "units":
            spans = [(unit.start() + start, unit.end() + start) for unit in _UNIT.finditer(token[0])]
            units = b"".join(int(unit, 16).to_bytes(2, "little") for unit in _UNIT.findall(token[0]))
            _put_coded(writer, units.decode("utf-16-le", errors="surrogatepass"), spans, "utf-16-le", 2)
        case "bytes":
            spans = [(byte.start() + start, byte.end() + start) for byte in _BYTE.finditer(token[0])]
            _put_bytes(writer, bytes(int(byte, 16) for byte in _BYTE.findall(token[0])), spans)


def _put_bytes(writer: _Writer, coded: bytes, spans: list[tuple[int, int]]) -> None:
    try:
        _put_coded(writer, coded.decode("utf-8"), spans, "utf-8", 1)
    except UnicodeDecodeError:
        _put_coded(writer, coded.decode("latin-1"), spans, "latin-1", 1)


def _put_coded(writer: _Writer, text: str, spans: list[tuple[int, int]], coding: str, width: int) -> None:
    """Write characters that are coded in several units each, every unit with its place."""
    done = 0
    for character in text:
        count = len(character.encode(coding, errors="surrogatepass")) // width
        alike = "/" if character in "\\/" else folded(character)
        writer.put(alike, spans[done][0], spans[done + count - 1][1])
        done += count


def folded(text: str) -> str:
    """Return a text without capitals, accents and invisible characters."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(each for each in apart if unicodedata.category(each) not in {"Mn", "Cf"})


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
