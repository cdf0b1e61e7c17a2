"""Golden files: what the program reported of a result, kept beside the tests and compared with today's.

``python -m pytest tests/golden --rewrite-golden`` writes them again; look at what changed before you
keep it. On the processor that wrote them, ``--exact-golden`` compares the numbers of moving arms, too,
as closely as all others.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.golden.comparing import (
    COMPUTED,
    Closeness,
    document_differences,
    document_text,
    masked,
    text_differences,
)

KEPT = Path(__file__).parent / "kept"
_REWRITE, _EXACT = "--rewrite-golden", "--exact-golden"


class Golden:
    """The kept files; compares with them, or writes them."""

    def __init__(self, folder: Path, *, rewrite: bool, exact: bool) -> None:
        self._folder, self._rewrite, self._exact = folder, rewrite, exact

    def text(self, name: str, found: str, *, close: Closeness = COMPUTED) -> None:
        """Check a text against ``NAME.txt``."""
        path = self._folder / f"{name}.txt"
        if self._rewrite:
            _write(path, masked(found))
        _fail_on(text_differences(_read(path), found, COMPUTED if self._exact else close), path)

    def document(
        self, name: str, found: object, *, volatile: Sequence[str] = (), close: Closeness = COMPUTED
    ) -> None:
        """Check a parsed JSON document against ``NAME.json``; of ``volatile`` keys only that they exist."""
        path = self._folder / f"{name}.json"
        text = document_text(found, volatile)
        if self._rewrite:
            _write(path, text)
        kept, found = json.loads(_read(path)), json.loads(text)
        _fail_on(document_differences(kept, found, COMPUTED if self._exact else close), path)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the golden files."""
    parser.addoption(_REWRITE, action="store_true", help="write the golden files in tests/golden/kept again")
    parser.addoption(_EXACT, action="store_true", help="compare all numbers of the golden files closely")


@pytest.fixture(scope="session")
def golden(request: pytest.FixtureRequest) -> Golden:
    """The kept files."""
    option = request.config.getoption
    return Golden(KEPT, rewrite=bool(option(_REWRITE)), exact=bool(option(_EXACT)))


def _read(path: Path) -> str:
    if not path.exists():
        pytest.fail(f"{path.name} is not kept yet: run this test with {_REWRITE}", pytrace=False)
    return path.read_text(encoding="utf-8")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _fail_on(differences: list[str], path: Path) -> None:
    if differences:
        pytest.fail("\n".join((f"{path.name} tells something else now:", *differences)), pytrace=False)
