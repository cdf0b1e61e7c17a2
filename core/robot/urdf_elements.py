"""The elements of a URDF file, each with its line, and checked values of their attributes.

Problems are collected, so that every mistake in a file is reported at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as ET
from xml.parsers import expat

import numpy as np

from core.bounds import SENSIBLE
from core.errors import Fact, Problem
from core.given_file import DEEPEST
from core.recording import FloatArray
from core.robot.placement import from_roll_pitch_yaw


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

    def vector(self, attribute: str, *, default: tuple[float, float, float]) -> FloatArray:
        """Three finite numbers; ``default`` where the attribute is absent."""
        if attribute not in self.element.attrib:
            return np.array(default)
        return self._numbers(attribute, self.element.attrib[attribute], count=3)

    def _numbers(self, attribute: str, text: str, *, count: int) -> FloatArray:
        values = [_finite(part) for part in text.split()]
        if text and (len(values) != count or None in values):
            self.complain("urdf-not-numbers", attribute=attribute, text=text, count=count)
        if len(values) != count or None in values:
            return np.zeros(count)
        return np.array(values, dtype=np.float64)

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


def read_elements(content: bytes | str, problems: list[Problem]) -> UrdfElement | None:
    """The root element of an XML text, or None with a problem noted where it is no XML."""
    builder = ET.TreeBuilder()
    lines: dict[ET.Element, int] = {}
    parser = expat.ParserCreate()
    depth = 0

    def started(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise _NotRead("xml-too-deep")
        lines[builder.start(tag, attributes)] = parser.CurrentLineNumber

    def ended(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    def declared(*_: object) -> None:
        raise _NotRead("xml-entity")

    parser.EntityDeclHandler = declared  # a few lines of them can expand to gigabytes, or read another file
    parser.StartElementHandler = started
    parser.EndElementHandler = ended
    parser.CharacterDataHandler = builder.data
    try:
        parser.Parse(content, True)  # noqa: FBT003 (the whole text at once)
    except _NotRead as refused:
        facts: dict[str, Fact] = {"deepest": DEEPEST}
        problems.append(Problem(f"line {parser.CurrentLineNumber}", str(refused), facts))
        return None
    except (expat.ExpatError, UnicodeError, LookupError) as error:
        line = getattr(error, "lineno", parser.CurrentLineNumber)
        problems.append(Problem(f"line {line}", "xml-syntax", {"reason": str(error)}))
        return None
    return UrdfElement(builder.close(), lines, problems)
