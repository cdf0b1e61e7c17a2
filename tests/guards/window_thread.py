"""A test fails when a slot or an event of the window computes, opens a file or waits: it answers always.

Watched is the thread of the window alone, and of it what the window's own modules (those that use Qt) do;
what a test does on that thread itself is its own business. Nothing is timed. What counts as a computation is
read from the program: every function that takes a ``Monitor``, by which long work reports and is cancelled,
and whatever a module with such tasks of the worker imports inside a function, so that the window stays
without it.
"""

import ast
import builtins
import importlib.machinery
import inspect
import queue
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import wraps
from multiprocessing import connection, process
from types import FrameType, FunctionType, ModuleType
from typing import Any

import pytest

OURS = ("app", "core", "devices")
OPENS = frozenset(
    {"open", "subprocess.Popen", "socket.connect", "os.listdir", "os.scandir", "sqlite3.connect"}
)
"""Events of ``sys.audit`` that reach for a disk, another program or the network."""
_CLOSES = "the window closes: it waits for what it owns, and no longer than a limit"
ALLOWED = {
    "threading.Thread.start": "until the thread runs, not for what it does",
    "core.signals.trend_line.moment_of": "reads one date",
    "core.stamp.time_stamp": "reads the clock",
    "core.robot.capsules.is_long": "one comparison",
    "core.drawing.picture_scene.corners_of": "eight corners of a box",
    "core.drawing.picture_scene.arm_parts": "puts the dozen parts of an arm side by side",
    "app.visit.settings.SettingsStore.__init__": "reads one small file, before there is a window",
    "app.guide.help_topics.read": "a page of help, some kB that the program brings along, each once",
    "app.speech.language.catalogue": "the words of a language, which the program brings along, once",
    "app.errors.tables._entries": "the sentences of errors, which the program brings along, once",
    "app.health.about.software_commit": "a short file of the program, once",
    "app.shell.settings_page.takes_files": "an empty file, when a folder is chosen and at the start",
    "app.health.crash.CrashHandler.take": "an error is told with the lines that it passed",
    "app.health.about.version": "one line of the installed package",
    "app.health.about.components": "names of the installed packages, when the page about them is opened",
    "core.processes.Child.__init__": "as long as the system takes to start a process",
    "app.shell.story.ExampleRecorder.end": _CLOSES,
    "logging.FileHandler._open": "the log is opened once",
    "app.visit.settings.SettingsStore.finish": _CLOSES,
    "app.jobs.runner.JobRunner.shutdown": _CLOSES,
    "app.arm.link.RobotLink.leave": _CLOSES,
    "app.widgets.arm_drawer.ArmDrawer.shutdown": _CLOSES,
}
"""Functions in whose calls it may be, and why it is small and bounded."""
_IMPORTS = ("importlib.", "shibokensupport.")
"""What imports reads files; which modules the window loads, test_light_window.py looks at."""


class _Watch:
    """What was seen on the thread of the window during one test."""

    found: dict[str, None] | None = None
    """None while nobody looks; the messages, each once."""


def _told(frame: FrameType) -> str:
    return f"  {frame.f_code.co_filename}:{frame.f_lineno} {_name(frame)}"


def _name(frame: FrameType) -> str:
    return f"{frame.f_globals.get('__name__', '')}.{frame.f_code.co_qualname}"


def _is_test(module: str) -> bool:
    return module.partition(".")[0] in {"tests", "conftest"} or module.startswith("test_")


_uses_qt: dict[str, bool] = {}


def _is_of_window(module: str, names: dict[str, Any]) -> bool:
    if module not in _uses_qt:
        found = [
            getattr(value, "__module__", None) or getattr(value, "__name__", "") for value in names.values()
        ]
        _uses_qt[module] = any(str(each).startswith("PySide6") for each in found)
    return _uses_qt[module]


def _notice(what: str, frame: FrameType | None) -> None:
    """Keep what was done, if the window did it."""
    if what in ALLOWED:
        return
    chain, is_of_window = list[FrameType](), False
    while frame is not None and not _is_test(module := str(frame.f_globals.get("__name__", ""))):
        if module.startswith(_IMPORTS) or _name(frame) in ALLOWED:
            return
        chain.append(frame)
        is_of_window = is_of_window or (module.startswith("app.") and _is_of_window(module, frame.f_globals))
        frame = frame.f_back
    if is_of_window and _Watch.found is not None:
        calls = [_told(each) for each in chain if _name(each).partition(".")[0] in OURS]
        _Watch.found["\n".join([f"on the thread of the window: {what}, called by", *calls])] = None


def _is_watched() -> bool:
    return _Watch.found is not None and threading.get_ident() == threading.main_thread().ident


def _always(*_arguments: Any, **_named: Any) -> bool:
    return True


def _watching(function: Callable[..., Any], what: str, blocks: Callable[..., bool]) -> Callable[..., Any]:
    @wraps(function)  # so that another process finds it by its name
    def watched(*arguments: Any, **named: Any) -> Any:
        if _is_watched() and blocks(*arguments, **named):
            _notice(what, sys._getframe(1))
        return function(*arguments, **named)

    return watched


_watched: dict[str, Callable[..., Any]] = {}
builtins.window_thread_watches = _watched  # type: ignore[attr-defined]  # the one place that all modules see


def _trampoline(*arguments: Any, **named: Any) -> Any:
    return window_thread_watches["function"](*arguments, **named)  # type: ignore[name-defined]  # noqa: F821


