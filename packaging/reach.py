"""Which tests can see a change: the test files nearest to the changed files along the imports.

Standard library only, as everything that ``run.py`` itself needs.
"""

import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

PRODUCT = ("app", "core", "devices", "resources")
ALL = (*PRODUCT, "packaging", "tests")
FILES_AT_MOST = 25
"""Farther test files are left out once these are reached: at the end everything reaches everything."""
HOUSE_RULES = ("tests/rails/test_lint.py", "tests/rails/test_house.py", "tests/rails/test_no_clock.py")
"""Cheap, and broken by any change."""
_IMPORT = re.compile(r"^[ \t]*import ([\w., \t]+)", re.MULTILINE)
_FROM_IMPORT = re.compile(r"^[ \t]*from ([\w.]+) import (\([^)]*\)|[^\n#(]+)", re.MULTILINE)
_LAST_PART = re.compile(r"""["'](?:[^"'\n]*/)?([^"'/\n]+)["']""")


def changed_files(repository: Path, revision: str) -> list[str]:
    """Paths that differ from ``revision`` in the working tree, new files too; with ``/``, sorted.

    Raises
    ------
    ValueError
        If git does not know the revision, or this is no clone.
    """
    found: set[str] = set()
    new = ["git", "ls-files", "--others", "--exclude-standard", "-z"]
    for command in (["git", "diff", "--name-only", "-z", revision, "--"], new):
        done = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ValueError(done.stderr.strip() or f"git ended with {done.returncode}")
        found.update(filter(None, done.stdout.split("\0")))
    return sorted(found)


def modules_in(root: Path, rooms: Iterable[str] = ALL) -> dict[str, Path]:
    """All modules of these folders by the name they are imported by."""
    paths = (path for room in rooms for path in (root / room).rglob("*.py"))
    return {_name(path.relative_to(root)): path for path in paths}


def _name(path: Path) -> str:
    """Name of a module; those of ``packaging`` are scripts, which import one another by file name."""
    parts = path.with_suffix("").parts
    return ".".join(parts[1:] if parts[0] == "packaging" else parts).removesuffix(".__init__")


def imports_of(path: Path) -> Iterator[str]:
    """Every module that the file may import, wherever in it the import is.

    Read from the text: to parse 2,600 files takes twenty times as long. A line in a docstring that looks like
    an import counts as one, which does no harm here.
    """
    text = path.read_text(encoding="utf-8")
    for names in _IMPORT.findall(text):
        yield from (name.split()[0] for name in names.split(",") if name.strip())
    for module, names in _FROM_IMPORT.findall(text):
        yield module
        yield from (f"{module}.{name.split()[0]}" for name in names.strip("()").split(",") if name.strip())


def tests_of(root: Path, changed: Iterable[str]) -> list[str]:
    """Test files for the changed files, with ``/``, sorted; the house rules are always among them."""
    modules = modules_in(root)
    names = {path.relative_to(root).as_posix(): name for name, path in modules.items()}
    users = _users(modules)
    tests: set[str] = set()
    for file in changed:
        own_folder = f"tests/{Path(file).parent.as_posix()}/"
        tests |= _nearest(_beginnings(root, file, names), users, names.keys(), own_folder)
    return sorted(tests | {file for file in HOUSE_RULES if (root / file).is_file()})


def _users(modules: Mapping[str, Path]) -> dict[str, set[str]]:
    """Who imports a module, by names."""
    users = defaultdict(set)
    for name, path in modules.items():
        for other in set(imports_of(path)) & modules.keys() - {name}:
            users[other].add(name)
    return users


def _beginnings(root: Path, file: str, names: Mapping[str, str]) -> set[str]:
    """Modules with which the search for tests of a changed file begins.

    A module that nobody imports is loaded by its name: its neighbours stand for it. A file that is no
    module is read by those that name it, or its folder.
    """
    path = root / file
    if path.name == "conftest.py":
        return {name for other, name in names.items() if (root / other).is_relative_to(path.parent)}
    if path.suffix == ".py":
        own = _name(Path(file))
        beside = {name for other, name in names.items() if Path(other).parent == Path(file).parent}
        return {own} | (beside if own not in names.values() else set())
    words = {path.name, path.stem}
    return {name for other, name in names.items() if _names_one(root / other, words)}


def _names_one(path: Path, words: set[str]) -> bool:
    """True if one of the words stands between quotation marks in the file, alone or behind a folder."""
    return not words.isdisjoint(_LAST_PART.findall(path.read_text("utf-8")))


def _nearest(begin: set[str], users: Mapping[str, set[str]], files: Iterable[str], own: str) -> set[str]:
    """Test files that reach one of the modules: the nearest until they are enough, and all below ``own``."""
    file_of = {_name(Path(file)): file for file in files}
    seen, ring, found, are_enough = set(begin), set(begin), set[str](), False
    while ring:
        tests = {file_of[name] for name in ring if name.rpartition(".")[2].startswith("test_")}
        are_enough = are_enough or (bool(found) and len(found | tests) > FILES_AT_MOST)
        found |= {file for file in tests if not are_enough or file.startswith(own)}
        ring = set().union(*(users.get(name, set()) for name in ring)) - seen
        seen |= ring
    return found
