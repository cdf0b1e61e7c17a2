"""Works of processes beside that end badly, each in its own way."""

import importlib
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from core.errors import BadRequest
from core.processes import Owner


class NeverImported:
    """Unpickled by an import that fails, as a work is whose module needs a library that is not there."""

    def __call__(self, _owner: Owner) -> None:
        """Never called."""

    def __reduce__(self) -> tuple[object, ...]:
        return importlib.import_module, ("tests.app.no_such_module",)


class Unsendable(Exception):
    """An error that no pipe carries."""

    def __init__(self, joint: int, lock: object) -> None:
        super().__init__(f"joint {joint}", lock)

    def __str__(self) -> str:
        return "joint 3"


def raises(_owner: Owner, *_arguments: object) -> None:
    """Raise what nobody expects."""
    raise KeyError("joint 3")


def raises_unsendable(_owner: Owner, *_arguments: object) -> None:
    """Raise what cannot be pickled."""
    raise Unsendable(3, threading.Lock())


def refuses(_owner: Owner, *_arguments: object) -> None:
    """Raise an error of the program's own."""
    raise BadRequest("unknown-robot", robot="nope", robots=("ec66",))


def raises_in_a_thread(owner: Owner, *_arguments: object) -> None:
    """Let a thread of the work fail, and the work go on until it has to end."""
    threading.Thread(target=raises, args=(owner,)).start()
    try:
        while True:
            owner.receive()
    except EOFError:
        os._exit(0)


def kills_itself(_owner: Owner, *_arguments: object) -> None:
    """End as where the system takes the memory back."""
    os.kill(os.getpid(), signal.SIGKILL)


def says_nothing(_owner: Owner, *_arguments: object) -> None:
    """End without a word."""


@dataclass(frozen=True)
class AfterReady:
    """Say that all is well, then end badly."""

    ready: Callable[..., None]
    then: Callable[..., None]

    def __call__(self, owner: Owner, *arguments: Any) -> None:
        """Do both."""
        self.ready(owner, *arguments)
        self.then(owner)
