"""Every code that the core can raise has a sentence, and no error ends in a traceback."""

import ast
import errno
import re
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, astuple, dataclass
from functools import cache
from pathlib import Path

import pytest

import app
import resources
from app.errors.tables import (
    DEVICE_ERRORS,
    DROPPED,
    EVENTS,
    FINDINGS,
    KINDS,
    MARKS,
    PROBLEMS,
    READINESS,
    REASONS,
    TABLES,
    VERDICTS,
)
from app.errors.tables import ERRORS as CORE_ERRORS
from app.errors.text import (
    Message,
    dropped_text,
    error_text,
    event_text,
    finding_text,
    mark_text,
    problem_text,
    readiness_text,
    reason_text,
    verdict_text,
)
from app.speech.words import mark_word
from core import errors
from core.errors import BadFile, NotEnoughData, Problem, TorsionError
from core.monitor import Cancelled
from core.quality import Reason, Verdict, Word
from core.recording import Dropped, Event, Mark
from devices.errors import DeviceError, RobotStateError
from devices.safety.preview import Finding
from devices.safety.readiness import ReadinessLine, ReadinessState

ERRORS = {**CORE_ERRORS, **DEVICE_ERRORS}
WORDINGS = (CORE_ERRORS, DEVICE_ERRORS, KINDS)
WITHOUT_ACTION = frozenset({"X-001", "F-053", "D-308", "D-427"})
"""Errors after which nothing is to be done."""
PROGRAM = Path(app.__file__).parent.parent
PLACES = ("core", "devices", "app/arm", "app/visit", "app/features", "app/rehearsal")
"""Where errors are raised by their codes."""
BLACK_BOX = "devices/virtual"
"""What the virtual robot notes for its tests is no message for a person."""
FORBIDDEN = re.compile(r"\b(please|invalid|fatal|traceback)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Call:
    """A call somewhere in the program, with the texts that each argument can be."""

    path: Path
    line: int
    name: str
    arguments: tuple[tuple[str, ...], ...]
    code: tuple[str, ...]
    """Of an argument that is given as ``code=``."""


@dataclass(frozen=True)
class Survey:
    """What the program's files say; their trees are many times larger and are not kept."""

    parents: dict[str, set[str]]
    """Names of the classes that a class inherits from."""
    code_places: dict[str, set[int]]
    """Functions and methods with a parameter named ``code``, and where it stands."""
    calls: list[Call]


@cache
def survey() -> Survey:
    found = Survey({}, {}, [])
    for place in PLACES:
        for path in sorted((PROGRAM / place).rglob("*.py")):
            nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
            constants = text_constants(nodes)
            for node in nodes:
                note(node, found, path=path, constants=constants)
    return found


def note(node: ast.AST, found: Survey, *, path: Path, constants: dict[str, list[str]]) -> None:
    if isinstance(node, ast.ClassDef):
        found.parents[node.name] = {called_name(base) for base in node.bases}
    elif isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
        names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
        names = [name for name in names if name != "self"]
        if "code" in names:
            found.code_places.setdefault(node.name, set()).add(names.index("code"))
    elif isinstance(node, ast.Call) and (name := called_name(node.func)):
        arguments = tuple(tuple(literal_codes(given, constants)) for given in node.args)
        named = [
            code
            for word in node.keywords
            if word.arg == "code"
            for code in literal_codes(word.value, constants)
        ]
        found.calls.append(Call(path, node.lineno, name, arguments, tuple(named)))


def error_class_names() -> set[str]:
    """Names of ``TorsionError`` and of all classes that inherit from it, at any depth."""
    names = {"TorsionError"}
    while found := {name for name, bases in survey().parents.items() if bases & names} - names:
        names |= found
    return names


def called_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Subscript):
        return called_name(node.value)
    return node.id if isinstance(node, ast.Name) else ""


