"""Components and licences of the frozen program, collected from the files that were built into it.

Each file of the build comes from an installed distribution, from Python, from a package of the operating
system, or from this repository. A file of any other origin, or a component without a known licence, ends
the build.
"""

import json
import platform
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
if str(REPOSITORY) not in sys.path:
    sys.path.append(str(REPOSITORY))  # PyInstaller reads the spec from elsewhere

from app.health.about import FONTS, OWN_NAME, PYTHON_LICENCE, Component, component_of  # noqa: E402

LICENCES = REPOSITORY / "resources" / "licences"
ALWAYS = ("pyinstaller",)
"""The loader, which is part of every build without being listed."""
_LICENCE_WORDS = ("licen", "copying", "notice", "copyright", "authors")
_TEXTS_OF_OURS = {
    "BSD": "BSD-3-Clause.txt",
    "BSD License": "BSD-3-Clause.txt",
    "BSD-3-Clause": "BSD-3-Clause.txt",
}
"""For a distribution that names its licence but does not contain the text."""
_DEBIAN_DOCUMENTS = Path("/usr/share/doc")
_RULE = "=" * 100


class UnknownLicence(Exception):
    """A file or component without a known licence would be shipped."""


@dataclass(frozen=True)
class Part:
    """A component with the texts of its licence."""

    component: Component
    texts: tuple[str, ...]


def collected(sources: Iterable[str]) -> tuple[Part, ...]:
    """Find the components of these files: Torsion first, then by name.

    Raises
    ------
    UnknownLicence
        With every file of unknown origin, and every component without a licence.
    """
    names: set[str] = set(ALWAYS)
    packages: set[str] = set()
    strangers: list[str] = []
    for source in {str(Path(source)) for source in sources}:
        if (name := owner_of(source)) is not None:
            names.add(name)
        elif _is_ours(source) or _is_of_python(source):
            continue
        elif (package := _system_package(source)) is not None:
            packages.add(package)
        else:
            strangers.append(source)
    names.discard(OWN_NAME)
    others = [
        *(_part_of(distribution(name)) for name in names), _python(), *_fonts(), *map(_system_part, packages)
    ]  # fmt: skip
    parts = (_ourselves(), *sorted(others, key=lambda part: part.component.name.lower()))
    unknown = [part.component.name for part in parts if not part.component.licence]
    if strangers or unknown:
        raise UnknownLicence(_complaint(strangers, unknown))
    return parts


def write(parts: Sequence[Part], *, listing: Path, texts: Path) -> None:
    """Write the list that the program shows, and the file with all texts in full."""
    listing.parent.mkdir(parents=True, exist_ok=True)
    listing.write_text(json.dumps([asdict(part.component) for part in parts], indent=1), encoding="utf-8")
    texts.write_text("\n".join(_document(parts)), encoding="utf-8")


def owner_of(source: str) -> str | None:
    """Name of the distribution that installed this file; None if there is none."""
    return _owners().get(source)


@cache
def _owners() -> dict[str, str]:
    """All installed files with their distributions."""
    found: dict[str, str] = {}
    for each in distributions():
        root, name = Path(str(each.locate_file(""))), each.name  # read once: each access parses the metadata
        for file in each.files or ():
            found[str(root / file)] = name
    return found


def _is_ours(source: str) -> bool:
    inside = Path(source).is_relative_to(REPOSITORY)
    return inside and "site-packages" not in Path(source).parts


def _is_of_python(source: str) -> bool:
    roots = {sys.base_prefix, sysconfig.get_path("stdlib"), str(Path(sys.base_prefix).resolve())}
    return "site-packages" not in Path(source).parts and any(
        Path(source).is_relative_to(root) for root in roots
    )


