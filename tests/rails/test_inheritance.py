"""How deep the classes of the window go, and what their constructors may do."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

PAGE = "app.guide.page.Page"
MOST_LEVELS = 3
"""Of our own classes above one of Qt's: a frame or a plot, what several share, what is particular."""
MOST_LEVELS_OF_A_PAGE = 2
SET_BEFORE: Mapping[str, str] = {}
"""Classes that touch ``self`` before the constructor they inherit has run, each with its reason."""


@dataclass(frozen=True)
class Class:
    """A class of ours, by its full name."""

    name: str
    bases: tuple[str, ...]
    node: ast.ClassDef

    @property
    def methods(self) -> dict[str, ast.FunctionDef]:
        return {one.name: one for one in self.node.body if isinstance(one, ast.FunctionDef)}

    @property
    def constructor(self) -> ast.FunctionDef | None:
        return self.methods.get("__init__")


class House:
    """Every class below a folder, and which stands above which."""

    def __init__(self, root: Path) -> None:
        self.classes = {
            one.name: one for path in root.rglob("*.py") for one in _classes_in(path, root.parent)
        }

    def above(self, name: str) -> Iterator[str]:
        """Our own classes that a class inherits from, itself first."""
        if name in self.classes:
            yield name
            for base in self.classes[name].bases:
                yield from self.above(base)

    def is_of_qt(self, name: str) -> bool:
        """Whether some class above it is one of Qt's."""
        return any(base.startswith(("PySide6", "pyqtgraph"))
                   for one in self.above(name) for base in self.classes[one].bases)  # fmt: skip

    def levels(self, name: str) -> int:
        """How many classes of ours stand in the longest line from it upwards, itself included."""
        if name not in self.classes:
            return 0
        return 1 + max((self.levels(base) for base in self.classes[name].bases), default=0)

    def too_deep(self) -> list[str]:
        return sorted(
            name for name in self.classes
            if self.is_of_qt(name)
            and self.levels(name) > (MOST_LEVELS_OF_A_PAGE if PAGE in self.above(name) else MOST_LEVELS)
        )  # fmt: skip

    def set_before(self) -> list[str]:
        """Classes whose constructor touches ``self`` before the one it inherits has run."""
        return sorted(one.name for one in self.classes.values() if _touches_self_before(one.constructor))

    def overridable_calls(self) -> list[str]:
        """Methods that a constructor uses, itself or by way of others, and that a subclass defines again."""
        found = set()
        for name in self.classes:
            for above in list(self.above(name))[1:]:
                used = _used_in_constructor(self.classes[above])
                found |= {f"{above}.{method}" for method in used & self.classes[name].methods.keys()}
        return sorted(found)


def _classes_in(path: Path, root: Path) -> Iterator[Class]:
    module = ".".join(path.relative_to(root).with_suffix("").parts)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.asname or alias.name: alias.name for alias in node.names}
        elif isinstance(node, ast.ClassDef):
            names[node.name] = f"{module}.{node.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield Class(names[node.name], tuple(_full_name(base, names) for base in node.bases), node)


def _full_name(base: ast.expr, names: Mapping[str, str]) -> str:
    if isinstance(base, ast.Subscript):
        base = base.value
    first, dot, rest = ast.unparse(base).partition(".")
    return names.get(first, first) + dot + rest


def _touches_self_before(constructor: ast.FunctionDef | None) -> bool:
    before: list[ast.stmt] = []
    for statement in constructor.body if constructor is not None else ():
        if "super().__init__(" in ast.unparse(statement):
            return any(isinstance(node, ast.Name) and node.id == "self"
                       for earlier in before for node in ast.walk(earlier))  # fmt: skip
        before.append(statement)
    return False


@cache
def _used_in_constructor(one: Class) -> frozenset[str]:
    methods, found, waiting = one.methods, set[str](), ["__init__"]
    while waiting:
        node = methods.get(waiting.pop())
        used = _called_on_self(node) if node is not None else set()
        waiting += used - found
        found |= used
    return frozenset(found)


def _called_on_self(function: ast.FunctionDef) -> set[str]:
    """Methods that run now; one that is handed on as a slot, or within a lambda, runs later."""
    found, waiting = set(), list[ast.AST](function.body)
    while waiting:
        node = waiting.pop()
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and getattr(called.value, "id", "") == "self":
            found.add(called.attr)
        waiting += [] if isinstance(node, ast.Lambda) else ast.iter_child_nodes(node)
    return found


@pytest.fixture(scope="module")
def house(repository: Path) -> House:
    return House(repository / "app")


def test_no_page_and_no_widget_is_many_classes_deep(house: House) -> None:
    assert sum(PAGE in house.above(name) for name in house.classes) > 20
    assert house.too_deep() == []


def test_no_constructor_sets_anything_before_the_one_it_inherits(house: House) -> None:
    assert house.set_before() == sorted(SET_BEFORE)


def test_no_constructor_calls_what_a_class_below_replaces(house: House) -> None:
    assert house.overridable_calls() == []


TOYS = """
from PySide6.QtWidgets import QWidget

class First(QWidget):
    def __init__(self):
        super().__init__()
        self._show()
    def _show(self): self.hook()
    def hook(self): ...
class Second(First): ...
class Third(Second):
    def __init__(self):
        self.early = 1
        super().__init__()
    def hook(self): ...
class Fourth(Third): ...
"""


def test_what_is_deep_early_or_replaced_is_found(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "toys.py").write_text(TOYS)
    toys = House(tmp_path / "app")
    assert toys.too_deep() == ["app.toys.Fourth"]
    assert toys.set_before() == ["app.toys.Third"]
    assert toys.overridable_calls() == ["app.toys.First.hook"]
