"""Tests that every transport must pass."""

import threading

import pytest

from devices.errors import TransportError
from tests.waiting import LIMIT_S


class Conformance:
    """Subclasses give ``ends``: two connected transports."""

    def test_bytes_arrive_in_order(self, ends):
        here, there = ends
        sent = 0
        content = bytes(range(256)) * 40
        while sent < len(content):
            sent += here.write(content[sent:], LIMIT_S)
        received = b""
        while len(received) < len(content):
            chunk = there.read(LIMIT_S)
            assert chunk
            received += chunk
        assert received == content

    def test_reading_nothing_gives_up(self, ends):
        assert ends[0].read(0.02) == b""

    def test_reading_waits_for_what_comes_later(self, ends):
        here, there = ends
        reading, got = threading.Event(), []

        def read():
            reading.set()
            got.append(there.read(LIMIT_S))

        reader = threading.Thread(target=read, name="reader")
        reader.start()
        assert reading.wait(LIMIT_S)
        here.write(b"x", LIMIT_S)
        reader.join(LIMIT_S)
        assert got == [b"x"]

    def test_closing_is_idempotent_and_ends_the_link_for_both(self, ends):
        here, there = ends
        here.close()
        here.close()
        for attempt in (lambda: here.read(0.1), lambda: here.write(b"x", 0.1), lambda: there.read(LIMIT_S)):
            with pytest.raises(TransportError, match="link-lost"):
                attempt()

    def test_closing_wakes_a_read_and_a_write_under_way(self, ends):
        here, _ = ends
        errors, begun = [], threading.Semaphore(0)

        def run(attempt):
            begun.release()
            try:
                while True:
                    attempt()
            except TransportError as error:
                errors.append(error.code)

        threads = [
            threading.Thread(target=run, args=(lambda: here.read(2.0 * LIMIT_S),), name="reader"),
            threading.Thread(target=run, args=(lambda: here.write(bytes(65536), 0.2),), name="writer"),
        ]
        for thread in threads:
            thread.start()
        for _ in threads:
            assert begun.acquire(timeout=LIMIT_S)
        here.close()
        for thread in threads:
            thread.join(LIMIT_S)
        assert errors == ["link-lost", "link-lost"]