def literal_codes(node: ast.expr, constants: dict[str, list[str]]) -> Iterator[str]:
    """Every text the expression can be, as far as it is written down."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literal_codes(node.body, constants)
        yield from literal_codes(node.orelse, constants)
    elif isinstance(node, ast.Name) and node.id in constants:
        yield from constants[node.id]


def text_constants(nodes: list[ast.AST]) -> dict[str, list[str]]:
    """Every text that a name is given anywhere in a file, such as ``code = "a" if x else "b"``."""
    found: dict[str, list[str]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).extend(literal_codes(node.value, {}))
    return found


def codes_passed_to(
    names: set[str], *, position: int, last: bool = False, outside: str = ""
) -> dict[str, str]:
    """Each literal code handed to a call of one of ``names``, with the place of its first use."""
    found: dict[str, str] = {}
    for call in survey().calls:
        if call.name not in names or (outside and call.path.is_relative_to(PROGRAM / outside)):
            continue
        if last and len(call.arguments) != position + 1:
            continue
        given = (call.code, *call.arguments[position : position + 1])
        for code in (code for codes in given for code in codes):
            found.setdefault(code, f"{call.path.relative_to(PROGRAM)}:{call.line}")
    return found


@pytest.mark.parametrize(
    ("kind", "position", "table"),
    [
        ("error", 0, ERRORS),
        ("Problem", 1, {**DROPPED, **PROBLEMS}),
        ("Reason", 0, REASONS),
        ("Dropped", 0, DROPPED),
        ("Finding", 0, FINDINGS),
        ("Shortfall", 0, FINDINGS),
        ("ReadinessLine", 0, READINESS),
    ],
)
def test_every_code_has_a_sentence(kind, position, table):
    names = error_class_names() if kind == "error" else {kind}
    missing = {
        code: place for code, place in codes_passed_to(names, position=position).items() if code not in table
    }
    assert not missing, f"no sentence for these {kind} codes: {missing}"


def test_codes_that_take_a_detour_have_a_sentence_too():
    known = {*ERRORS, *PROBLEMS, *REASONS, *DROPPED, *FINDINGS, *READINESS, *EVENTS}
    for name, positions in survey().code_places.items():
        # of two methods with one name, the code is the last of what a call hands over
        found = {
            code: place
            for position in sorted(positions)
            for code, place in codes_passed_to(
                {name},
                position=position,
                last=len(positions) > 1,
                outside=BLACK_BOX if name == "note" else "",
            ).items()
        }
        missing = {code: place for code, place in found.items() if code not in known}
        assert not missing, f"no sentence for these codes handed to {name}: {missing}"


def test_the_search_finds_codes_at_all():
    names = error_class_names()
    assert {"BadFile", "BadRequest", "NotEnoughData"} <= names
    assert "setting-not-above" in codes_passed_to(names, position=0)


def test_short_codes_are_unique_and_sentences_keep_the_tone():
    wordings = [*ERRORS.values(), *KINDS.values()]
    sentences = [*REASONS.values(), *DROPPED.values(), *FINDINGS.values(), *READINESS.values()]
    short = [entry.code for entry in (*wordings, *sentences, *PROBLEMS.values())]
    assert len(short) == len(set(short)), sorted(code for code in short if short.count(code) > 1)
    assert all(re.fullmatch(r"[FVRSIQXD]-\d{3}", code) for code in short)
    texts = [f"{w.title} {w.meaning} {w.action}" for w in wordings]
    texts += [entry.text for entry in (*sentences, *PROBLEMS.values())]
    assert not [text for text in texts if FORBIDDEN.search(text)]


def test_known_code_takes_its_facts():
    message = error_text(errors.BadRequest("setting-not-finite", setting="filter_hz"))
    assert message.code == "S-002"
    assert "filter_hz" in message.title
    assert message.one_line.endswith("(S-002)")
    assert "\n" not in message.one_line


def test_unknown_code_is_honest_and_names_its_facts():
    message = error_text(NotEnoughData("moon-too-near", distance=3.0, joint="elbow"))
    assert message.code == KINDS["NotEnoughData"].code
    assert "Moon too near: distance 3, joint elbow." in message.one_line


def test_a_missing_fact_or_a_brace_in_a_fact_does_no_harm():
    assert "?" in error_text(errors.BadRequest("setting-not-finite")).title
    assert "{x}" in error_text(ValueError("odd {x}")).one_line


def test_a_bad_file_says_all_its_problems():
    problems = [Problem(f"line {line}", "never-heard-of", {"value": line}) for line in range(30)]
    line = error_text(BadFile("never-heard-of", problems, file="a.toml")).one_line
    assert "30 problems" in line
    assert "line 3" in line
    assert "and 10 more" in line


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (FileNotFoundError(errno.ENOENT, "No such file", "a.csv"), "F-001"),
        (PermissionError(errno.EACCES, "Denied", "a.csv"), "F-002"),
        (IsADirectoryError(errno.EISDIR, "Is a directory", "a"), "F-003"),
        (OSError(errno.ENOSPC, "No space left", "a.h5"), "F-004"),
        (OSError("truncated file"), "F-005"),
        (MemoryError(), "X-002"),
        (KeyboardInterrupt(), "X-001"),
        (Cancelled(), "X-001"),
        (ZeroDivisionError("division by zero"), "X-003"),
        (TorsionError("nobody-knows"), "X-000"),
    ],
)
def test_every_error_becomes_a_message(error, code):
    message = error_text(error)
    assert isinstance(message, Message)
    assert message.code == code


def test_reasons_problems_and_dropped_rows_without_a_sentence():
    assert reason_text(Reason("poor-light", {"joint": 2})) == "Poor light: joint 2. (Q-000)"
    assert problem_text(Problem("line 4", "odd", {})) == "line 4: Odd. (R-000)"
    assert dropped_text(Dropped("odd-row", 1, 7, "x")).startswith("1 row left out, the first at row 7 (x): ")
    assert dropped_text(Dropped("odd-row", 3, 7)).startswith("3 rows left out")
    assert dropped_text(Dropped("odd-thing", 0, 0, "x")).startswith("remark (x): ")


def test_every_verdict_has_words():
    assert len({verdict_text(verdict) for verdict in Verdict}) == len(Verdict)
    assert verdict_text(Word.MEASURE_AGAIN) == verdict_text(Verdict.REPEAT)


def test_findings_lines_events_and_marks_have_words():
    fast = Finding("tool-too-fast", {"speed": 412.3, "limit": 250.0})
    assert finding_text(fast).startswith("Tool point or elbow would reach 412.3 mm/s")
    assert finding_text(Finding("odd", {"joint": 2})) == "Odd: joint 2. (D-200)"
    line = ReadinessLine("stream-losing", ReadinessState.NOT_READY, {"missed": 0.031, "damaged": 0.0})
    assert "3.1 % of the samples" in readiness_text(line)
    assert event_text(Event(4.25, "encoder-glitch", {"joint": 3, "channel": "link_position"})).endswith(
        "of joint 3 jumped in a way no joint can move. (at 4.25 s)"
    )
    assert event_text(Event(1.0, "jog-begins")) == ""
    assert not mark_text(Mark.NONE)
    assert all(mark_text(mark).startswith(mark_word([mark])) for mark in Mark if mark is not Mark.NONE)


def test_a_joint_may_be_named_or_numbered():
    named = error_text(RobotStateError("following-error", joint="shoulder"))
    assert named.title == "shoulder did not follow its path."
    assert error_text(RobotStateError("following-error", joint=2)).title == "Joint 2 did not follow its path."


def test_an_unknown_fault_of_an_arm_is_told_as_one():
    assert error_text(RobotStateError("coffee-low", cups=0)).code == KINDS["RobotStateError"].code
    assert error_text(DeviceError("odd")).code == KINDS["DeviceError"].code
    assert error_text(errors.BadRequest("unknown-controller", uri="virtual:")).code == (
        DEVICE_ERRORS["unknown-controller"].code
    )


@pytest.mark.parametrize(
    ("lasted", "wanted", "told"),
    [
        (19.998, 20.0, "last 19.99 s; at least 20 s"),
        (20.0 - 1e-9, 20.0, "last 19.99 s; at least 20 s"),
        (19.9981, 19.9989, "last 19.99 s; at least 20 s"),
        (12.34567, 20.0, "last 12.35 s; at least 20 s"),
        (7, 20, "last 7 s; at least 20 s"),
    ],
)
def test_two_numbers_that_are_compared_never_read_the_same(lasted, wanted, told):
    assert told in reason_text(Reason("short-motion", {"duration_s": lasted, "wanted_s": wanted}))


@pytest.mark.parametrize(
    ("cost", "told"), [(0.0500001, "by 5.01 %, over 5 %"), (0.123456, "by 12.3 %, over 5 %")]
)
def test_a_share_just_over_its_limit_reads_larger_than_it(cost, told):
    assert told in reason_text(Reason("physical-costs-in-the-fit", {"cost": cost, "limit": 0.05}))


@pytest.mark.parametrize(
    ("value", "limit", "told"), [(-90.00001, -90.0, "to -90.01 °; its travel ends at -90 °")]
)
def test_a_position_beyond_a_negative_limit_reads_beyond_it(value, limit, told):
    facts = {"joint": 2, "value": value, "limit": limit, "unit": "°"}
    code = next(code for code, entry in FINDINGS.items() if "its travel ends at" in entry.text)
    assert told in finding_text(Finding(code, facts))


def test_the_files_are_toml_and_every_entry_is_read_as_it_is_written():
    """The program parses entries one by one; another program parses a whole file."""
    written = {}
    for file in sorted(resources.path("words").glob("*.toml")):
        for table, entries in tomllib.loads(file.read_text("utf-8")).items():
            assert not entries.keys() & written.get(table, {}).keys(), file
            written.setdefault(table, {}).update(entries)
    assert set(written) == {table.name for table in TABLES}
    for table in TABLES:
        assert {code: {k: v for k, v in asdict(entry).items() if v} for code, entry in table.items()} == (
            written[table.name]
        )


def test_every_entry_is_complete():
    for entry in (*ERRORS.values(), *KINDS.values()):
        assert entry.title, entry
    assert all(entry.action or entry.code in WITHOUT_ACTION for entry in ERRORS.values())
    for table in (REASONS, PROBLEMS, DROPPED, FINDINGS, READINESS):
        assert all(entry.code for entry in table.values()), table.name
    assert all(entry.text for table in TABLES if table not in WORDINGS for entry in table.values())


def test_what_is_not_a_code_of_its_own_names_something_that_exists():
    kinds = {kind.__name__ for kind in all_kinds(TorsionError)}
    assert set(KINDS) <= kinds
    assert {"TorsionError", "DeviceError"} <= set(KINDS)
    assert set(MARKS) == {mark.name for mark in Mark if mark is not Mark.NONE}
    assert set(VERDICTS) == {word.value for word in Word}


def all_kinds(kind):
    return {kind}.union(*(all_kinds(each) for each in kind.__subclasses__()))


def test_every_compared_fact_names_the_one_that_names_it():
    """A form on one side only would still leave two numbers the same."""
    for sentence in (sentence for table in TABLES for entry in table.values() for sentence in astuple(entry)):
        compared = re.findall(r"\{(\w+):[^{}]*apart (\w+)\}", sentence)
        assert {(other, own) for own, other in compared} == set(compared), sentence
