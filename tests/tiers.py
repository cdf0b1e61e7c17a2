"""Which tests are run daily, and which by ``run.py test --all`` alone.

Every promise is held daily: STOP, hold, crash and full disk, known answers, intervals that cover, refusals,
documents, contracts, and one journey of each of the three jobs. A test is *thorough* if it is dear and says
little that no daily test says: by its own mark, or by a line of ``tests/thorough.txt``.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

LIST = Path(__file__).parent / "thorough.txt"
_BUT_THE_FIRST = "[]"
"""At the end of a line: the first case of the test is run daily."""


def lines() -> list[str]:
    """Names in the list: of folders, files, and tests with or without ``[]``."""
    return [line for line in LIST.read_text("utf-8").splitlines() if line and not line.startswith("#")]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them before pytest chooses by marks."""
    named = set(lines())
    seen: set[str] = set()
    for item in items:
        test = item.nodeid.partition("[")[0]
        is_first = test not in seen
        seen.add(test)
        if not named.isdisjoint(_names(test)) or (f"{test}{_BUT_THE_FIRST}" in named and not is_first):
            item.add_marker("thorough")


def _names(test: str) -> Iterator[str]:
    """The test, its file, and the folders that it is in."""
    yield test
    file = Path(test.partition("::")[0])
    yield file.as_posix()
    yield from (f"{folder.as_posix()}/" for folder in file.parents)


def lines_without_a_test(repository: Path) -> list[str]:
    """Lines of the list that name a folder, a file or a function that is not there."""
    return [line for line in lines() if not _is_there(repository, line.removesuffix(_BUT_THE_FIRST))]


def _is_there(repository: Path, name: str) -> bool:
    file, _, function = name.partition("::")
    path = repository / file
    wanted = f"def {function.rpartition('::')[2]}("
    return path.is_dir() or (path.is_file() and (not function or wanted in path.read_text("utf-8")))
