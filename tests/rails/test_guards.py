"""The guards really fail a test that leaks, and leave a clean one alone."""

import sys

import pytest

PLUGINS = ("tests.guards.outcome", "tests.guards.logs", "tests.guards.threads", "tests.guards.widgets")


@pytest.fixture
def run_guarded(pytester, repository):
    """Run a test file in a process of its own with the guards on."""
    pytester.makeini(
        "[pytest]\n"
        f"pythonpath = {repository}\n"
        "qt_api = pyside6\n"
        "qt_log_level_fail = WARNING\n"
        "markers =\n    expected_log(pattern): meant to appear\n"
    )

    def run(source: str):
        pytester.makepyfile(source)
        arguments = [part for plugin in PLUGINS for part in ("-p", plugin)]
        return pytester.runpytest_subprocess(
            *arguments, "-p", "no:cacheprovider", "-p", "no:hypothesispytest"
        )

    return run


LEAKS = {
    "thread": (
        "import threading\n"
        "def test_it():\n"
        "    wait = threading.Event().wait\n"
        "    threading.Thread(target=wait, args=(3.0,), name='lost', daemon=True).start()\n",
        "still running after the test: thread 'lost'",
    ),
    "process": (
        "import multiprocessing, time\n"
        "def test_it():\n"
        "    context = multiprocessing.get_context('spawn')\n"
        "    context.Process(target=time.sleep, args=(5.0,), name='lost', daemon=True).start()\n",
        "still running after the test: process 'lost'",
    ),
    "window": (
        "from PySide6.QtWidgets import QLabel\n"
        "kept = []\n"
        "def test_it(qtbot):\n"
        "    kept.append(QLabel('lost'))\n",
        "left behind by the test: <PySide6.QtWidgets.QLabel",
    ),
    "timer": (
        "from PySide6.QtCore import QTimer\n"
        "kept = []\n"
        "def test_it(qtbot):\n"
        "    kept.append(QTimer())\n"
        "    kept[0].start(1000)\n",
        "left behind by the test: <PySide6.QtCore.QTimer",
    ),
    "qthread": (
        "from PySide6.QtCore import QThread\n"
        "kept = []\n"
        "def test_it(qtbot):\n"
        "    kept.append(QThread())\n"
        "    kept[0].start()\n",
        "left behind by the test: <PySide6.QtCore.QThread",
    ),
    "qprocess": (
        "import sys\n"
        "from PySide6.QtCore import QProcess\n"
        "kept = []\n"
        "def test_it(qtbot):\n"
        "    kept.append(QProcess())\n"
        "    kept[0].start(sys.executable, ['-c', 'import time; time.sleep(20)'])\n"
        "    assert kept[0].waitForStarted()\n",
        "left behind by the test: <PySide6.QtCore.QProcess",
    ),
    "log line": (
        "import logging\ndef test_it():\n    logging.getLogger('core.signals').warning('lost %d', 3)\n",
        "WARNING core.signals: lost 3",
    ),
    "unexpected log line beside an expected one": (
        "import logging, pytest\n"
        "@pytest.mark.expected_log('^slow')\n"
        "def test_it():\n"
        "    logging.getLogger('app').warning('slow disk')\n"
        "    logging.getLogger('app').error('no disk')\n",
        "ERROR app: no disk",
    ),
}


def test_a_leak_fails_the_test_that_made_it_and_no_other(run_guarded, pytester):
    """In one process: to begin one takes longer than all of them."""
    for number, (source, _) in enumerate(LEAKS.values()):
        pytester.makepyfile(**{f"test_{number}": f"{source}\ndef test_next():\n    pass\n"})
    result = run_guarded("")
    result.assert_outcomes(passed=2 * len(LEAKS), errors=len(LEAKS))
    told = [f"*{message.replace('[', '[[]')}*" for _, message in LEAKS.values()]
    result.stdout.fnmatch_lines([line for one in told for line in ("*ERROR at teardown of test_it*", one)])


