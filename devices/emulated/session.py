"""One client's conversation with an emulated controller, whatever the port."""


class Session:
    """Bytes in, bytes out; it opens nothing itself. As it is here, it listens and sends nothing."""

    is_over = False
    """True once the connection is to be closed, after the last answer."""

    def greeting(self) -> bytes:
        """Return the bytes that a client gets when it has connected."""
        return b""

    def take(self, content: bytes) -> bytes:
        """Take in the bytes that the client sent; return the answer."""
        del content
        return b""

    def news(self) -> bytes | None:
        """Return what the controller sends unasked at this moment; None if nothing."""
        return None

    def closed(self) -> None:
        """Let go of what the client held; called once, when the client is gone."""
