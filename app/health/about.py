"""The version and the commit, and the components of the program with version and licence. No Qt.

The frozen program contains a list that was made by the build. When run from source, the list is made
from the installed distributions: the program's requirements and their requirements.

A build writes ``resources/commit.txt``; in a source checkout the head is read without git.
"""

import json
import platform
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import resources

OWN_NAME = "torsion"
SHIPPED_FILE = "licences/shipped.json"
"""Path below the resources of a frozen program."""
TEXTS_FILE = "LICENCES.txt"
"""File beside the frozen program with all licences in full."""

PYTHON_LICENCE = "PSF-2.0"
FONTS = (("Inter", "4.1", "OFL-1.1"), ("Noto Sans SC", "2.004", "OFL-1.1"))

_LONGEST_NAME = 80
"""Some distributions write the whole licence text in place of its name."""
_UNKNOWN = {"", "unknown"}
_CLASSIFIER = "License :: "

COMMIT_FILE = "commit.txt"
_LETTERS = 12
_REFERENCE = "ref: "


@dataclass(frozen=True, order=True)
class Component:
    """A component of the program: a third-party part, or the program itself."""

    name: str
    version: str
    licence: str


def version() -> str:
    """Version of this program; empty if it was never installed."""
    try:
        return distribution(OWN_NAME).version
    except PackageNotFoundError:
        return ""


@cache
def components() -> tuple[Component, ...]:
    """All components of the program: itself first, then the others by name."""
    shipped = resources.path(SHIPPED_FILE)
    if shipped.is_file():
        return tuple(Component(**part) for part in json.loads(shipped.read_text("utf-8")))
    return _installed()


def licence_texts() -> Path | None:
    """Path of the file with all licences; None when the program is run from source."""
    path = Path(sys.executable).parent / TEXTS_FILE
    return path if getattr(sys, "frozen", False) and path.is_file() else None


def licence_named(metadata: Mapping[str, str], classifiers: tuple[str, ...] = ()) -> str:
    """Licence name in the metadata of a distribution; empty if there is none."""
    for key in ("License-Expression", "License"):
        name = (metadata.get(key) or "").strip()
        if name.lower() not in _UNKNOWN and len(name) <= _LONGEST_NAME and "\n" not in name:
            return name
    named = [text.rpartition(" :: ")[2] for text in classifiers if text.startswith(_CLASSIFIER)]
    return " or ".join(named)


def component_of(found: Distribution) -> Component:
    """Component of a distribution, with its licence."""
    message = found.metadata
    stated = {key: message[key] for key in ("License-Expression", "License") if key in message}
    classifiers = tuple(message.get_all("Classifier") or ())
    return Component(message["Name"], found.version, licence_named(stated, classifiers))


def _installed() -> tuple[Component, ...]:
    found: dict[str, Component] = {}
    wanted = [OWN_NAME]
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        try:
            part = distribution(name)
        except PackageNotFoundError:  # for another system, or another Python
            continue
        found[name] = component_of(part)
        wanted.extend(_normal(line) for line in part.requires or () if "extra ==" not in line)
    own = [found.pop(OWN_NAME)] if OWN_NAME in found else []
    others = (
        *found.values(),
        Component("Python", platform.python_version(), PYTHON_LICENCE),
        *(Component(*font) for font in FONTS),
    )
    return (*own, *sorted(others, key=lambda part: part.name.lower()))


def _normal(requirement: str) -> str:
    """The name in a requirement such as ``PySide6-Essentials>=6.8; python_version >= "3.12"``."""
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    return re.sub(r"[-_.]+", "-", found.group()).lower() if found else ""


@cache
def software_commit() -> str:
    """First letters of the commit; empty if unknown."""
    folder = Path(resources.__file__).resolve().parent
    try:
        return (folder / COMMIT_FILE).read_text("utf-8").strip()[:_LETTERS]
    except OSError:
        return commit_of(folder.parent)


def commit_of(checkout: Path) -> str:
    """Head of a source checkout; empty for any other folder."""
    git = checkout / ".git"
    try:
        if git.is_file():  # a linked work tree
            git = (checkout / git.read_text("utf-8").partition("gitdir:")[2].strip()).resolve()
        head = (git / "HEAD").read_text("utf-8").strip()
        if not head.startswith(_REFERENCE):
            return head[:_LETTERS]
        name = head.removeprefix(_REFERENCE)
        common = git / "commondir"
        root = (git / common.read_text("utf-8").strip()).resolve() if common.is_file() else git
        return _reference(root, name)[:_LETTERS]
    except OSError:
        return ""


def _reference(git: Path, name: str) -> str:
    loose = git / name
    if loose.is_file():
        return loose.read_text("utf-8").strip()
    for line in (git / "packed-refs").read_text("utf-8").splitlines():
        commit, _, packed = line.partition(" ")
        if packed == name:
            return commit
    return ""