def watch(function: object, blocks: Callable[..., bool] = _always) -> None:
    """Look at every call of a Python function, under whatever name others have it already."""
    if not isinstance(function, FunctionType) or hasattr(function, "__wrapped__"):
        return
    if function.__code__.co_freevars:  # a method that calls ``super``; none of those watched here
        return
    code, name = function.__code__, f"{function.__module__}.{function.__qualname__}"
    original = FunctionType(code, function.__globals__, function.__name__, function.__defaults__)
    original.__kwdefaults__, original.__annotations__ = function.__kwdefaults__, function.__annotations__
    original.__module__, original.__qualname__ = function.__module__, function.__qualname__
    _watched[name] = _watching(original, name, blocks)
    consts = tuple(name if each == "function" else each for each in _trampoline.__code__.co_consts)
    names = ("co_filename", "co_firstlineno", "co_name", "co_qualname")
    same = {name: getattr(code, name) for name in names}
    function.__code__ = _trampoline.__code__.replace(co_consts=consts, **same)
    function.__wrapped__ = original  # type: ignore[attr-defined]


_wanted: dict[str, set[str]] = {}
"""Modules of ``core``, and what tasks of the worker import of them when they run."""


def _takes_monitor(function: object) -> bool:
    """Whether it has a parameter for a monitor, as a class or as text."""
    notes = function.__annotations__.values() if isinstance(function, FunctionType) else ()
    words = (word for note in notes for word in getattr(note, "__name__", str(note)).split(" | "))
    return any(word.rpartition(".")[2] == "Monitor" for word in words)


def _watch_module(module: ModuleType) -> None:
    """Watch the computations of a module that was loaded, and those that its tasks import."""
    if module.__name__.partition(".")[0] not in OURS:
        return
    own = [each for each in vars(module).values() if getattr(each, "__module__", "") == module.__name__]
    kinds = [each for each in own if isinstance(each, type)]
    own += [getattr(each, "__func__", each) for kind in kinds for each in vars(kind).values()]
    tasks = [each for each in own if _takes_monitor(each)]
    for function in tasks:
        watch(function)
    for name in _wanted.get(module.__name__, ()):
        watch(getattr(module, name, None))
    if tasks and module.__name__.startswith("app."):
        for source, names in _imported_in_functions(module):
            _wanted.setdefault(source, set()).update(names)
            for name in names:
                watch(getattr(sys.modules.get(source), name, None))


def _imported_in_functions(module: ModuleType) -> list[tuple[str, set[str]]]:
    source = ast.walk(ast.parse(inspect.getsource(module)))
    functions = [each for each in source if isinstance(each, ast.FunctionDef)]
    imports = [each for one in functions for each in ast.walk(one) if isinstance(each, ast.ImportFrom)]
    return [
        (each.module, {alias.name for alias in each.names})
        for each in imports
        if each.module and each.module.startswith("core.")
    ]


def _watch_modules() -> None:
    """Watch what is loaded, and what will be."""
    load = importlib.machinery.SourceFileLoader.exec_module

    def loading(loader: importlib.machinery.SourceFileLoader, module: ModuleType) -> None:
        load(loader, module)
        _watch_module(module)
        if module.__name__ == "h5py._hl.files":
            watch(module.make_fid)

    importlib.machinery.SourceFileLoader.exec_module = loading  # type: ignore[method-assign]
    for module in list(sys.modules.values()):
        _watch_module(module)


def _has_time(_self: object, timeout: float | None = None, **_named: Any) -> bool:
    return timeout is None or timeout > 0.0


def _watch_waits() -> None:
    """Watch what waits for a thread, a process, a queue, a socket or the clock."""
    watch(threading.Condition.wait, _has_time)  # events, queues, barriers and futures wait by it
    watch(threading.Thread.join, lambda thread, timeout=None: thread.is_alive() and timeout != 0.0)
    watch(process.BaseProcess.join, lambda one, timeout=None: one.is_alive() and timeout != 0.0)
    watch(subprocess.Popen.wait, lambda one, timeout=None: one.poll() is None)
    watch(subprocess.Popen.communicate)
    for name in ("recv", "recv_bytes"):
        watch(getattr(connection._ConnectionBase, name))
    watch(connection._ConnectionBase.poll, lambda _self, timeout=0.0: timeout != 0.0)
    watch(connection.wait, lambda _objects, timeout=None: timeout != 0.0)
    for module, name, blocks in (
        (time, "sleep", _always),
        (select, "select", lambda *given: given[3:] != (0,)),
    ):
        setattr(module, name, _watching(getattr(module, name), f"{module.__name__}.{name}", blocks))
    for name in ("recv", "recv_into", "accept", "sendall"):
        setattr(socket.socket, name, _watching(getattr(socket.socket, name), f"socket.{name}", _always))

    class WatchedQueue(queue.SimpleQueue[Any]):
        def get(self, block: bool = True, timeout: float | None = None) -> Any:  # noqa: FBT001, FBT002
            if block and _is_watched() and self.empty():
                _notice("queue.SimpleQueue.get", sys._getframe(1))
            return super().get(block, timeout)

    queue.SimpleQueue = WatchedQueue  # type: ignore[misc]


def _audited(event: str, arguments: tuple[Any, ...]) -> None:
    if event in OPENS and _is_watched():
        _notice(f"{event} {arguments[0]!r}" if arguments else event, sys._getframe(1))


_watch_modules()
_watch_waits()
sys.addaudithook(_audited)


@pytest.fixture(autouse=True)
def guard_the_thread_of_the_window(request: pytest.FixtureRequest):
    if not {"qtbot", "qapp"} & set(request.fixturenames):
        yield
        return
    _Watch.found = {}
    yield
    found, _Watch.found = list(_Watch.found), None
    if found:
        pytest.fail("\n".join(found), pytrace=False)
