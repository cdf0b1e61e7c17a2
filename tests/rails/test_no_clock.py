"""No daily test looks at a clock or waits for a duration: a busy computer would decide whether it passes.

Time is measured by ``tests/benchmarks`` and ``tests/campaigns``; a test waits for an event
(``tests/waiting.py``) or has a clock of its own that it turns itself. Programs that a test holds as text are
looked at like the file itself.
"""

import ast
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

LOOKED_AT = ("app", "core", "devices", "gallery", "golden", "guards", "rails", "*.py")
"""Folders and files of ``tests``: all but the benchmarks and campaigns."""
MAY_WAIT = ("waiting.py", "_franky_server.py")
"""The one helper that waits, and a simulator that another project wrote: it runs by this computer's clock."""
TO_BE_FOUND = {
    ("tests/rails/test_guards.py", what) for what in ("time.sleep in a text", "wait for 0.01 in a text")
}
"""In a program that waits on purpose: a guard must find just that."""

_CLOCKS = {
    f"time.{name}{unit}"
    for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time", "clock_gettime")
    for unit in ("", "_ns")
}
_OTHERS = {"os.times", "time.sleep", "asyncio.sleep", "timeit.default_timer"}
_METHODS = {"cpu_times", "cpu_percent", "ru_utime", "ru_stime", "qWait", "qSleep", "msleep", "usleep"}
_TELLING = {name.rpartition(".")[2] for name in _CLOCKS | _OTHERS} | _METHODS | {"wait", "alone"}
"""What an attribute is called that may be one of these; of others nothing has to be read."""
_WAITS = {"wait", "join", "communicate", "wait_for", "waitSignal", "waitUntil", "get", "result", "acquire"}
"""Methods that give up after a time: a number written there is one that a busy computer can lose."""


def findings(source: str) -> Iterator[tuple[int, str]]:
    """Lines that look at a clock or wait for a duration, and what is there."""
    tree = ast.parse(source)
    modules, names = _imported(tree)
    for node in ast.walk(tree):
        yield from ((node.lineno, what) for what in _found(node, modules, names))
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from ((node.lineno, f"{what} in a text") for what in _found_in_text(node.value))


def _imported(tree: ast.AST) -> tuple[dict[str, str], dict[str, str]]:
    """What modules, and what names of modules, are called in this file."""
    modules: dict[str, str] = {}
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {alias.asname or alias.name: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return modules, names


def _found(node: ast.AST, modules: dict[str, str], names: dict[str, str]) -> Iterator[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        full = names.get(node.id, "")
        if full in _CLOCKS | _OTHERS or full.endswith(".QElapsedTimer"):
            yield full
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and node.attr in _TELLING:
        whose = ast.unparse(node.value)
        full = f"{modules.get(whose, whose)}.{node.attr}"
        if full in _CLOCKS | _OTHERS or node.attr in _METHODS or full == "qtbot.wait":
            yield full
        elif node.attr == "alone" and whose.endswith("mark"):
            yield "a test by itself"
    elif isinstance(node, ast.Call):
        yield from _short_limits(node)


def _short_limits(call: ast.Call) -> Iterator[str]:
    """Waiting that gives up after a number of seconds; looking without waiting is none."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    limits = [word.value for word in call.keywords if word.arg == "timeout"]
    if name in _WAITS - {"get"} and len(call.args) == 1:
        limits += call.args
    for limit in limits:
        if isinstance(limit, ast.Constant) and isinstance(limit.value, int | float) and limit.value:
            yield f"{name or ast.unparse(call.func)} for {limit.value:g}"


def _found_in_text(text: str) -> Iterator[str]:
    if "import" in text:
        try:
            yield from (what for _, what in findings(textwrap.dedent(text)))
        except SyntaxError:
            return


def test_no_daily_test_looks_at_a_clock(repository: Path) -> None:
    tests = repository / "tests"
    files = [
        path
        for looked_at in LOOKED_AT
        for path in sorted(tests.glob(looked_at if "*" in looked_at else f"{looked_at}/**/*.py"))
        if path.name not in MAY_WAIT and path != Path(__file__)
    ]
    assert len(files) > 300
    found = [
        f"{path.relative_to(repository).as_posix()}:{line}: {what}"
        for path in files
        for line, what in sorted(set(findings(path.read_text("utf-8"))))
        if (path.relative_to(repository).as_posix(), what) not in TO_BE_FOUND
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        "import time\nbegan = time.perf_counter()",
        "import time as clock\nclock.thread_time_ns()",
        "from time import monotonic as now\nlate = now() + 1.0",
        "import time\nthreading.Thread(target=time.sleep, args=(1.0,))",
        "import resource\nresource.getrusage(resource.RUSAGE_SELF).ru_utime",
        "QTest.qWait(10)",
        "from PySide6.QtCore import QElapsedTimer\nQElapsedTimer()",
        "thread.join(0.2)",
        "ended.wait(timeout=2.0)",
        "subprocess.run(command, timeout=20)",
        "PROGRAM = '''\n    import time\n    time.sleep(3)\n'''",
        "pytestmark = [pytest.mark.alone, pytest.mark.thorough]",
        "@pytest.mark.alone(once=True)\ndef test_it(): ...",
    ],
)
def test_looking_at_a_clock_is_found(source: str) -> None:
    assert list(findings(source))


@pytest.mark.parametrize(
    "source",
    [
        "import time\nmonkeypatch.setattr(time, 'monotonic', lambda: 3.0)",
        "from tests.waiting import wait_until\nwait_until(lambda: arm.stands)",
        "thread.join()\nended.wait()\nassert ', '.join(names)",
        "thread.join(LIMIT_S)\nqueue.get(timeout=LIMIT_S)\nqueue.get(timeout=0)",
        "import os\nos.utime(path, (1.0, 1.0))",
        "def clock(): return 3.0\nRing(clock=clock)",
    ],
)
def test_events_and_clocks_of_the_tests_own_pass(source: str) -> None:
    assert not list(findings(source))
