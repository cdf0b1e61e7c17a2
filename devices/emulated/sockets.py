"""The ports of an emulated controller and their clients, all served by one thread without waiting.

A client that takes what it is sent too slowly misses packages, as on a real controller; one that
takes nothing for some seconds is dropped.
"""

import contextlib
import selectors
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Mapping

from devices.errors import TransportError
from devices.transport.transport import operating_system_errors

DROPPED_AFTER_S = 5.0
"""Time for which a client may take nothing, s."""
SEND_BUFFER_BYTES = 64 * 1024
READ_BYTES = 64 * 1024
LARGEST_BACKLOG_BYTES = 16 << 20
"""Of a stream that leaves nothing out."""


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


class Peer:
    """One client, with the bytes that its socket has not taken yet."""

    def __init__(self, connection: socket.socket, session: Session) -> None:
        self.connection, self.session = connection, session
        self._waiting = bytearray()
        self._stuck_since: float | None = None
        self.left_out = 0
        """Number of packages that were left out because the client did not read."""

    def offer(self, content: bytes, *, leaves_out: bool) -> None:
        """Send something new; with ``leaves_out`` it is left out while older bytes wait."""
        if leaves_out and self._waiting:
            self.left_out += 1
            return
        self._waiting += content
        self.flush()

    def flush(self) -> None:
        """Send what the socket takes; ``OSError`` if the client is gone."""
        while self._waiting:
            try:
                taken = self.connection.send(self._waiting)
            except BlockingIOError:
                if self._stuck_since is None:
                    self._stuck_since = time.monotonic()
                return
            self._stuck_since = None
            del self._waiting[:taken]

    def is_hopeless(self, *, dropped_after_s: float) -> bool:
        """True if the client has taken nothing for too long."""
        stuck = self._stuck_since is not None and time.monotonic() - self._stuck_since > dropped_after_s
        return stuck or len(self._waiting) > LARGEST_BACKLOG_BYTES


class Sockets:
    """Listens at ``host`` on ports by the maker of their sessions; one thread calls every method.

    Raises
    ------
    TransportError
        ``port-busy`` if a port is taken.
    """

    def __init__(self, host: str, ports: Mapping[int, Callable[[], Session]]) -> None:
        self._host, self._ports = host, dict(ports)
        self._selector = selectors.DefaultSelector()
        self._listeners: list[socket.socket] = []
        self._peers: dict[socket.socket, Peer] = {}
        self.dropped_after_s = DROPPED_AFTER_S
        self.is_pulled = False
        """While set, nothing is taken and nothing sent, as if the cable was pulled."""
        self.dropped = 0
        """Number of clients that were dropped because they did not read."""
        self.listen()

    @property
    def sessions(self) -> tuple[Session, ...]:
        """The conversations of the clients that are connected."""
        return tuple(peer.session for peer in self._peers.values())

    @property
    def peers(self) -> tuple[Peer, ...]:
        """The clients that are connected."""
        return tuple(self._peers.values())

    def listen(self) -> None:
        """Open the ports."""
        try:
            for port, make in self._ports.items():
                with operating_system_errors("port-busy", port=f"{self._host}:{port}", holder=""):
                    listener = socket.create_server((self._host, port), backlog=16)
                listener.setblocking(False)  # noqa: FBT003  # the method of the library
                self._listeners.append(listener)
                self._selector.register(listener, selectors.EVENT_READ, make)
        except TransportError:
            self.shut()
            raise

    def shut(self) -> None:
        """Close the ports and every connection."""
        for listener in self._listeners:
            self._selector.unregister(listener)
            listener.close()
        self._listeners.clear()
        for peer in self.peers:
            self._drop(peer)

    def close(self) -> None:
        """Close everything for good."""
        self.shut()
        self._selector.close()

    def look(self, timeout: float) -> None:
        """Wait up to ``timeout`` s for clients, and answer those that have sent something."""
        if self.is_pulled or not self._listeners:
            time.sleep(timeout)
            return
        for peer in self.peers:
            with self._dropping(peer):
                peer.flush()
        for key, _ in self._selector.select(timeout):
            connection = key.fileobj
            assert isinstance(connection, socket.socket)
            client = self._peers.get(connection)
            if client is not None:
                self._hear(client)
            elif callable(key.data):
                self._accept(connection, key.data)

    def tell(self, news: Callable[[Session], bytes | None], *, leaves_out: bool = True) -> None:
        """Send every client what ``news`` makes of its session."""
        for peer in self.peers:
            content = news(peer.session)
            if self.is_pulled:
                continue
            with self._dropping(peer):
                if content is None:
                    peer.flush()
                else:
                    peer.offer(content, leaves_out=leaves_out)
            if peer.is_hopeless(dropped_after_s=self.dropped_after_s):
                self.dropped += 1
                self._drop(peer)
            elif peer.session.is_over:
                self._drop(peer)

    def _accept(self, listener: socket.socket, make: Callable[[], Session]) -> None:
        try:
            connection, address = listener.accept()
        except OSError:  # the client has gone again
            return
        connection.setblocking(False)  # noqa: FBT003  # the method of the library
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        peer = self._peers[connection] = Peer(connection, make())
        peer.session.peer = address[0]
        self._selector.register(connection, selectors.EVENT_READ)
        with self._dropping(peer):
            peer.offer(peer.session.greeting(), leaves_out=False)

    def _hear(self, peer: Peer) -> None:
        with self._dropping(peer):
            try:
                content = peer.connection.recv(READ_BYTES)
            except BlockingIOError:
                return
            if not content:
                self._drop(peer)
                return
            for answer in peer.session.answers(content):
                peer.offer(answer, leaves_out=False)
            if peer.session.is_over:
                self._drop(peer)

    @contextlib.contextmanager
    def _dropping(self, peer: Peer) -> Iterator[None]:
        """Drop a client whose connection has failed."""
        try:
            yield
        except OSError:
            self._drop(peer)

    def _drop(self, peer: Peer) -> None:
        if self._peers.pop(peer.connection, None) is None:
            return
        self._selector.unregister(peer.connection)
        peer.connection.close()
        peer.session.closed()
