r"""Normalises a text, so that a name is found in every spelling: case, accents and escapes.

A name may appear unchanged, in capitals, with separate accents, escaped by JSON or Python (``\u00e9``),
or escaped in a web address (``%C3%A9``). A reading writes all of them the same way and knows the place in
the text from which each of its characters came. No Qt.
"""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field

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
