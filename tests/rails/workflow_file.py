"""Reads the part of YAML that a workflow of a forge needs, and refuses every other line.

Mappings and lists by indentation of two blanks, lists in one line, plain and quoted scalars, text kept
line by line behind ``|``. No library for YAML is among the locked packages.
"""

import json
import re
from dataclasses import dataclass

Node = dict[str, "Node"] | list["Node"] | str | None
_PLAIN = re.compile(r"[^\s&*!|>%@`{}\[\]#,?:'\"-](?:[^#:]|:(?! |$)|(?<! )#)*|-[^\s].*")


@dataclass
class _Lines:
    """Lines that are left, as pairs of indentation and text."""

    left: list[tuple[int, str]]


def read_workflow(text: str) -> Node:
    """The document as dictionaries, lists and texts.

    Raises
    ------
    ValueError
        Where a line is not of the part of YAML that is read here.
    """
    lines = []
    for line in text.splitlines():
        if "\t" in line or line != line.rstrip():
            raise ValueError(f"a tab, or blanks at the end: {line!r}")
        if line and not line.lstrip().startswith("#"):
            lines.append((len(line) - len(line.lstrip()), line.lstrip()))
    source = _Lines(lines)
    found = _block(source, 0)
    if source.left:
        raise ValueError(f"not understood: {source.left[0][1]!r}")
    return found


def _block(source: _Lines, indent: int) -> Node:
    if source.left[0][1].startswith("- "):
        return _list(source, indent)
    found: dict[str, Node] = {}
    while source.left and source.left[0][0] == indent:
        key, colon, rest = source.left.pop(0)[1].partition(":")
        if not colon or not re.fullmatch(r"[\w-]+", key) or key in found or (rest and rest[0] != " "):
            raise ValueError(f"no key of its own: {key!r}")
        found[key] = _value(source, rest.strip(), indent)
    return found


def _list(source: _Lines, indent: int) -> list[Node]:
    found: list[Node] = []
    while source.left and source.left[0][0] == indent and source.left[0][1].startswith("- "):
        text = source.left[0][1][2:]
        if re.match(r"[\w-]+:( |$)", text):
            source.left[0] = (indent + 2, text)
            found.append(_block(source, indent + 2))
        else:
            source.left.pop(0)
            found.append(_scalar(text))
    return found


def _value(source: _Lines, text: str, indent: int) -> Node:
    if text == "|":
        kept = []
        while source.left and source.left[0][0] > indent:
            kept.append(source.left.pop(0)[1])
        return "\n".join(kept)
    if text:
        return _scalar(text)
    if source.left and source.left[0][0] > indent:
        return _block(source, indent + 2)
    return None


def _scalar(text: str) -> Node:
    if text.startswith("["):
        if not text.endswith("]"):
            raise ValueError(f"an open list: {text!r}")
        return [_scalar(one.strip()) for one in text[1:-1].split(",")]
    if text.startswith('"'):
        return str(json.loads(text))
    if not _PLAIN.fullmatch(text):
        raise ValueError(f"no plain text: {text!r}")
    return text
