"""A device that does not answer Hello: STOP can be sent, and the handshake can be cancelled."""

import threading
import time

import pytest

from devices.connection import Connection
from devices.errors import TransportError
from devices.open_arm.controller import HELLO_ATTEMPTS, HELLO_TIMEOUT_S
from devices.protocol_open import messages as m

SOON_S = 3.0


def _until(is_there) -> None:
    deadline = time.monotonic() + SOON_S
    while not is_there() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert is_there()


@pytest.fixture
def greeting(bench):
    """A device that receives Hello and does not answer."""
    bench.device.answers[m.Hello] = lambda *_: []
    errors: list[Exception] = []
    connection = Connection(bench.arm)

    def connect() -> None:
        try:
            connection.connect()
        except TransportError as error:
            errors.append(error)

    thread = threading.Thread(target=connect)
    thread.start()
    _until(lambda: m.Hello() in bench.device.heard)
    yield connection, errors
    connection.give_up()
    thread.join(HELLO_ATTEMPTS * HELLO_TIMEOUT_S)
    assert not thread.is_alive()


def test_a_handshake_in_progress_can_be_cancelled(bench, greeting):
    connection, errors = greeting
    began = time.monotonic()
    connection.give_up()
    _until(lambda: bool(errors))
    assert time.monotonic() - began < 0.5 * HELLO_ATTEMPTS * HELLO_TIMEOUT_S
    assert errors[0].code == "no-answer"
    assert 0.0 < errors[0].facts["waited_s"] < HELLO_ATTEMPTS * HELLO_TIMEOUT_S


def test_stop_is_sent_during_the_handshake(bench, greeting):
    bench.arm.stop()
    _until(lambda: any(isinstance(message, m.Stop) for message in bench.device.heard))
