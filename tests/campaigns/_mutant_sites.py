"""Where a program can be changed so that it still runs: one operator, number or statement at a time."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LAYERS = ("core", "devices", "app")

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
}
COMPILED = ("njit", "jit", "vectorize", "guvectorize", "kernel", "inlined")
"""Decorators whose functions run as machine code, where coverage sees no line."""


@dataclass(frozen=True)
class Site:
    """A place and what it becomes.

    ``line`` counts from 1, ``start`` and ``end`` are offsets in the file's characters; ``statement`` is
    the text around it, by which the same place is found in another tree.
    """

    file: str
    function: str
    line: int
    start: int
    end: int
    was: str
    becomes: str
    statement: str
    is_compiled: bool

    @property
    def key(self) -> tuple[str, ...]:
        """What finds the same place in another tree, wherever its file went."""
        return (self.layer, self.function, self.statement, self.was, self.becomes)

    @property
    def layer(self) -> str:
        """``core``, ``devices`` or ``app``."""
        return self.file.partition("/")[0]

    def applied(self, source: str) -> str:
        """The file's text with the change."""
        return source[: self.start] + self.becomes + source[self.end :]


def sites_of(tree: Path) -> Iterator[Site]:
    """Every place of a checkout that may be changed."""
    for layer in LAYERS:
        for path in sorted((tree / layer).rglob("*.py")):
            yield from sites_in(path.read_text(encoding="utf-8"), path.relative_to(tree).as_posix())


def sites_in(source: str, file: str) -> Iterator[Site]:
    """Every place of a file that may be changed."""
    yield from _File(source, file).sites()


class _File:
    """Finds the places of one file."""

    def __init__(self, source: str, file: str) -> None:
        self._source, self._file = source, file
        lines = source.splitlines(keepends=True)
        self._lines = lines
        self._starts = [0]
        for line in lines:
            self._starts.append(self._starts[-1] + len(line))

    def sites(self) -> Iterator[Site]:
        for function, name in self._functions(ast.parse(self._source).body, ""):
            is_compiled = any(
                word in ast.unparse(each) for each in function.decorator_list for word in COMPILED
            )
            for statement in self._statements(function.body):
                for start, end, becomes in self._changes(statement):
                    yield Site(
                        file=self._file,
                        function=name,
                        line=self._source.count("\n", 0, start) + 1,
                        start=start,
                        end=end,
                        was=self._source[start:end],
                        becomes=becomes,
                        statement=f"{ast.unparse(_head(statement))} @{start - self._place(statement)}",
                        is_compiled=is_compiled,
                    )

    def _functions(self, body: list[ast.stmt], outer: str) -> Iterator[tuple[ast.FunctionDef, str]]:
        for node in body:
            if isinstance(node, ast.ClassDef):
                yield from self._functions(node.body, f"{node.name}.")
            elif isinstance(node, ast.FunctionDef):
                yield node, f"{outer}{node.name}"

    def _statements(self, body: list[ast.stmt]) -> Iterator[ast.stmt]:
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Raise)):
                continue
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                continue  # a docstring
            yield node
            for part in ("body", "orelse", "finalbody"):
                yield from self._statements(getattr(node, part, []))
            for handler in getattr(node, "handlers", []):
                yield from self._statements(handler.body)

    def _changes(self, statement: ast.stmt) -> Iterator[tuple[int, int, str]]:
        """Start, end and new text of each change of a statement, without the statements inside it."""
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            yield self._place(statement), self._end(statement), "pass"
        for node in ast.walk(_head(statement)):
            yield from self._change_of(node)

    def _change_of(self, node: ast.AST) -> Iterator[tuple[int, int, str]]:
        match node:
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                yield from self._between(left, right, *COMPARISONS[type(operator)])
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in ARITHMETIC:
                if not any(
                    isinstance(side, (ast.JoinedStr, ast.Constant)) and _is_text(side)
                    for side in (left, right)
                ):
                    yield from self._between(left, right, *ARITHMETIC[type(operator)])
            case ast.BoolOp(op=operator, values=[left, right, *_]):
                words = ("and", "or") if isinstance(operator, ast.And) else ("or", "and")
                yield from self._between(left, right, *words)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield self._place(node), self._place(operand), ""
            case ast.Constant(value=bool(value)):
                yield self._place(node), self._end(node), str(not value)
            case ast.Constant(value=int(value) | float(value)):
                yield self._place(node), self._end(node), repr(value + 1)

    def _between(
        self, left: ast.expr, right: ast.expr, was: str, becomes: str
    ) -> Iterator[tuple[int, int, str]]:
        start, end = self._end(left), self._place(right)
        gap = self._source[start:end]
        at = gap.find(was)
        if at >= 0 and "#" not in gap:
            yield start + at, start + at + len(was), becomes

    def _place(self, node: ast.AST) -> int:
        return self._offset(node.lineno, node.col_offset)  # type: ignore[attr-defined]

    def _end(self, node: ast.AST) -> int:
        return self._offset(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    def _offset(self, line: int, column_bytes: int) -> int:
        text = self._lines[line - 1]
        return self._starts[line - 1] + len(text.encode("utf-8")[:column_bytes].decode("utf-8"))


def _head(statement: ast.stmt) -> ast.AST:
    """The statement without the statements inside it, and without its annotation."""
    match statement:
        case ast.If(test=test) | ast.While(test=test):
            return test
        case ast.For(iter=each):
            return each
        case ast.With(items=[first, *_]):
            return first.context_expr
        case ast.Try() | ast.Match():
            return ast.Pass()
        case ast.AnnAssign(value=value):
            return value or ast.Pass()
        case _:
            return statement


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
