"""A device that does not answer Hello: STOP can be sent, and the handshake can be cancelled."""

import threading

import pytest

from devices.connection import Connection
from devices.errors import TransportError
from devices.open_arm.controller import HELLO_ATTEMPTS, HELLO_TIMEOUT_S
from devices.protocol_open import messages as m
from tests.waiting import wait_until


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
    wait_until(lambda: m.Hello() in bench.device.heard)
    yield connection, errors
    connection.give_up()
    thread.join()


def test_a_handshake_in_progress_can_be_cancelled(bench, greeting):
    connection, errors = greeting
    connection.give_up()
    wait_until(lambda: bool(errors))
    assert errors[0].code == "no-answer"
    assert 0.0 < errors[0].facts["waited_s"] < HELLO_ATTEMPTS * HELLO_TIMEOUT_S


def test_stop_is_sent_during_the_handshake(bench, greeting):
    bench.arm.stop()
    wait_until(lambda: any(isinstance(message, m.Stop) for message in bench.device.heard))
