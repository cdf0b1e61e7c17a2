"""A server that answers as a test has written down, for what no emulated controller does."""

import socket
import threading
from contextlib import contextmanager, suppress

from devices.protocol_rtde import setup
from devices.protocol_rtde.setup import ControllerVersion, RecipeAnswer
from devices.protocol_rtde.wire import Decoder, Kind, encode
from tests.waiting import LIMIT_S

ANSWERS = {
    Kind.PROTOCOL: lambda _body: encode(setup.acceptance(Kind.PROTOCOL, accepted=True)),
    Kind.CONTROLLER: lambda _body: encode(setup.version_message(ControllerVersion(10, 11))),
    Kind.START: lambda _body: encode(setup.acceptance(Kind.START, accepted=True)),
}
TYPES = {
    "timestamp": "DOUBLE",
    "payload": "DOUBLE",
    "payload_cog": "VECTOR3D",
    "speed_scaling": "DOUBLE",
    "target_speed_fraction": "DOUBLE",
    "robot_mode": "INT32",
    "safety_status": "INT32",
    "safety_mode": "INT32",
    "runtime_state": "UINT32",
    "script_control_line": "UINT32",
    "robot_status_bits": "UINT32",
}


def outputs(types, *, protocol=2):
    """An answer to the request for outputs; a field without a type here is a vector of six."""

    def answer(body):
        names = setup.read_output_request(body, protocol=protocol).names
        found = tuple((TYPES | types).get(name, "VECTOR6D") for name in names)
        return encode(setup.recipe_answer(Kind.OUTPUTS, RecipeAnswer(found, 1), protocol=protocol))

    return answer


@contextmanager
def scripted_server(answers, *, requests=None):
    """Its port; ``requests`` collects what the client asked. An answer None closes the connection."""
    answers = {**ANSWERS, Kind.OUTPUTS: outputs({}), **answers}
    ended = threading.Event()

    def serve(listener):
        with suppress(OSError):
            connection, _ = listener.accept()
            with connection:
                _talk(connection)

    def _talk(connection):
        decoder = Decoder()
        connection.settimeout(0.05)
        while not ended.is_set():
            try:
                content = connection.recv(4096)
            except TimeoutError:
                continue
            if not content:
                return
            for message in decoder.feed(content):
                if requests is not None:
                    requests.append(message)
                if answers[message.kind] is None:
                    return
                connection.sendall(answers[message.kind](message.body))

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, args=(listener,), daemon=True)
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            ended.set()
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            thread.join(LIMIT_S)
