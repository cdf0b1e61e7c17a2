"""The elements of a URDF file, each with its line, and checked values of their attributes.

Problems are collected, so that every mistake in a file is reported at once.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as ET
from xml.parsers import expat
from xml.parsers.expat import errors

import numpy as np

from core.bounds import SENSIBLE
from core.errors import Fact, Problem
from core.given_file import DEEPEST
from core.recording import FloatArray
from core.robot.placement import from_roll_pitch_yaw

_ENCODINGS = re.compile(
    rb"\s*<\?xml\b[^>]*?\bencoding\s*=\s*[\"'](iso-?8859-\d+|latin-?\d|(?:windows|cp)-?125\d|gb2312|gbk|gb18030"
    rb"|big5|shift_jis|euc-jp|euc-kr|koi8-r)[\"']",
    re.IGNORECASE,
)
_WESTERN = "Windows-1252"
_DECLARATION = re.compile(r"\s*<\?xml\b[^>]*\?>")
_BARE_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)")
_WIDE = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"<\0": "utf-16-le", b"\0<": "utf-16-be"}


@dataclass(frozen=True)
class UrdfElement:
    """An element of the file; problems with it go to the shared list."""

    element: ET.Element
    lines: dict[ET.Element, int]
    problems: list[Problem]

    @property
    def where(self) -> str:
        """Place of the element in the file, such as ``line 12, joint elbow``."""
        name = self.element.get("name", "")
        return f"line {self.lines[self.element]}, {self.element.tag}{' ' if name else ''}{name}"

    def complain(self, code: str, /, **facts: Fact) -> None:
        """Report a problem with this element to the shared list."""
        self.problems.append(Problem(self.where, code, facts))

    def child(self, tag: str) -> "UrdfElement | None":
        """The first child with the tag, or None."""
        found = self.element.find(tag)
        return None if found is None else UrdfElement(found, self.lines, self.problems)

    def children(self, tag: str) -> Iterator["UrdfElement"]:
        """All children with the tag, in document order."""
        for found in self.element.findall(tag):
            yield UrdfElement(found, self.lines, self.problems)

    def required(self, tag: str) -> "UrdfElement | None":
        """The first child with the tag; its absence is reported as a problem."""
        found = self.child(tag)
        if found is None:
            self.complain("urdf-missing-element", element=tag)
        return found

    def text(self, attribute: str) -> str:
        """The text of an attribute; reported as a problem if missing or empty."""
        value = self.element.get(attribute, "").strip()
        if not value:
            self.complain("urdf-missing-attribute", attribute=attribute)
        return value

    def number(self, attribute: str, *, default: float | None = None) -> float:
        """A finite number, else a problem is reported; ``default`` if the attribute is absent."""
        if default is not None and attribute not in self.element.attrib:
            return default
        return float(self._numbers(attribute, self.text(attribute), count=1)[0])

    def limit(self, attribute: str) -> float:
        """A number without bounds, infinity included; zero if the attribute is absent."""
        text = self.element.get(attribute, "0")
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if math.isnan(value):
            self._complain_of_text(attribute, text, count=1)
            return 0.0
        return value

    def vector(self, attribute: str, *, default: tuple[float, float, float]) -> FloatArray:
        """Three finite numbers; ``default`` where the attribute is absent."""
        if attribute not in self.element.attrib:
            return np.array(default)
        return self._numbers(attribute, self.element.attrib[attribute], count=3)

    def _numbers(self, attribute: str, text: str, *, count: int) -> FloatArray:
        values = [_finite(part) for part in text.split()]
        if text and (len(values) != count or None in values):
            self._complain_of_text(attribute, text, count=count)
        if len(values) != count or None in values:
            return np.zeros(count)
        return np.array(values, dtype=np.float64)

    def _complain_of_text(self, attribute: str, text: str, *, count: int) -> None:
        if "${" in text or "$(" in text:
            self.complain("urdf-xacro")
        else:
            self.complain("urdf-not-numbers", attribute=attribute, text=text, count=count)

    def origin(self) -> FloatArray:
        """The (4, 4) placement of the first ``origin`` child, the identity where there is none."""
        found = self.child("origin")
        if found is None:
            return np.eye(4)
        still = (0.0, 0.0, 0.0)
        return from_roll_pitch_yaw(found.vector("xyz", default=still), rpy=found.vector("rpy", default=still))


def _finite(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if SENSIBLE.holds(value) else None


class _NotRead(Exception):
    """The file has a construct that robot descriptions do not need; the message is the problem's code."""


