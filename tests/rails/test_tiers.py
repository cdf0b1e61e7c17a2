"""The list of thorough tests names tests that exist, and means those."""

import pytest

from tests import tiers


def test_every_line_of_the_list_names_a_test(repository):
    assert tiers.lines_without_a_test(repository) == []


def test_a_line_that_names_nothing_is_found(repository, monkeypatch):
    here = "tests/rails/test_tiers.py"
    gone = [f"{here}::test_gone", "tests/test_gone.py", "tests/gone/"]
    monkeypatch.setattr(tiers, "lines", lambda: [*gone, here, "tests/rails/"])
    assert tiers.lines_without_a_test(repository) == gone


@pytest.mark.parametrize(
    ("line", "daily"),
    [
        ("test_it.py::test_one", ["test_two[1]", "test_two[2]", "test_two[3]"]),
        ("test_it.py::test_two", ["test_one"]),
        ("test_it.py::test_two[]", ["test_one", "test_two[1]"]),
        ("test_it.py", []),
        ("test_it.py::test_tw", ["test_one", "test_two[1]", "test_two[2]", "test_two[3]"]),
    ],
)
def test_what_a_line_leaves_out(pytester, monkeypatch, line, daily):
    case = "@pytest.mark.parametrize('n', [1, 2, 3])\ndef test_two(n): pass\n"
    pytester.makepyfile(test_it=f"import pytest\ndef test_one(): pass\n{case}")
    pytester.makeini("[pytest]\nmarkers =\n    thorough: takes long\n")
    monkeypatch.setattr(tiers, "lines", lambda: [line])
    items, _ = pytester.inline_genitems("-p", "no:cacheprovider")
    tiers.pytest_collection_modifyitems(items)
    assert [item.name for item in items if item.get_closest_marker("thorough") is None] == daily
