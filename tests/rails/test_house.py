"""The house of the product: no circles of imports, and its grain may only become coarser.

Imports for types alone count too: a reader has to follow them as well.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOMS = ("app", "core", "devices")
SMALL = 60
"""A file of fewer lines is a small room."""
MOST = {
    "files": 1075,
    "with one importer": 243,
    "small": 99,
    "import lines of app, per mille": 97,
}
"""Counts of today. Who makes one smaller writes it here; a larger one needs another plan of the rooms."""
SLACK = 12
"""A count that fell by more than this is written down, so that it does not rise again."""


def modules_in(root: Path) -> dict[str, Path]:
    paths = (path for room in ROOMS for path in (root / room).rglob("*.py"))
    return {".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
            for path in paths}  # fmt: skip


def imports_of(path: Path) -> Iterator[str]:
    """Every module that the file may import, wherever in it the import is."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def circles_in(root: Path) -> list[list[str]]:
    """Groups of modules of which each leads to every other."""
    known = modules_in(root)
    left = {name: (set(imports_of(path)) & known.keys()) - {name} for name, path in known.items()}
    while True:  # whatever imports nothing that is left, or is imported by nothing, is in no circle
        imported = set().union(*left.values())
        ends = {name for name, others in left.items() if not others or name not in imported}
        if not ends:
            break
        left = {name: others - ends for name, others in left.items() if name not in ends}
    reached = {name: leads_to(name, left) for name in left}
    groups = {frozenset({name, *(other for other in reached[name] if name in reached[other])})
              for name in left if name in reached[name]}  # fmt: skip
    return sorted(sorted(group) for group in groups)


def leads_to(name: str, imports: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [name]
    while waiting:
        new = imports[waiting.pop()] - found
        found |= new
        waiting.extend(new)
    return found


def test_nothing_in_the_product_imports_itself_by_way_of_others(repository):
    assert len(modules_in(repository)) > 1000
    assert circles_in(repository) == []


@pytest.mark.parametrize(
    "back",
    ["import core.first\n", "from core import first\n", "def late():\n    from core.first import x\n",
     "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from core.first import x\n"],
)  # fmt: skip
def test_a_circle_is_found_however_it_is_closed(tmp_path, back):
    room = tmp_path / "core"
    room.mkdir()
    (room / "first.py").write_text("from core.second import y\n")
    (room / "second.py").write_text("from core import third\n")
    (room / "third.py").write_text(back)
    (room / "beside.py").write_text("from core.first import x\n")
    assert circles_in(tmp_path) == [["core.first", "core.second", "core.third"]]


@pytest.fixture(scope="module")
def counts(repository):
    known = modules_in(repository)
    importers = {name: set() for name in known}
    for name, path in known.items():
        for imported in (set(imports_of(path)) & known.keys()) - {name}:
            importers[imported].add(name)
    rooms = {name: path for name, path in known.items() if path.name != "__init__.py"}
    texts = {name: path.read_text(encoding="utf-8") for name, path in rooms.items()}
    app = [text for name, text in texts.items() if name.partition(".")[0] == "app"]
    fetching = sum(
        node.end_lineno - node.lineno + 1
        for text in app
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
    )
    return {
        "files": len(rooms),
        "with one importer": sum(len(importers[name]) == 1 for name in rooms),
        "small": sum(len(text.splitlines()) < SMALL for text in texts.values()),
        "import lines of app, per mille": round(
            1000 * fetching / sum(len(text.splitlines()) for text in app)
        ),
    }


@pytest.mark.parametrize("what", MOST)
def test_the_grain_becomes_no_finer(counts, what):
    assert counts[what] <= MOST[what]
    assert counts[what] >= MOST[what] - SLACK, f"fewer than written: write {counts[what]} here"
