"""Where the long computations of a procedure are done: in the window's worker, or here and now."""

import importlib
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from core.monitor import Monitor


class Compute(Protocol):
    """Runs ``"package.module:function"`` with the arguments and a monitor, and waits for the result."""

    def __call__(self, function: str, arguments: Mapping[str, object], monitor: Monitor) -> Any:
        """What the function returns; raises what it raises, ``Cancelled`` when it was stopped."""


def compute_here(function: str, arguments: Mapping[str, object], monitor: Monitor) -> Any:
    """Compute in the calling thread: what the command line does."""
    module, _, name = function.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return found(**arguments, monitor=monitor)
