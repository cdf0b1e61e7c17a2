"""One clock zone and one language, so that days and words are the same everywhere."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def one_time_zone() -> Iterator[None]:
    """Days are those of Greenwich."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "UTC")
        if hasattr(time, "tzset"):
            time.tzset()
        yield
    if hasattr(time, "tzset"):
        time.tzset()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The working folder of a module, so that commands are given names without a path."""
    place, before = tmp_path_factory.mktemp("golden"), Path.cwd()
    os.chdir(place)
    yield place
    os.chdir(before)
