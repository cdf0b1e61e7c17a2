"""While tests are found, another process prepares the test files that come last.

In a new clone pytest rewrites the asserts of every test file, which takes longer than to import it, and only
one processor is busy until all tests are found. What is prepared lies where pytest keeps it.
"""

import os
import sys
from collections.abc import Generator, Iterable
from pathlib import Path

import pytest
from _pytest.assertion import rewrite


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Prepare from the last file on, until a file is met that is prepared already."""
    config = session.config
    if not config.getoption("copies") or sys.dont_write_bytecode:
        return (yield)
    helper = os.fork()
    if helper == 0:
        status = 1
        try:
            prepare(config, sorted(config.rootpath.joinpath("tests").rglob("test_*.py"), reverse=True))
            status = 0
        finally:
            os._exit(status)
    try:
        return (yield)
    finally:
        if os.waitpid(helper, 0)[1]:
            sys.stderr.write("the process that prepares test files failed\n")


def prepare(config: pytest.Config, files: Iterable[Path]) -> None:
    """Rewrite the asserts of test files, up to one that is prepared."""
    for file in files:
        kept = rewrite.get_cache_dir(file) / (file.stem + rewrite.PYC_TAIL)
        if rewrite._read_pyc(file, kept) is not None:
            return
        kept.parent.mkdir(parents=True, exist_ok=True)
        stamp, code = rewrite._rewrite_test(file, config)
        rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, stamp, kept)
