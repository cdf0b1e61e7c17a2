"""Tests that every transport must pass."""

import threading
import time

import pytest

from devices.errors import TransportError


class Conformance:
    """Subclasses give ``ends``: two connected transports."""

    def test_bytes_arrive_in_order(self, ends):
        here, there = ends
        sent = 0
        content = bytes(range(256)) * 40
        while sent < len(content):
            sent += here.write(content[sent:], 1.0)
        received = b""
        while len(received) < len(content):
            chunk = there.read(1.0)
            assert chunk
            received += chunk
        assert received == content

    def test_reading_nothing_takes_the_time_allowed(self, ends):
        before = time.monotonic()
        assert ends[0].read(0.2) == b""
        assert 0.18 < time.monotonic() - before < 5.0, "a busy computer may take longer"

    def test_closing_is_idempotent_and_ends_the_link_for_both(self, ends):
        here, there = ends
        here.close()
        here.close()
        for attempt in (lambda: here.read(0.1), lambda: here.write(b"x", 0.1), lambda: there.read(1.0)):
            with pytest.raises(TransportError, match="link-lost"):
                attempt()

    def test_closing_wakes_a_read_and_a_write_under_way(self, ends):
        here, _ = ends
        errors = []

        def run(attempt):
            try:
                while True:
                    attempt()
            except TransportError as error:
                errors.append(error.code)

        threads = [
            threading.Thread(target=run, args=(lambda: here.read(5.0),), name="reader"),
            threading.Thread(target=run, args=(lambda: here.write(bytes(65536), 0.2),), name="writer"),
        ]
        for thread in threads:
            thread.start()
        time.sleep(0.05)
        before = time.monotonic()
        here.close()
        for thread in threads:
            thread.join(1.0)
        assert errors == ["link-lost", "link-lost"]
        assert time.monotonic() - before < 1.0