def xml_text(content: bytes | str, remarks: list[Problem]) -> str:
    """The text of an XML file without its comments and declaration, each line where it was.

    A declaration may follow blank lines or a comment, a comment may hold ``--``, and an ampersand of no
    known entity stands for itself, as for the readers of MuJoCo and ROS. Letters that are neither UTF-8 nor
    of the declared encoding are taken for Western ones, with ``xml-western-letters`` in ``remarks``.
    """
    text = content if isinstance(content, str) else _decoded(content, remarks)
    text = _without_comments(text.removeprefix("\ufeff"))
    declared = _DECLARATION.match(text)
    if declared is not None:
        text = "\n" * declared[0].count("\n") + text[declared.end() :]
    return _BARE_AMPERSAND.sub("&amp;", text)


def _decoded(content: bytes, remarks: list[Problem]) -> str:
    declared = _ENCODINGS.match(content)
    encoding = declared[1].decode() if declared else _WIDE.get(content[:2], "utf-8-sig")
    try:
        return content.decode(encoding)
    except (UnicodeError, LookupError) as error:
        place = error.start if isinstance(error, UnicodeDecodeError) else 0
    line = content.count(b"\n", 0, place) + 1
    remarks.append(Problem("", "xml-western-letters", {"line": line, "encoding": _WESTERN}))
    return content.decode(_WESTERN, errors="replace")


def _without_comments(text: str) -> str:
    """The text with nothing but the line ends of its comments; one that never ends is left to the parser."""
    kept, place = [], 0
    while (start := text.find("<!--", place)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        kept += [text[place:start], "\n" * text.count("\n", start, end)]
        place = end + 3
    return "".join([*kept, text[place:]])


def read_elements(content: bytes | str, problems: list[Problem]) -> UrdfElement | None:
    """The root element of an XML text, or None with a problem noted where it is no XML."""
    text = xml_text(content, [])
    before = text.partition("<")[0].strip()
    if before and "<" in text:
        line = text.count("\n", 0, text.index(before)) + 1
        problems.append(Problem(f"line {line}", "xml-text-before", {"text": before[:_LONGEST_SHOWN]}))
        return None
    builder = ET.TreeBuilder()
    lines: dict[ET.Element, int] = {}
    parser = expat.ParserCreate()
    opened: list[tuple[str, int]] = []

    def started(tag: str, attributes: dict[str, str]) -> None:
        if len(opened) >= DEEPEST:
            raise _NotRead("xml-too-deep")
        opened.append((tag, parser.CurrentLineNumber))
        lines[builder.start(tag, attributes)] = parser.CurrentLineNumber

    def ended(tag: str) -> None:
        opened.pop()
        builder.end(tag)

    def declared(*_: object) -> None:
        raise _NotRead("xml-entity")

    parser.EntityDeclHandler = declared  # a few lines of them can expand to gigabytes, or read another file
    parser.StartElementHandler = started
    parser.EndElementHandler = ended
    parser.CharacterDataHandler = builder.data
    try:
        parser.Parse(text, True)  # noqa: FBT003 (the whole text at once)
    except _NotRead as refused:
        problems.append(Problem(f"line {parser.CurrentLineNumber}", str(refused), {"deepest": DEEPEST}))
        return None
    except (expat.ExpatError, UnicodeError) as error:
        problems.append(_no_xml(error, parser.CurrentLineNumber, opened))
        return None
    return UrdfElement(builder.close(), lines, problems)


def _no_xml(error: Exception, line: int, opened: list[tuple[str, int]]) -> Problem:
    """What is wrong with a text that the parser refused with the elements ``opened`` (tag, line) open."""
    code = error.code if isinstance(error, expat.ExpatError) else None
    if code in _NOT_CLOSED and opened:
        tag, place = opened[-1]
        return Problem(f"line {line}", "xml-not-closed", {"tag": tag, "opened": place})
    if code == _AFTER_THE_END:
        return Problem(f"line {line}", "xml-after-end", {})
    return Problem(f"line {line}", "xml-syntax", {"reason": str(error)})


_NOT_CLOSED = {errors.codes[errors.XML_ERROR_TAG_MISMATCH], errors.codes[errors.XML_ERROR_NO_ELEMENTS]}
_AFTER_THE_END = errors.codes[errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]
_LONGEST_SHOWN = 60
