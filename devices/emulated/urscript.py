"""A small interpreter of the makers' script languages: exactly the statements that the drivers generate.

A program with any other statement, function, argument or name is refused as a whole before it
begins, so that a typo cannot pass. Expressions are checked node by node and then evaluated by Python.
"""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

Values = dict[str, Any]
Call = Callable[..., "Iterator[None] | Any"]
LONGEST_LOOP = 10_000
"""Turns of a loop without a motion; a real controller ends such a program too."""
_HEAD = re.compile(r"(def|sec) ([a-z_]+)\(([a-z_, ]*)\):")
_ASSIGNMENT = re.compile(r"([a-z_]+) = (.+)")
_ALLOWED = (
    ast.Expression,
    ast.Constant,
    ast.Name,
    ast.Load,
    ast.List,
    ast.Subscript,
    ast.BinOp,
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.UnaryOp,
    ast.USub,
    ast.Compare,
    ast.Lt,
    ast.Gt,
    ast.BoolOp,
    ast.Or,
)


class ScriptRefused(Exception):
    """Raised for a text that is no program of ours; carries the line."""


class Halted(Exception):
    """Raised by ``halt``: the program ends."""


@dataclass(frozen=True)
class Function:
    """A built-in function: positional arguments, and the names that may follow."""

    positional: tuple[int, int]
    """Fewest and most."""
    named: frozenset[str] = frozenset()
    gives: bool = False
    """True if it gives a value, False if it is a statement."""


COMMON_FUNCTIONS: Mapping[str, Function] = {
    "get_actual_joint_positions": Function((0, 0), gives=True),
    "write_output_integer_register": Function((2, 2)),
    "popup": Function((1, 1), frozenset({"title", "error"})),
    "movej": Function((1, 1), frozenset({"a", "v"})),
    "stopj": Function((1, 1)),
}
"""Functions of both makers."""


@dataclass(frozen=True)
class Grammar:
    """Grammar of a program in one maker's language."""

    functions: Mapping[str, Function]
    halt: str
    """The statement that ends the program."""
    by_indentation: bool = False
    """True if indentation ends the blocks inside a program, False if a line ``end`` does."""


URSCRIPT = Grammar(
    {
        **COMMON_FUNCTIONS,
        "rtde_set_watchdog": Function((3, 3)),
        "servoj": Function((1, 1), frozenset({"t", "lookahead_time", "gain"})),
        "set_payload": Function((2, 2)),
        "set_target_payload": Function((2, 3)),
    },
    halt="halt",
)
"""Universal Robots."""


@dataclass(frozen=True)
class Statement:
    """One line: what it does, with its compiled expressions and the lines inside it."""

    kind: str
    name: str = ""
    value: CodeType | None = None
    arguments: tuple[CodeType, ...] = ()
    named: tuple[tuple[str, CodeType], ...] = ()
    body: tuple["Statement", ...] = ()
    parameters: tuple[str, ...] = ()


@dataclass(frozen=True)
class Program:
    """A program that was understood; a secondary one does not end the running one."""

    name: str
    is_secondary: bool
    body: tuple[Statement, ...]


def parse(text: str, grammar: Grammar = URSCRIPT) -> Program:
    """Understand a program.

    Raises
    ------
    ScriptRefused
        With the line that is none of ours.
    """
    lines = [line.rstrip() for line in text.split("\n") if line.strip()]
    head = _HEAD.fullmatch(lines[0]) if lines else None
    if head is None or head[3]:
        raise ScriptRefused(lines[0] if lines else "")
    reader = _Reader(_with_ends(lines[1:]) if grammar.by_indentation else lines[1:], grammar)
    body = reader.block(frozenset())
    if reader.has_more:
        raise ScriptRefused(reader.line)
    return Program(head[2], head[1] == "sec", body)


def _with_ends(lines: Sequence[str]) -> list[str]:
    """The same lines with an ``end`` behind every inner block, which ends where its indentation does."""
    found: list[str] = []
    depths, opens = [0], True
    for line in lines:
        depth, words = len(line) - len(line.lstrip()), line.strip()
        while depth < depths[-1]:
            depths.pop()
            found += ["end"] if depths[-1] else []
        if opens and depth > depths[-1]:
            depths.append(depth)
        # a block without lines, a step inwards without one, and an ``end`` of the other language
        elif opens or depth != depths[-1] or (words == "end" and depth):
            raise ScriptRefused(line)
        opens = words.endswith(":")
        found.append(words)
    return found


