"""One client's conversation with an emulated controller, whatever the port."""

from collections.abc import Iterable


class Session:
    """Bytes in, bytes out; it opens nothing itself. As it is here, it listens and sends nothing."""

    is_over = False
    """True once the connection is to be closed, after the last answer."""
    peer = ""
    """Address of the client."""

    def greeting(self) -> bytes:
        """Return the bytes that a client gets when it has connected."""
        return b""

    def take(self, content: bytes) -> bytes:
        """Take in the bytes that the client sent; return the answer."""
        del content
        return b""

    def answers(self, content: bytes) -> Iterable[bytes]:
        """Take in the bytes that the client sent; return the answers, each sent by itself."""
        return (self.take(content),)

    def news(self) -> bytes | None:
        """Return what the controller sends unasked at this moment; None if nothing."""
        return None

    def closed(self) -> None:
        """Let go of what the client held; called once, when the client is gone."""
