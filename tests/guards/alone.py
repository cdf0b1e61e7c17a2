"""Refuses a test that runs by itself in a file where the test command would not look for it."""

import pytest

MARKER = "mark.alone"
"""What ``files_that_measure_time`` of ``packaging/commands.py`` looks for in a test file."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    files = {item.path for item in items if item.get_closest_marker("alone") is not None}
    hidden = [str(path) for path in sorted(files) if MARKER not in path.read_text("utf-8")]
    if hidden:
        raise pytest.UsageError(f"these files do not name pytest.{MARKER}: {', '.join(hidden)}")
