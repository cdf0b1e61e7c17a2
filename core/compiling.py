"""Compiled kernels: stored on the disk, called without the interpreter's lock, started without the compiler.

Every kernel of the program is made here. Values that are no numbers follow NumPy's rules, not Python's.
"""

import atexit
import gc
import importlib.util
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

import numpy as np


def _loaded_when_used(package: ModuleType, name: str) -> None:
    """Give a module of a package its place; its code runs when something of it is asked for."""
    whole = f"{package.__name__}.{name}"
    found = None if whole in sys.modules else importlib.util.find_spec(whole)
    if found is not None and found.loader is not None:
        found.loader = importlib.util.LazyLoader(found.loader)
        sys.modules[whole] = module = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
        # an import of all names of the package looks here first
        setattr(package, name, module)


# SciPy imports all names of NumPy, a translator of Fortran among them: a tenth of a second of each start.
_loaded_when_used(np, "f2py")

from numba import njit  # noqa: E402
from numba.core.caching import FunctionCache  # noqa: E402
from numba.core.runtime import rtsys  # type: ignore[attr-defined]  # noqa: E402

F = TypeVar("F", bound=Callable[..., Any])

# At its end Python searches all objects for cycles, a tenth of a second with these modules. The system takes
# the memory anyway.
atexit.register(gc.freeze)

_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}


class _QuickCache(FunctionCache):
    """Reads a stored kernel without making the compiler ready, which takes longer than most kernels run.

    numba prepares the compiler before it looks at the disk, though a stored kernel needs nothing of it but
    the runtime that allocates arrays. Where numba no longer allows this, its own way is taken.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The stored kernel of a signature; None where it has to be compiled."""
        try:
            rtsys.initialize(target_context)
            with self._guard_against_spurious_io_errors():
                return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except AttributeError:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]


def _decorator(**options: Any) -> Callable[[F], F]:
    def compiled(function: F) -> F:
        found: Any = njit(**_OPTIONS, **options)(function)
        # numba has no other way to name the class
        found._cache = _QuickCache(found.py_func)  # type: ignore[no-untyped-call]  # noqa: SLF001
        made: F = found
        return made

    return compiled


_CONTRACTED = {"contract", "nsz"}

kernel = _decorator()
"""Decorator of a function that Python calls."""
inlined = _decorator(inline="always")
"""Decorator of a function that becomes part of the kernels that call it."""
fast_kernel = _decorator(fastmath=_CONTRACTED)
"""A kernel whose products may be added in one instruction, and whose zeros may lose their sign."""
fast_inlined = _decorator(fastmath=_CONTRACTED, inline="always")
"""Becomes part of such kernels."""
