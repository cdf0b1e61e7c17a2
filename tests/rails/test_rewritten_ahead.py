"""What another process prepared while tests are found is what pytest then reads."""

import pytest
from _pytest.assertion import rewrite

from tests.rewritten_ahead import prepare


def test_prepared_files_are_not_rewritten_again(
    pytester: pytest.Pytester, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [pytester.makepyfile(**{f"test_{name}": "def test_it(): assert True"}) for name in "abc"]
    prepare(pytestconfig, reversed(files))
    left = pytester.makepyfile(test_d="def test_it(): assert True")
    prepare(pytestconfig, [files[2], left])  # ends at once at what is prepared

    rewritten = []
    genuine = rewrite._rewrite_test
    monkeypatch.setattr(
        rewrite, "_rewrite_test", lambda file, config: rewritten.append(file) or genuine(file, config)
    )
    pytester.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(passed=4)
    assert rewritten == [left]
