"""A small RTDE client for tests of the emulated controller: one question, one answer."""

import socket
from contextlib import contextmanager

from devices.protocol_rtde.wire import Decoder, Message, encode
from tests.waiting import LIMIT_S


class RtdeClient:
    def __init__(self, connection, *, protocol=2):
        self.connection, self.protocol = connection, protocol
        self._decoder, self._found = Decoder(), []

    def ask(self, request):
        self.connection.sendall(encode(request))
        return self.next(request.kind)

    def next(self, kind):
        while True:
            while self._found:
                message = self._found.pop(0)
                if message.kind is kind:
                    return message
            content = self.connection.recv(65536)
            assert content, "the controller closed the connection"
            self._found += self._decoder.feed(content)

    def send(self, kind, body):
        self.connection.sendall(encode(Message(kind, body)))


@contextmanager
def rtde_client(port, **settings):
    with socket.create_connection(("127.0.0.1", port), timeout=LIMIT_S) as connection:
        yield RtdeClient(connection, **settings)


@contextmanager
def lines_to(port):
    """``ask(line)`` of a dashboard, and its greeting."""
    with socket.create_connection(("127.0.0.1", port), timeout=LIMIT_S) as connection:
        file = connection.makefile("r", encoding="utf-8", newline="\n")
        greeting = file.readline().strip()

        def ask(line):
            connection.sendall(f"{line}\n".encode())
            return file.readline().strip()

        yield greeting, ask
        file.close()
