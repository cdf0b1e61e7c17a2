"""The interface of a transport: read, write and close, each with a timeout."""

import contextlib
from collections.abc import Iterator
from typing import Protocol

from devices.errors import TransportError

CLOSE_DEADLINE_S = 0.5
"""Longest time that closing waits for a read or write in progress, s."""


class Transport(Protocol):
    """Bytes to and from one peer; one thread reads while another writes, any thread closes.

    Every method but ``close`` raises ``TransportError`` ``link-lost`` once the peer is gone.
    """

    def read(self, timeout: float) -> bytes:
        """Return the bytes that arrived; wait up to ``timeout`` s, empty if none came.

        Raises
        ------
        TransportError
            ``link-lost``.
        """

    def write(self, content: bytes, timeout: float) -> int:
        """Write as many bytes as fit; wait up to ``timeout`` s for room; return the number accepted.

        Raises
        ------
        TransportError
            ``link-lost``.
        """

    def close(self) -> None:
        """Close the port within a deadline; may be called again. A read in progress ends in ``link-lost``."""


@contextlib.contextmanager
def operating_system_errors(code: str = "link-lost", **facts: str | int) -> Iterator[None]:
    """Convert errors of the operating system to a ``TransportError`` with number and text.

    ``ValueError`` is included: a descriptor that another thread has closed raises it.
    """
    try:
        yield
    except (OSError, ValueError) as error:
        number = getattr(error, "errno", None) or 0
        raise TransportError(code, errno=number, reason=str(error), **facts) from error
