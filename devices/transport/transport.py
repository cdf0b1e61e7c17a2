"""What every transport does: read, write, and close, each with a deadline."""

import contextlib
from collections.abc import Iterator
from typing import Protocol

from devices.errors import TransportError

CLOSE_DEADLINE_S = 0.5
"""Closing waits no longer than this for a read or write under way."""


class Transport(Protocol):
    """Bytes to and from one peer; one thread reads while another writes, any thread closes.

    Every method but ``close`` raises ``TransportError`` ``link-lost`` once the peer is gone.
    """

    def read(self, timeout: float) -> bytes:
        """Whatever has arrived, waiting up to ``timeout`` s for it; empty when nothing came.

        Raises
        ------
        TransportError
            ``link-lost``.
        """

    def write(self, content: bytes, timeout: float) -> int:
        """Hand over what fits, waiting up to ``timeout`` s for room; the number of bytes taken, 0 to all.

        Raises
        ------
        TransportError
            ``link-lost``.
        """

    def close(self) -> None:
        """Let go of the port, within a deadline; idempotent. A read under way ends in ``link-lost``."""


@contextlib.contextmanager
def operating_system_errors(code: str = "link-lost", **facts: str | int) -> Iterator[None]:
    """Turn what the operating system raises into a ``TransportError`` with its number and text.

    ``ValueError`` counts too: it is what a descriptor closed by another thread raises.
    """
    try:
        yield
    except (OSError, ValueError) as error:
        number = getattr(error, "errno", None) or 0
        raise TransportError(code, errno=number, reason=str(error), **facts) from error
