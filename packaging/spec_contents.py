"""Contents of the frozen program; read by ``torsion.spec`` and by its test."""

import sys
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath
from typing import Any

OWN_PACKAGES = ("app", "core", "devices", "resources")
BUNDLE_IDENTIFIER = "org.torsion.Torsion"

ASKED_FOR_BY_NAME = (
    "torsion_kernels",  # by numba, as the environment tells it
    "numba._devicearray",  # by numba's C code
    "PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets",  # by pyqtgraph, whether it draws with OpenGL or not
)  # fmt: skip
"""Modules that no import statement of the program names."""

LEFT_OUT_RESOURCES = ("pictures", "decisions", "measurements")
"""Folders of the resources for readers of the source only."""

LEFT_OUT_MODULES = (
    "IPython", "jupyter", "matplotlib", "pandas", "tkinter", "_tkinter", "test", "lib2to3", "ensurepip",
    "pip", "setuptools", "pkg_resources", "_distutils_hack", "pytest", "_pytest", "hypothesis", "mypy",
    "readline",  # under the GPL, and of use at a Python prompt alone
    "pinocchio", "coal", "eigenpy", "hppfcl", "fontTools", "franky_sim", "rtde_control", "rtde_receive",
    # MuJoCo's own window, which the program never opens
    "mujoco.studio", "mujoco.viewer", "mujoco.renderer", "mujoco.sysid", "mujoco.usd", "mujoco.rendering",
    "glfw", "OpenGL", "websockets",
    # of Qt the program needs Core, Gui, Widgets and Svg
    "PySide6.QtConcurrent", "PySide6.QtDBus", "PySide6.QtDesigner", "PySide6.QtHelp", "PySide6.QtNetwork",
    "PySide6.QtPrintSupport", "PySide6.QtQml",
    "PySide6.QtQuick", "PySide6.QtQuickControls2", "PySide6.QtQuickTest", "PySide6.QtQuickWidgets",
    "PySide6.QtSql", "PySide6.QtSvgWidgets", "PySide6.QtTest", "PySide6.QtUiTools", "PySide6.QtXml",
    "pyqtgraph.opengl", "pyqtgraph.examples", "pyqtgraph.jupyter", "pyqtgraph.console",
    "numba.cuda", "numba.tests", "scipy.datasets", "sklearn.datasets.tests",
)  # fmt: skip
"""Modules that the program does not import, or must not contain."""

TOO_LARGE_MODULES = ("pyarrow",)
"""Optional packages that only the tests are given: 170 MB beside 570 MB, for one kind of file."""

_LEFT_OUT_FILES = (
    # Qt's plugins for what is not shipped: databases, networks, keyboards on the screen
    "PySide6/Qt/plugins/networkinformation", "PySide6/Qt/plugins/tls", "PySide6/Qt/plugins/sqldrivers",
    "PySide6/Qt/plugins/qmltooling", "PySide6/Qt/plugins/egldeviceintegrations",
    "PySide6/Qt/plugins/platforminputcontexts/libqtvirtualkeyboardplugin",
    "PySide6/Qt/plugins/platforms/libqeglfs", "PySide6/Qt/plugins/platforms/libqlinuxfb",
    "PySide6/Qt/plugins/platforms/libqvkkhrdisplay", "PySide6/Qt/plugins/platforms/libqvnc",
    "PySide6/Qt/plugins/generic", "PySide6/Qt/qml",
    # the look of GTK, which would take half of that toolkit along
    "PySide6/Qt/plugins/platformthemes/libqgtk3",
    "pyqtgraph/examples", "mujoco/testdata", "mujoco/include", "mujoco/doc",
)  # fmt: skip
_LEFT_OUT_LIBRARIES = (
    "Qt6Quick",
    "Qt6Qml",
    "Qt6VirtualKeyboard",
    "Qt6Pdf",
    "Qt6Network",
    "Qt6Sql",
    "Qt6EglFS",
)
_SHIPPED_QT_LANGUAGES = ("qtbase_zh_CN.qm", "qtbase_en.qm")


def version_of(repository: Path) -> str:
    """Version of the program in ``pyproject.toml``."""
    project = tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def icon_of(repository: Path) -> str | None:
    """Icon in the format of this system's executables; None on Linux, which keeps it separate."""
    ending = {"win32": "ico", "darwin": "png"}.get(sys.platform)
    return None if ending is None else str(repository / "resources" / "icons" / f"torsion.{ending}")


def resource_files(repository: Path) -> list[tuple[str, str]]:
    """All resources of the program: each file with its folder in the build."""
    folder = repository / "resources"
    found = (path for path in sorted(folder.rglob("*")) if path.is_file() and _is_resource(path, folder))
    return [(str(path), path.parent.relative_to(repository).as_posix()) for path in found]


def commit_entry(repository: Path, made: Path) -> tuple[str, str, str]:
    """Write the file with the commit into ``made``; return it as an entry of PyInstaller."""
    from app.health.about import COMMIT_FILE, commit_of

    written = made / COMMIT_FILE
    written.write_text(commit_of(repository) + "\n", encoding="utf-8")
    return f"resources/{COMMIT_FILE}", str(written), "DATA"


def _is_resource(path: Path, folder: Path) -> bool:
    parts = path.relative_to(folder).parts
    return parts[0] not in LEFT_OUT_RESOURCES and "__pycache__" not in parts and path.suffix != ".py"


def is_needed(name: str) -> bool:
    """True if a file that PyInstaller found belongs into the build."""
    place = PurePosixPath(name.replace("\\", "/")).as_posix()
    if place.startswith(_LEFT_OUT_FILES) or "/tests/" in place:
        return False
    file = place.rsplit("/", 1)[-1]
    if place.startswith("PySide6/Qt/translations/"):
        return file in _SHIPPED_QT_LANGUAGES
    return not any(library in file for library in _LEFT_OUT_LIBRARIES)


def without_orphans(
    binaries: Iterable[tuple[str, str, str]], *, needs: Callable[[str], Iterable[str]]
) -> list[tuple[str, str, str]]:
    """Leave out system libraries that only a left-out file needed.

    ``needs`` returns the names of the libraries that a file is linked with.
    """
    listed = [entry for entry in binaries if _is_file(entry)]
    links = [entry for entry in binaries if not _is_file(entry)]
    by_name = {name: entry for entry in listed if (name := entry[0]) and _is_of_the_system(entry)}
    kept = [entry for entry in listed if entry[0] not in by_name]
    for entry in kept:  # grows while it is walked
        found = (by_name.pop(name, None) for name in needs(entry[1]))
        kept.extend(library for library in found if library is not None)
    remaining = {entry[0] for entry in kept}
    return kept + [link for link in links if link[1] in remaining or "/" in link[1] or "\\" in link[1]]


def _is_file(entry: tuple[str, str, str]) -> bool:
    return entry[2] != "SYMLINK"


def _is_of_the_system(entry: tuple[str, str, str]) -> bool:
    """True if a library is from the folders of the operating system."""
    return entry[1].startswith(("/lib/", "/lib64/", "/usr/lib/", "/usr/local/lib/"))


def sources_of(analysis: Any) -> list[str]:
    """All files of this machine that go into the build."""
    return [entry[1] for entry in (*analysis.pure, *analysis.binaries, *analysis.datas) if _is_source(entry)]


def _is_source(entry: tuple[str, str, str]) -> bool:
    return _is_file(entry) and bool(entry[1]) and entry[1] != "-"