CLEAN = """
import logging, threading
import pytest
from PySide6.QtCore import QProcess, QThread, QTimer
from PySide6.QtWidgets import QLabel

def test_everything_is_put_away(qtbot):
    label = QLabel("seen")
    qtbot.addWidget(label)
    label.show()
    timer = QTimer(label)
    timer.start(10)
    thread = QThread()
    thread.start()
    thread.quit()
    assert thread.wait(1000)
    worker = threading.Thread(target=threading.Event().wait, args=(0.05,))
    worker.start()

def test_a_window_in_a_cycle_is_no_leak(qtbot):
    label = QLabel("forgotten")
    label.itself = label

@pytest.mark.expected_log("^slow")
def test_an_expected_log_line(): logging.getLogger("app.visit.open_visit").warning("slow disk")

def test_a_log_line_that_the_test_reads(caplog):
    logging.getLogger("app.visit.open_visit").warning("slow disk")
    assert "slow" in caplog.text

def test_a_line_of_somebody_else(): logging.getLogger("OpenGL").warning("no accelerator")
"""


WARNING = "from PySide6.QtCore import qWarning\ndef test_it(qtbot):\n    qWarning('Painter not active')\n"
KEPT_BY_A_TRACEBACK = (
    "from PySide6.QtWidgets import QLabel\n"
    "def test_it(qtbot):\n    label = QLabel('in the traceback')\n    assert label is None\n"
)


def test_clean_tests_pass_and_failing_ones_have_one_error(run_guarded, pytester):
    """A warning of Qt fails a test; what the traceback of a failed one keeps is no leak of it."""
    pytester.makepyfile(test_clean=CLEAN, test_warning=WARNING, test_failing=KEPT_BY_A_TRACEBACK)
    result = run_guarded("")
    result.assert_outcomes(passed=5, failed=2)
    result.stdout.fnmatch_lines_random(["*Painter not active*", "*assert * is None*"])


def test_qt_calls_do_not_wear_none_out(qtbot):
    """Some builds of PySide6 drop a reference to None with every call that returns nothing."""
    from PySide6.QtCore import QObject, QTimer
    from PySide6.QtWidgets import QLabel

    label, timer, plain = QLabel(), QTimer(), QObject()
    qtbot.addWidget(label)
    before = sys.getrefcount(None)
    for count in range(20_000):
        label.setText("a")
        timer.setInterval(count)
        plain.setObjectName("b")
    assert abs(sys.getrefcount(None) - before) < 1_000


@pytest.mark.parametrize(("marked", "refused"), [("pytest.mark.alone", False), ("SLOW.alone", True)])
def test_a_test_by_itself_names_its_marker_in_its_own_file(pytester, repository, marked, refused):
    pytester.makeini(f"[pytest]\npythonpath = {repository}\nmarkers =\n    alone: by itself\n")
    source = f"import pytest\nSLOW = pytest.mark\n@{marked}\ndef test_it():\n    pass\n"
    pytester.makepyfile(source)
    done = pytester.runpytest_subprocess("-p", "tests.guards.alone", "-p", "no:cacheprovider")
    assert ("do not name pytest.mark.alone" in done.stderr.str()) == refused
    assert done.ret == (pytest.ExitCode.USAGE_ERROR if refused else pytest.ExitCode.OK)


REPEATED = (
    ("alone", 3, "assert False", 3, True),
    ("alone", 4, "assert False", 3, False),
    ("alone", 2, "1 / 0", 1, False),
    ("alone(once=True)", 2, "assert False", 1, False),
)
"""A marker, the first run that is good, how the others end, how many there are, and whether that passes."""


def test_the_best_of_three_runs_counts_for_what_measures_time(pytester, repository):
    """Not for an error, nor for what measures something else; each run has its own limit of time."""
    pytester.makeini(f"[pytest]\npythonpath = {repository}\nmarkers =\n    alone: by itself\ntimeout = 2.5\n")
    source = "import pathlib, pytest, time\n"
    for number, (mark, good_from, missed, _, _) in enumerate(REPEATED):
        source += (
            f"@pytest.mark.{mark}\n"
            f"def test_{number}():\n"
            f"    runs = pathlib.Path('runs-{number}')\n"
            "    runs.write_text(runs.read_text() + 'x' if runs.exists() else 'x')\n"
            "    time.sleep(0.0 if runs.read_text() == 'x' else 0.8)\n"
            f"    if len(runs.read_text()) < {good_from}:\n        {missed}\n"
        )
    pytester.makepyfile(source)
    done = pytester.runpytest_subprocess("-p", "tests.guards.alone", "-p", "no:cacheprovider")
    done.assert_outcomes(passed=1, failed=3)
    for number, (_, _, _, runs, passed) in enumerate(REPEATED):
        assert (f"::test_{number} kept its limits in run 3 of 3" in done.stdout.str()) == passed
        assert len((pytester.path / f"runs-{number}").read_text()) == runs
