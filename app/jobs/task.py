"""One call of a function, to be made elsewhere: in the worker process, or here and now. No Qt.

The function itself is handed over, so mypy, rename and find-usages see every call: ``Task`` asks for the
arguments that the function asks for, and whoever waits gets what the function returns.
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
"""A number of numpy is a number too."""


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
        """Make the call."""
        return self.function(monitor, **self.arguments)

    @property
    def name(self) -> str:
        """Module and function, for the log."""
        return f"{self.function.__module__}.{self.function.__qualname__}"


def _check(name: str, value: object, declared: Any) -> None:
    """Refuse a value of another class; what is declared as text or with the class of its items passes."""
    try:
        is_one = isinstance(value, _NUMBERS.get(declared, declared))
    except TypeError:  # no class: a name in quotes, a container with its items, a protocol
        return
    if not is_one:
        raise TypeError(f"{name} is {type(value).__name__}, not {declared}")
