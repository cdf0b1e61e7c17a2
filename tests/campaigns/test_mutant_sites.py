"""The changes that the campaign of mutants makes: each is one change, and the file can still be read."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

EXAMPLE = '''
"""Not changed: 1 < 2."""

LIMIT = 3


class Arm:
    def speed(self, angle: float = 1.0) -> float:
        """Not changed: angle + 1."""
        if not self.moves and angle < LIMIT:
            self.stop()
            return 0.0
        name = "µ" + "m"
        return angle * 2.0 + len(name)


@njit(cache=True)
def kernel(a):
    return a - 1
'''


@pytest.fixture
def sites() -> Iterator[object]:
    folder = str(Path(__file__).parent)
    sys.path.insert(0, folder)
    try:
        import _mutant_sites

        yield _mutant_sites
    finally:
        sys.path.remove(folder)


def test_operators_numbers_and_calls_of_functions_are_changed(sites) -> None:
    found = {(s.function, s.was, s.becomes) for s in sites.sites_in(EXAMPLE, "app/arm.py")}
    assert found == {
        ("Arm.speed", "not ", ""),
        ("Arm.speed", "and", "or"),
        ("Arm.speed", "<", "<="),
        ("Arm.speed", "self.stop()", "pass"),
        ("Arm.speed", "0.0", "1.0"),
        ("Arm.speed", "*", "/"),
        ("Arm.speed", "2.0", "3.0"),
        ("Arm.speed", "+", "-"),
        ("kernel", "-", "+"),
        ("kernel", "1", "2"),
    }
    assert all(s.is_compiled == (s.function == "kernel") for s in sites.sites_in(EXAMPLE, "app/arm.py"))


def test_a_changed_file_differs_from_the_original_and_can_be_read(sites) -> None:
    original = ast.dump(ast.parse(EXAMPLE))
    for site in sites.sites_in(EXAMPLE, "app/arm.py"):
        assert ast.dump(ast.parse(site.applied(EXAMPLE))) != original


def test_every_changed_file_of_the_program_can_be_read(sites, repository: Path) -> None:
    for path in ("core/signals/filters.py", "devices/families.py", "app/arm/session.py"):
        source = (repository / path).read_text(encoding="utf-8")
        found = list(sites.sites_in(source, path))
        assert found
        for site in found:
            ast.parse(site.applied(source))