def _system_package(source: str) -> str | None:
    """Debian package that contains a library; None on other systems."""
    resolved = str(Path(source).resolve())
    for name in (source, resolved, resolved.removeprefix("/usr")):
        try:
            asked = subprocess.run(["dpkg", "-S", name], capture_output=True, text=True, check=False)
        except OSError:
            return None
        if asked.returncode == 0:
            return asked.stdout.splitlines()[0].split(": ")[0].split(",")[0]
    return None


def _system_part(package: str) -> Part:
    asked = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${Version}", package],
        capture_output=True,
        text=True,
        check=True,
    )
    name = package.partition(":")[0]  # behind it the architecture
    file = _DEBIAN_DOCUMENTS / name / "copyright"
    text = file.read_text("utf-8", errors="replace") if file.is_file() else ""
    return Part(Component(name, asked.stdout.strip(), debian_licence(text)), (text,))


def debian_licence(text: str) -> str:
    """Licences named in the paragraphs of a Debian copyright file, or that it has a text."""
    named = (line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("License:"))
    listed = list(dict.fromkeys(name for name in named if name))
    if listed:
        return " and ".join(listed)
    return "see its text" if text.strip() else ""


def _part_of(found: Distribution) -> Part:
    component = component_of(found)
    texts = tuple(_texts(found))
    if not texts and component.licence in _TEXTS_OF_OURS:
        message = found.metadata
        holder = " ".join(filter(None, (message["Author"] or message["Name"], message["Author-email"])))
        ours = (LICENCES / _TEXTS_OF_OURS[component.licence]).read_text("utf-8")
        texts = (f"Copyright (c) {holder}. All rights reserved.\n\n{ours}",)
    return Part(component, texts)


def _texts(found: Distribution) -> Iterator[str]:
    """Texts of the licence files in the distribution's metadata."""
    for file in sorted(found.files or (), key=str):
        inside = any(part.endswith((".dist-info", ".egg-info")) for part in file.parts)
        name = file.name.lower()
        if inside and ("licenses" in file.parts or any(word in name for word in _LICENCE_WORDS)):
            path = Path(str(file.locate()))
            if path.is_file():
                yield path.read_text("utf-8", errors="replace")


def _ourselves() -> Part:
    return Part(component_of(distribution(OWN_NAME)), ((REPOSITORY / "LICENSE").read_text("utf-8"),))


def _python() -> Part:
    folders = (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix))
    found = next((folder / "LICENSE.txt" for folder in folders if (folder / "LICENSE.txt").is_file()), None)
    texts = () if found is None else (found.read_text("utf-8"),)
    return Part(Component("Python", platform.python_version(), PYTHON_LICENCE), texts)


def _fonts() -> Iterator[Part]:
    """The fonts; the text of their licence begins with the copyright of both."""
    text = (REPOSITORY / "resources" / "fonts" / "OFL.txt").read_text("utf-8")
    yield from (Part(Component(*font), (text,)) for font in FONTS)


def _document(parts: Sequence[Part]) -> Iterator[str]:
    own = parts[0].component
    yield f"What {own.name} {own.version} consists of, and under which licences.\n"
    width = max(len(part.component.name) for part in parts)
    for part in parts:
        yield f"{part.component.name:{width}}  {part.component.version}  {part.component.licence}"
    yield f"\n{_RULE}\n{(LICENCES / 'notes.md').read_text('utf-8')}"
    for name in ("LGPL-3.0.txt", "GPL-3.0.txt"):
        yield f"{_RULE}\n{(LICENCES / name).read_text('utf-8')}"
    for part in parts:
        said = "\n\n".join(part.texts) or "Its distribution carries no text of the licence that it names."
        yield f"{_RULE}\n{part.component.name} {part.component.version}: {part.component.licence}\n\n{said}"


def _complaint(strangers: Sequence[str], unknown: Sequence[str]) -> str:
    said = [f"{source} belongs to no known distribution" for source in sorted(strangers)]
    said += [f"{name} names no licence" for name in sorted(unknown)]
    return "The build was ended, since it would ship what nobody may: " + "; ".join(said)
