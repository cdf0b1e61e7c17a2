"""The interface of one client's conversation with an emulated controller, whatever the port."""

from typing import Protocol


class Session(Protocol):
    """Bytes in, bytes out; it opens nothing itself."""

    @property
    def is_over(self) -> bool:
        """True once the connection is to be closed, after what it still has to say."""

    def greeting(self) -> bytes:
        """Bytes that are sent to a client that has connected."""

    def take(self, content: bytes) -> bytes:
        """Take in what the client sent; return the answer."""

    def news(self) -> bytes | None:
        """What the controller sends by itself at this moment; None if nothing."""

    def closed(self) -> None:
        """The client is gone."""
