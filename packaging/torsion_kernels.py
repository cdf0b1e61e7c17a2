"""Sets the cache of compiled kernels of the frozen program, and fills it with the shipped ones.

numba looks for a cache beside the source file, which a frozen program does not have. Here the cache is a
folder of the user, one per build, filled from the program's ``kernels`` folder at the first start. The
shipped kernels are compiled for processors of the last ten years. For another processor, or for a kernel
that was not shipped, numba compiles once and stores the result in the same folder.
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
"""Contains the name of the build; written by the build script."""
CACHE_VARIABLE = "TORSION_KERNEL_CACHE"
COMMON_CPU = "x86-64-v3"
COMMON_FEATURES = (
    "+avx,+avx2,+bmi,+bmi2,+cmov,+cx16,+cx8,+f16c,+fma,+fxsr,+lzcnt,+mmx,+movbe,+popcnt,+sahf,+sse,+sse2,"
    "+sse3,+sse4.1,+sse4.2,+ssse3,+xsave"
)
_WINDOWS_AVX2 = 40
"""Number of PF_AVX2_INSTRUCTIONS_AVAILABLE in Windows."""


def settle() -> None:
    """Choose processor and cache for numba, which reads the environment when it is imported."""
    if platform.machine().lower() in {"x86_64", "amd64"} and _has_avx2():
        os.environ.setdefault("NUMBA_CPU_NAME", COMMON_CPU)
        os.environ.setdefault("NUMBA_CPU_FEATURES", COMMON_FEATURES)
    os.environ["NUMBA_CACHE_LOCATOR_CLASSES"] = "torsion_kernels.BuildLocator"


def build_name() -> str:
    """Name of this build; ``unfinished`` during a build."""
    try:
        return (_program_folder() / BUILD_FILE).read_text("utf-8").strip()
    except OSError:  # started in the middle of a build
        return "unfinished"


def cache_folder() -> Path:
    """The user's cache folder of this build; a temporary one if it cannot be written."""
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
    """Copy the shipped kernels completely or not at all: two processes may start at the same time."""
    if folder.is_dir():
        return
    fresh = Path(tempfile.mkdtemp(prefix="part-", dir=folder.parent))
    shipped = _program_folder() / SHIPPED_FOLDER
    if shipped.is_dir():
        shutil.copytree(shipped, fresh, dirs_exist_ok=True)
    try:
        fresh.rename(folder)
    except OSError:  # the other process was faster
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
    """numba's interface of a cache locator: a folder, a source stamp, and a disambiguator."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    @classmethod
    def from_function(cls, function: Callable[..., Any], _file: str) -> Self:
        """Make the locator of one function."""
        return cls(function)

    def ensure_cache_path(self) -> None:
        """Create the cache folder if it does not exist."""
        cache_folder().mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """The same folder for all functions; file names contain module and function."""
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        """Name of the build: in a frozen program the source cannot change."""
        return build_name()

    def get_disambiguator(self) -> str:
        """Full module name and line, because functions and files may have equal names."""
        code: Any = self._function.__code__
        return f"{self._function.__module__}-{code.co_firstlineno}"
