"""Features that Windows lacks or handles differently are used in a few known files only."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.waiting import LIMIT_S

PRODUCT = ("app", "core", "devices")
STARTING_CALLS = frozenset({"os.system", "os.popen", "os.startfile", "os.posix_spawn", "os.fork"})
STARTING_PREFIXES = ("os.exec", "os.spawn", "QProcess", "asyncio.create_subprocess")
LOADED_ON_POSIX = {
    "devices/transport/pseudo_terminal.py": "loaded for a link to a pseudo-terminal, which Windows refuses",
    "tests/devices/transport/test_pseudo_terminal.py": "not collected on Windows",
}
"""Files that need POSIX to be imported, each with the reason why Windows never does."""
POSIX_ALONE = frozenset(
    {"crypt", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
)

STARTING_WORDS = re.compile(
    r"\b(subprocess|system|popen|startfile|posix_spawn|fork|exec\w*|spawn\w*|QProcess|create_subprocess\w*|Popen)\b"
)
"""One of these is in every file that starts a program."""
POSIX_WORDS = re.compile(rf"\b({'|'.join(sorted(POSIX_ALONE))})\b")


def python_files(
    repository: Path, *folders: str, having: re.Pattern[str]
) -> Iterator[tuple[str, ast.Module]]:
    """Each source file that has one of the words, with its tree."""
    for folder in folders:
        for path in sorted((repository / folder).rglob("*.py")):
            if having.search(text := path.read_text("utf-8")):
                yield path.relative_to(repository).as_posix(), ast.parse(text)


def imported(node: ast.stmt) -> set[str]:
    """The outermost modules that a statement imports."""
    if isinstance(node, ast.Import):
        return {alias.name.partition(".")[0] for alias in node.names}
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return {node.module.partition(".")[0]}
    return set()


def starts_programs(tree: ast.Module) -> set[str]:
    """Names of a file that start programs, besides types and exceptions of ``subprocess``."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "subprocess":
            harmless = {"Popen", "TimeoutExpired", "CalledProcessError", "SubprocessError"}
            found |= {alias.name for alias in node.names if alias.name not in harmless}
        elif isinstance(node, ast.Import) and "subprocess" in imported(node):
            found.add("subprocess")
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called in STARTING_CALLS or called.startswith(STARTING_PREFIXES) or called == "Popen":
                found.add(called)
    return found


def needs_posix(tree: ast.Module) -> set[str]:
    """Modules of POSIX alone that importing a file needs, outside functions, conditions and ``try``."""
    return {name for node in tree.body for name in imported(node) & POSIX_ALONE}


def test_one_place_starts_other_programs(repository):
    found = {
        name: started
        for name, tree in python_files(repository, *PRODUCT, having=STARTING_WORDS)
        if (started := starts_programs(tree))
    }
    assert set(found) == {"core/processes.py"}, found


@pytest.mark.parametrize(
    "line",
    [
        "import subprocess",
        "from subprocess import run",
        "import os\nos.system('cat')",
        "import os\nos.execv('/bin/cat', [])",
        "QProcess.startDetached('cat')",
        "from subprocess import Popen\nPopen(['cat'])",
    ],
)
def test_the_search_finds_what_starts_programs(line):
    assert STARTING_WORDS.search(line)
    assert starts_programs(ast.parse(line))


def test_program_and_tests_can_be_imported_where_there_is_no_posix(repository):
    trees = python_files(repository, *PRODUCT, "tests", "packaging", having=POSIX_WORDS)
    found = {name: lacking for name, tree in trees if (lacking := needs_posix(tree))}
    found = {name: lacking for name, lacking in found.items() if not name.startswith("tests/campaigns/")}
    assert set(found) == set(LOADED_ON_POSIX), (
        f"import these where they are used, or under a condition: {found}"
    )


def test_the_search_finds_modules_of_posix():
    assert POSIX_WORDS.search("import termios")
    assert needs_posix(ast.parse("import termios")) == {"termios"}
    assert not needs_posix(ast.parse("import sys\nif sys.platform != 'win32':\n    import termios"))


def test_a_started_program_opens_no_console_on_windows(monkeypatch, tmp_path):
    import subprocess

    from core import processes

    asked: list[dict[str, object]] = []

    class Done:
        returncode = 3

    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr(subprocess, "run", lambda _command, **how: asked.append(how) or Done())
    monkeypatch.setattr(subprocess, "Popen", lambda _command, **how: asked.append(how))
    assert processes.exit_code_of(["cat"], folder=tmp_path, timeout=LIMIT_S) == 3
    processes.start_program(["cat"])
    assert [how["creationflags"] for how in asked] == [0x08000000] * 2
