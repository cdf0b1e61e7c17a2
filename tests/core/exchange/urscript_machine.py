"""Runs the part of URScript that our programs use, on an arm that goes where it is told.

Stricter than a controller: a variable has to be declared with ``local`` before it is set, a
function sees its own variables alone, and a name, statement or operator that is not listed
here is refused.
"""

import ast
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import CodeType

LOOKAHEADS = (0.03, 0.2)
GAINS = (100, 2000)
_ALLOWED = (
    *(ast.Expression, ast.Name, ast.Load, ast.Constant, ast.Call, ast.List, ast.Subscript),
    *(ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.UnaryOp, ast.USub, ast.Not),
    *(ast.BoolOp, ast.And, ast.Or, ast.Compare, ast.Gt, ast.Lt, ast.GtE, ast.LtE, ast.Eq, ast.NotEq),
)
_BLOCKS = re.compile(r"(while|if|elif) (.+):$")
_DEF = re.compile(r"def (\w+)\((\w*(?:, \w+)*)\):$")
_SET = re.compile(r"(local )?(\w+) = (.+)$")
_CALL = re.compile(r"\w+\(.*\)$")
_EXPONENT = re.compile(r"\d[eE][-+]?\d")


class Halted(Exception):
    """The program said ``halt``."""


class NotUrscript(Exception):
    """A line that a controller may not understand."""


class _Returned(Exception):
    def __init__(self, value):
        self.value = value


@dataclass
class Arm:
    """A controller with an arm that stands at ``actual``; ``step`` s between two set-points."""

    actual: list[float]
    step: float = 0.002
    clock: float = 0.0
    times: list[float] = field(default_factory=list)
    targets: list[list[float]] = field(default_factory=list)
    registers: list[tuple[float, int, int]] = field(default_factory=list)
    popups: list[str] = field(default_factory=list)
    stops: list[float] = field(default_factory=list)

    def functions(self) -> dict[str, Callable]:
        return {
            "sin": math.sin,
            "cos": math.cos,
            "floor": math.floor,
            "norm": abs,
            "get_steptime": lambda: self.step,
            "get_actual_joint_positions": lambda: list(self.actual),
            "write_output_integer_register": self._write,
            "popup": self._popup,
            "servoj": self._servo,
            "stopj": self._stop,
        }

    def _servo(self, target, _acceleration, _velocity, seconds, lookahead, gain):
        assert len(target) == 6
        assert seconds == self.step
        assert LOOKAHEADS[0] <= lookahead <= LOOKAHEADS[1]
        assert GAINS[0] <= gain <= GAINS[1]
        assert not self.stops, "moves after it was stopped"
        self.times.append(self.clock)
        self.targets.append(list(target))
        self.actual = list(target)
        self.clock += self.step

    def _write(self, address, value):
        assert 24 <= address <= 47, "belongs to the fieldbus"
        assert isinstance(value, int)
        self.registers.append((self.clock, address, value))

    def _popup(self, text, title, warning, error, blocking):
        assert isinstance(text, str)
        assert isinstance(title, str)
        assert (warning, error, blocking) == (False, True, True)
        self.popups.append(text)

    def _stop(self, deceleration):
        assert deceleration > 0.0
        self.stops.append(self.clock)


@dataclass
class _Block:
    """``if``, ``while`` or ``def`` with what stands in it; a plain statement has no body."""

    kind: str
    names: list[str] = field(default_factory=list)
    code: CodeType | None = None
    body: "list[_Block]" = field(default_factory=list)


def run(program: str, arm: Arm) -> None:
    """Run the only function of a program on an arm; raises ``Halted`` where it halts."""
    assert program.isascii()
    lines = iter(_lines(program))
    (main,) = _parse(lines)
    assert main.kind == "def"
    assert len(main.names) == 1, "it takes no arguments"
    functions = arm.functions()
    _run(main.body, {}, functions)


def _lines(program: str) -> Iterator[str]:
    for line in program.splitlines():
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield stripped


def _parse(lines: Iterator[str]) -> list[_Block]:
    """Statements up to ``end``, or up to the last line."""
    found = []
    for line in lines:
        if line == "end":
            return found
        found.append(_statement(line, lines))
    return found


def _statement(line: str, lines: Iterator[str]) -> _Block:
    if line == "halt":
        return _Block("halt")
    if match := _DEF.match(line):
        names = [match[1], *(name for name in match[2].split(", ") if name)]
        return _Block("def", names, body=_parse(lines))
    if match := _BLOCKS.match(line):
        assert match[1] != "elif"
        return _Block(match[1], code=_expression(match[2]), body=_parse(lines))
    if line.startswith("return "):
        return _Block("return", code=_expression(line.removeprefix("return ")))
    if match := _SET.match(line):
        return _Block("local" if match[1] else "set", [match[2]], _expression(match[3]))
    if _CALL.match(line):
        return _Block("call", code=_expression(line))
    raise NotUrscript(line)


def _expression(text: str) -> CodeType:
    if _EXPONENT.search(text):
        raise NotUrscript(f"a number with an exponent: {text}")
    tree = ast.parse(text, mode="eval")
    for node in ast.walk(tree):
        if not isinstance(node, _ALLOWED):
            raise NotUrscript(f"{type(node).__name__} in {text}")
    return compile(tree, text, "eval")


def _run(body: list[_Block], scope: dict, functions: dict[str, Callable]) -> None:
    def value():
        return eval(block.code, {"__builtins__": {}, **functions}, scope)

    for block in body:
        if block.kind == "halt":
            raise Halted
        if block.kind == "return":
            raise _Returned(value())
        if block.kind == "def":
            functions[block.names[0]] = _function(block, functions)
        elif block.kind in {"local", "set"}:
            _check_declared(block, scope)
            scope[block.names[0]] = value()
        elif block.kind == "while":
            while value():
                _run(block.body, scope, functions)
        elif value():  # what is called gives nothing, and nothing stands in it
            _run(block.body, scope, functions)


def _check_declared(block: _Block, scope: dict) -> None:
    if block.kind == "set" and block.names[0] not in scope:
        raise NotUrscript(f"{block.names[0]} was never declared")


def _function(block: _Block, functions: dict[str, Callable]) -> Callable:
    def call(*arguments):
        try:
            _run(block.body, dict(zip(block.names[1:], arguments, strict=True)), functions)
        except _Returned as returned:
            return returned.value
        raise NotUrscript(f"{block.names[0]} returned nothing")

    return call
