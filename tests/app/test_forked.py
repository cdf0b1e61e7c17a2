"""Tests that begin with the window that is ready: each in a copy of its own, judged as everywhere else."""

import sys

import pytest

TESTS = """
import os, signal, threading
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QBrush, QImage, QPainter
seen = []

def stripes():
    image = QImage(3000, 3000, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    painter.fillRect(image.rect(), QBrush(Qt.GlobalColor.red, Qt.BrushStyle.BDiagPattern))
    painter.end()

def test_paints_here(qapp):
    stripes()

@pytest.fixture
def make_window(qtbot):
    from tests.app.ready_window import READY
    return READY.take

def test_passes(make_window):
    seen.append(make_window().windowTitle())
    assert os.getppid() != int(os.environ["WORKER"])

def test_sees_nothing_of_another(make_window):
    assert not seen
    assert make_window().isVisible()

def test_paints_in_a_copy(make_window):
    assert not make_window().grab().isNull()
    stripes()

def test_fails(make_window):
    assert make_window().windowTitle() == "another"

def test_leaves_a_timer(make_window):
    seen.append(QTimer())
    seen[-1].start(1000)

def test_dies(make_window):
    os.kill(os.getpid(), signal.SIGKILL)

@pytest.mark.timeout(1)
def test_hangs(make_window):
    threading.Event().wait()

def test_here():
    assert os.getpid() == int(os.environ["WORKER"])
    assert not seen
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="each test builds its window there")
def test_each_is_judged_and_none_sees_another(pytester, repository, shown_settings):
    pytester.makeini(f"[pytest]\npythonpath = {repository}\n{shown_settings}")
    pytester.makeconftest("import os\nos.environ['WORKER'] = str(os.getpid())\n")
    pytester.makepyfile(TESTS)
    plugins = ("tests.app.forked", "tests.guards.outcome", "tests.guards.widgets")
    arguments = [part for plugin in plugins for part in ("-p", plugin)]
    done = pytester.runpytest_subprocess(*arguments, "-p", "no:cacheprovider", "-p", "no:hypothesispytest")
    done.assert_outcomes(passed=6, failed=3, errors=1)
    done.stdout.fnmatch_lines_random(
        [
            "*test_fails*",
            "*AssertionError*another*",
            "*left behind by the test: *QTimer*",
            "the process of this test died*",
            "*Timeout*1.0s*",
        ]
    )


@pytest.fixture
def shown_settings(request):
    """What the window may complain of here."""
    lines = "\n".join(f"    {each}" for each in request.config.getini("qt_log_ignore"))
    return f"qt_api = pyside6\nqt_log_ignore =\n{lines}\n"
