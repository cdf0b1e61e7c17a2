"""Where the frozen program keeps its compiled kernels, and how it starts with those it was shipped with.

numba looks for a cache beside the source file, and a frozen program has none. Here the cache is a
folder of the user, one for each build, filled from the ``kernels`` folder of the program at the first start.
What was shipped was compiled for the processors of the last ten years; on another one, and
for what was not shipped, numba compiles once and keeps that in the same folder.
"""

import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

SHIPPED_FOLDER = "kernels"
BUILD_FILE = "build.txt"
"""Names the build; written by the build script."""
CACHE_VARIABLE = "TORSION_KERNEL_CACHE"
COMMON_CPU = "x86-64-v3"
COMMON_FEATURES = (
    "+avx,+avx2,+bmi,+bmi2,+cmov,+cx16,+cx8,+f16c,+fma,+fxsr,+lzcnt,+mmx,+movbe,+popcnt,+sahf,+sse,+sse2,"
    "+sse3,+sse4.1,+sse4.2,+ssse3,+xsave"
)
_WINDOWS_AVX2 = 40
"""PF_AVX2_INSTRUCTIONS_AVAILABLE."""


def settle() -> None:
    """Choose processor and cache for numba; it reads the environment when it is imported."""
    if platform.machine().lower() in {"x86_64", "amd64"} and _has_avx2():
        os.environ.setdefault("NUMBA_CPU_NAME", COMMON_CPU)
        os.environ.setdefault("NUMBA_CPU_FEATURES", COMMON_FEATURES)
    os.environ["NUMBA_CACHE_LOCATOR_CLASSES"] = "torsion_kernels.BuildLocator"


def build_name() -> str:
    """Which build this is."""
    try:
        return (_program_folder() / BUILD_FILE).read_text("utf-8").strip()
    except OSError:  # started in the middle of a build
        return "unfinished"


def cache_folder() -> Path:
    """The user's folder of this build; one that cannot be written gives way to a temporary one."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    folder = user_cache_path("torsion", appauthor=False) / SHIPPED_FOLDER / build_name()
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _fill(folder)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="torsion-kernels-"))
    os.environ[CACHE_VARIABLE] = str(folder)  # for the workers, which inherit it
    return folder


def _fill(folder: Path) -> None:
    """Copy what was shipped, whole or not at all: two processes may start at once."""
    if folder.is_dir():
        return
    fresh = Path(tempfile.mkdtemp(prefix="part-", dir=folder.parent))
    shipped = _program_folder() / SHIPPED_FOLDER
    if shipped.is_dir():
        shutil.copytree(shipped, fresh, dirs_exist_ok=True)
    try:
        fresh.rename(folder)
    except OSError:  # the other process was first
        shutil.rmtree(fresh, ignore_errors=True)


def _program_folder() -> Path:
    return Path(getattr(sys, "_MEIPASS", "."))


def _has_avx2() -> bool:
    if sys.platform == "win32":
        import ctypes

        return bool(ctypes.windll.kernel32.IsProcessorFeaturePresent(_WINDOWS_AVX2))
    try:
        flags = Path("/proc/cpuinfo").read_text("ascii", errors="replace")
    except OSError:  # a Mac: compiled for the processor that it has
        return False
    return " avx2 " in flags and " fma " in flags


class BuildLocator:
    """What numba asks of a cache locator: a folder, a stamp of the source, and a distinction."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    @classmethod
    def from_function(cls, function: Callable[..., Any], _file: str) -> Self:
        """The locator of one function; there is one for every function."""
        return cls(function)

    def ensure_cache_path(self) -> None:
        """The folder exists once it has been named."""
        cache_folder().mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """One folder for all; the file's name has the module and the function."""
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        """The build: in a frozen program no source can change."""
        return build_name()

    def get_disambiguator(self) -> str:
        """Full module name and line: functions of the same name may live in files of the same name."""
        code: Any = self._function.__code__
        return f"{self._function.__module__}-{code.co_firstlineno}"
