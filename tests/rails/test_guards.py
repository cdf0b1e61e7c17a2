"""The guards really fail a test that leaks, and leave a clean one alone."""

import sys

import pytest

GUARDS = ("outcome", "logs", "threads", "widgets", "window_thread")
PLUGINS = tuple(f"tests.guards.{name}" for name in GUARDS)


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
        "    threading.Thread(target=threading.Event().wait, name='lost', daemon=True).start()\n",
        "still running after the test: thread 'lost'",
    ),
    "process": (
        "import multiprocessing, signal\n"
        "def test_it():\n"
        "    context = multiprocessing.get_context('spawn')\n"
        "    context.Process(target=signal.pause, name='lost', daemon=True).start()\n",
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
        "    kept[0].start(sys.executable, ['-c', 'import sys; sys.stdin.read()'])\n"
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
    # what is lost here never ends: it need not be waited for
    pytester.makeconftest("from tests.guards import threads\nthreads.END_LIMIT_S = 0.5\n")
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
    assert thread.wait()
    worker = threading.Thread(target=sum, args=(range(10_000_000),))
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


PAGE = """
import subprocess, sys, threading, time
from contextlib import suppress
from pathlib import Path
import h5py
from PySide6.QtCore import QObject, Signal
import app.features.excitation.tasks
from core.excitation.runs.measured_run import measure_run
from core.monitor import NullMonitor
from core.signals.mean_temperature import mean_temperature

DONE = threading.Event()

def waited(): DONE.wait(0.01)
def measured():
    with suppress(TypeError): measure_run()

class Page(QObject):
    clicked = Signal(str)
    def __init__(self):
        super().__init__()
        self.clicked.connect(self._slot)
    def _slot(self, deed): getattr(self, deed)()
    def computes(self): mean_temperature((), NullMonitor())
    def computes_as_a_task_does(self): measured()
    def opens(self): Path(__file__).read_bytes()
    def opens_a_visit(self): h5py.File("in memory", "w", driver="core", backing_store=False).close()
    def sleeps(self): time.sleep(0.001)
    def waits(self): waited()
    def joins(self):
        thread = threading.Thread(target=DONE.wait, args=(0.05,))
        thread.start()
        thread.join()
    def runs(self): subprocess.run([sys.executable, "-c", ""])
    def computes_beside(self):
        self.thread = threading.Thread(target=mean_temperature, args=((), NullMonitor()))
        self.thread.start()
    def looks(self): DONE.wait(0)
"""
DEEDS = """
import types
from pathlib import Path
import pytest
from PySide6.QtCore import QCoreApplication, QTimer

@pytest.fixture(scope="module")
def page():
    module = types.ModuleType("app.widgets.slow")
    module.__file__ = __file__
    exec(compile(Path("page.txt").read_text(), "slow.py", "exec"), vars(module))
    return module.Page()

@pytest.mark.parametrize("deed", DEEDS)
def test_by_a_click(qtbot, page, deed):
    page.clicked.emit(deed)

def test_by_an_event(qtbot, page):
    QTimer.singleShot(0, page.sleeps)
    QCoreApplication.processEvents()

def test_the_test_itself(qtbot, page):
    Path(__file__).read_bytes()
"""
FOUND = {
    "computes": "core.signals.mean_temperature.mean_temperature",
    "computes_as_a_task_does": "core.excitation.runs.measured_run.measure_run",
    "opens": "open '*.py'",
    "opens_a_visit": "h5py._hl.files.make_fid",
    "sleeps": "time.sleep",
    "waits": "threading.Condition.wait",
    "joins": "threading.Thread.join",
    "runs": "subprocess.Popen '*",
}
"""What a slot does, and what is told of it."""
ALLOWED = ("computes_beside", "looks")


def test_a_slot_that_computes_opens_or_waits_is_found_with_its_calls(run_guarded, pytester):
    pytester.path.joinpath("page.txt").write_text(PAGE, "utf-8")
    result = run_guarded(DEEDS.replace("DEEDS)", f"{(*FOUND, *ALLOWED)!r})"))
    result.assert_outcomes(passed=len(FOUND) + len(ALLOWED) + 2, errors=len(FOUND) + 1)
    for deed, what in FOUND.items():
        told = (
            f"on the thread of the window: {what}, called by",
            f"*app.widgets.slow.Page.{deed}",
            "*Page._slot",
        )
        result.stdout.fnmatch_lines(told)
    result.stdout.fnmatch_lines(["*slow.py:* app.widgets.slow.waited", "*app.widgets.slow.Page.waits"])
