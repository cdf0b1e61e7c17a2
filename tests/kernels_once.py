"""Of several test processes that need a kernel, one compiles it and the others read what it stored.

The dearest kernel takes 6 s to compile, and in a new clone all processes would begin with it at once.
"""

import sys
from pathlib import Path
from typing import Any

from numba.core.dispatcher import Dispatcher

_compile = Dispatcher.compile


def _in_turn(kernel: Dispatcher, signature: Any) -> Any:
    """Compile one kernel, or find it in the cache once it is this process's turn."""
    import fcntl

    folder = kernel._cache.cache_path
    if folder is None:
        return _compile(kernel, signature)
    Path(folder).mkdir(parents=True, exist_ok=True)
    # one for each kernel: a kernel that compiles another waits for that one alone
    with (Path(folder) / f"{kernel.py_func.__qualname__}.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        return _compile(kernel, signature)


if sys.platform != "win32":
    Dispatcher.compile = _in_turn
