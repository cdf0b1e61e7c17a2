"""One call of a function, made in the worker process or in this one. No Qt.

The function object itself is passed, so that mypy, rename and find-usages see every call: ``Task`` requires
the arguments of the function and returns its result type.
"""

import inspect
import numbers
import sys
from collections.abc import Callable, Mapping
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from core.monitor import Monitor

P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)

_NUMBERS: Mapping[Any, type] = {int: numbers.Integral, float: numbers.Real}
"""Numbers of NumPy count as numbers too."""


class Task(Generic[R_co]):
    """A function of a module and its arguments, all but the monitor; it is pickled by its name.

    Raises
    ------
    TypeError
        For a lambda, a method or a nested function, which another process cannot find by name; for an
        argument that is missing, unknown or of another class than the function declares.
    """

    __slots__ = ("arguments", "function")

    def __init__(
        self, function: Callable[Concatenate[Monitor, P], R_co], /, *args: P.args, **kwargs: P.kwargs
    ) -> None:
        name = getattr(function, "__qualname__", "")
        if getattr(sys.modules.get(function.__module__), name, None) is not function:
            raise TypeError(f"{name or function} is no function of a module")
        signature = inspect.signature(function)
        bound = signature.bind(None, *args, **kwargs)
        for given, value in list(bound.arguments.items())[1:]:
            _check(given, value, signature.parameters[given].annotation)
        self.function: Callable[..., R_co] = function
        self.arguments: Mapping[str, object] = dict(list(bound.arguments.items())[1:])

    def __call__(self, monitor: Monitor) -> R_co:
        """Call the function with the monitor."""
        return self.function(monitor, **self.arguments)

    @property
    def name(self) -> str:
        """Module and function, for the log."""
        return f"{self.function.__module__}.{self.function.__qualname__}"


def _check(name: str, value: object, declared: Any) -> None:
    """Refuse a value of another class; declarations that are text or have item types are not checked."""
    try:
        is_one = isinstance(value, _NUMBERS.get(declared, declared))
    except TypeError:  # no class: a name in quotes, a container with its items, a protocol
        return
    if not is_one:
        raise TypeError(f"{name} is {type(value).__name__}, not {declared}")
