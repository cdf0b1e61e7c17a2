"""Golden files: what the program reported of a result, kept beside the tests and compared with today's.

``python -m pytest tests/golden --rewrite-golden`` writes them again; look at what changed before you
keep it.
"""

import json
from pathlib import Path

import pytest

from tests.golden.comparing import document_differences, document_text, masked, text_differences

KEPT = Path(__file__).parent / "kept"
_OPTION = "--rewrite-golden"


class Golden:
    """The kept files; compares with them, or writes them."""

    def __init__(self, folder: Path, *, rewrite: bool) -> None:
        self._folder, self._rewrite = folder, rewrite

    def text(self, name: str, found: str) -> None:
        """Check a text against ``NAME.txt``."""
        path = self._folder / f"{name}.txt"
        if self._rewrite:
            _write(path, masked(found))
        _fail_on(text_differences(_read(path), found), path)

    def document(self, name: str, found: object, *, volatile: tuple[str, ...] = ()) -> None:
        """Check a parsed JSON document against ``NAME.json``; of ``volatile`` keys only that they exist."""
        path = self._folder / f"{name}.json"
        text = document_text(found, volatile)
        if self._rewrite:
            _write(path, text)
        _fail_on(document_differences(json.loads(_read(path)), json.loads(text)), path)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes the golden files."""
    parser.addoption(_OPTION, action="store_true", help="write the golden files in tests/golden/kept again")


@pytest.fixture(scope="session")
def golden(request: pytest.FixtureRequest) -> Golden:
    """The kept files."""
    return Golden(KEPT, rewrite=bool(request.config.getoption(_OPTION)))


def _read(path: Path) -> str:
    if not path.exists():
        pytest.fail(f"{path.name} is not kept yet: run this test with {_OPTION}", pytrace=False)
    return path.read_text(encoding="utf-8")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _fail_on(differences: list[str], path: Path) -> None:
    if differences:
        pytest.fail("\n".join((f"{path.name} tells something else now:", *differences)), pytrace=False)
