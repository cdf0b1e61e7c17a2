"""Tests that run in copies of one process report as if they had run in it."""

import sys

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no copies here")

SOURCES = {
    "test_campaigns": "def test_long(): pass\ndef test_longer(): pass\n",
    "test_good": "def test_one(tmp_path): assert not list(tmp_path.iterdir())\ndef test_two(): pass\n",
    "test_bad": "import os\n"
    "def test_fails():\n    print('said before')\n    assert 1 == 2\n"
    "def test_dies(): os._exit(3)\n"
    "def test_after_it(): pass\n",
    "test_shared": "import pytest\n"
    "@pytest.fixture(scope='module')\n"
    "def made():\n    yield []\n    print('put away')\n"
    "def test_first(made): made.append(1)\n"
    "def test_second(made): assert made == [1]\n"
    "def test_skipped(): pytest.skip('not today')\n",
}


@pytest.fixture
def in_copies(pytester: pytest.Pytester, repository):
    """Run the sources in two copies, in a process of its own."""
    pytester.makeini(f"[pytest]\npythonpath = {repository}\n")
    pytester.makepyfile(**SOURCES)

    def run(*arguments: str) -> pytest.RunResult:
        plugins = ("-p", "tests.copies", "-p", "no:cacheprovider", "-p", "no:hypothesispytest")
        return pytester.runpytest_subprocess(*plugins, "--copies", "2", *arguments)

    return run


def test_every_test_is_reported_once_and_after_a_death_the_file_goes_on(in_copies):
    result = in_copies("-v")
    result.assert_outcomes(passed=7, failed=2, skipped=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines_random(["*said before*", "*the process of this test died*"])


def test_it_stops_at_the_first_failure_where_asked(in_copies, pytester):
    slow = "import time\ndef test_{}(): time.sleep(600)\n"  # longer than this test may take
    pytester.makepyfile(**{f"test_z{number}": slow.format(number) for number in range(2)})
    result = in_copies("--exitfirst", "test_bad.py", "test_z0.py", "test_z1.py")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.assert_outcomes(failed=1)