class _Reader:
    """Reads lines block by block; ``names`` are the variables that are known so far."""

    def __init__(self, lines: Sequence[str], grammar: Grammar) -> None:
        self._lines, self._place, self._grammar = lines, 0, grammar
        self._functions: dict[str, int] = {}

    @property
    def has_more(self) -> bool:
        return self._place < len(self._lines)

    @property
    def line(self) -> str:
        if not self.has_more:
            raise ScriptRefused("a block has no end")
        return self._lines[self._place].strip()

    def block(self, names: frozenset[str]) -> tuple[Statement, ...]:
        """The statements up to the ``end`` of this block."""
        found: list[Statement] = []
        while (line := self.line) != "end":
            self._place += 1
            statement = self._statement(line, names)
            if statement.kind == "set":
                names |= {statement.name}
            found.append(statement)
        self._place += 1
        return tuple(found)

    def _statement(self, line: str, names: frozenset[str]) -> Statement:
        if line == self._grammar.halt:
            return Statement("halt")
        for word in ("while", "if"):
            if line.startswith(f"{word} ") and line.endswith(":"):
                value = _compiled(line[len(word) + 1 : -1], names)
                return Statement(word, value=value, body=self.block(names))
        if (head := _HEAD.fullmatch(line)) is not None and head[1] == "def":
            parameters = tuple(filter(None, head[3].split(", ")))
            self._functions[head[2]] = len(parameters)
            body = self.block(frozenset(parameters))
            return Statement("def", head[2], body=body, parameters=parameters)
        if (found := _ASSIGNMENT.fullmatch(line)) is not None:
            if found[2] == "get_actual_joint_positions()":
                return Statement("set", found[1], body=(Statement("call", "get_actual_joint_positions"),))
            return Statement("set", found[1], _compiled(found[2], names))
        return self._call(line, names)

    def _call(self, line: str, names: frozenset[str]) -> Statement:
        try:
            call = ast.parse(line, mode="eval").body
        except SyntaxError as error:
            raise ScriptRefused(line) from error
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
            raise ScriptRefused(line)
        name, count = call.func.id, len(call.args)
        own, built_in = self._functions.get(name), self._grammar.functions.get(name)
        fits = count == own and not call.keywords
        if built_in is not None and not built_in.gives:
            fewest, most = built_in.positional
            given = {keyword.arg for keyword in call.keywords}
            fits = fewest <= count <= most and given <= built_in.named
        if not fits:
            raise ScriptRefused(line)
        return Statement(
            "call",
            name,
            arguments=tuple(_checked(node, names, line) for node in call.args),
            named=tuple(
                (str(keyword.arg), _checked(keyword.value, names, line)) for keyword in call.keywords
            ),
        )


def _compiled(text: str, names: frozenset[str]) -> CodeType:
    try:
        return _checked(ast.parse(text, mode="eval").body, names, text)
    except SyntaxError as error:
        raise ScriptRefused(text) from error


def _checked(node: ast.expr, names: frozenset[str], line: str) -> CodeType:
    """The compiled expression, if it is made of numbers, texts, known names and our operators alone."""
    expression = ast.Expression(node)
    for part in ast.walk(expression):
        known = not isinstance(part, ast.Name) or part.id in names
        if not isinstance(part, _ALLOWED) or not known:
            raise ScriptRefused(line)
    return compile(expression, "<urscript>", "eval")


@dataclass
class Execution:
    """A program being executed: ``next`` runs it up to the next control period.

    ``calls`` are the built-in functions by name; one that takes time is a generator.
    """

    program: Program
    calls: Mapping[str, Call]
    _own: dict[str, Statement] = field(default_factory=dict)

    def run(self) -> Iterator[None]:
        """Yield once in every control period that the program waits for; end with the program."""
        try:
            yield from self._block(self.program.body, {})
        except Halted:
            return

    def _block(self, statements: Sequence[Statement], values: Values) -> Iterator[None]:
        for statement in statements:
            match statement.kind:
                case "set":
                    values[statement.name] = self._value(statement, values)
                case "while":
                    yield from self._loop(statement, values)
                case "if":
                    if _evaluated(statement.value, values):
                        yield from self._block(statement.body, values)
                case "def":
                    self._own[statement.name] = statement
                case "halt":
                    raise Halted
                case _:
                    yield from self._call(statement, values)

    def _loop(self, statement: Statement, values: Values) -> Iterator[None]:
        idle = 0
        while _evaluated(statement.value, values):
            idle += 1
            if idle > LONGEST_LOOP:
                raise Halted
            for _ in self._block(statement.body, values):
                idle = 0
                yield

    def _value(self, statement: Statement, values: Values) -> Any:
        if statement.body:  # the only function that gives a value
            return self.calls[statement.body[0].name]()
        return _evaluated(statement.value, values)

    def _call(self, statement: Statement, values: Values) -> Iterator[None]:
        arguments = [_evaluated(each, values) for each in statement.arguments]
        own = self._own.get(statement.name)
        if own is not None:
            yield from self._block(own.body, dict(zip(own.parameters, arguments, strict=True)))
            return
        named = {name: _evaluated(each, values) for name, each in statement.named}
        takes_time = self.calls[statement.name](*arguments, **named)
        if takes_time is not None:
            yield from takes_time


def _evaluated(code: CodeType | None, values: Values) -> Any:
    assert code is not None
    return eval(code, {"__builtins__": {}}, values)  # only what _checked has let pass
