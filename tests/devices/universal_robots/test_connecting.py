"""A connection that does not come about says why, and leaves nothing open."""

import socket
import struct
from dataclasses import replace

import numpy as np
import pytest

from app.errors.text import error_text
from core.recording import Quantity
from devices.errors import ConfigurationError, ProtocolError, TransportError
from devices.protocol_rtde import setup
from devices.protocol_rtde.setup import ControllerVersion, Text
from devices.protocol_rtde.wire import Kind, Message, encode
from devices.universal_robots import link, negotiation
from devices.universal_robots.controller import UrArm
from devices.universal_robots.dashboard import identity_by_dashboard
from devices.universal_robots.dialect import RTDE
from devices.universal_robots.negotiation import Conversation
from devices.universal_robots.web_service import identity_by_web
from tests.devices.emulated.controllers import emulated_ur
from tests.devices.universal_robots.samples import samples_of
from tests.devices.universal_robots.scripted_server import outputs, scripted_server


@pytest.fixture
def failing(connect):
    """``failing(uri)``: the error of connecting, worded in a sentence of its own."""

    def fail(uri, **others):
        arm = connect(uri, **others)
        with pytest.raises((TransportError, ProtocolError, ConfigurationError)) as raised:
            arm.connect()
        assert arm.read(0.0) is None
        assert not error_text(raised.value).code.startswith("D-9")
        return raised.value

    return fail


@pytest.fixture
def closed_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def test_a_closed_port_names_the_setting_at_the_pendant(failing, closed_port):
    error = failing(f"ur:127.0.0.1?port={closed_port}")
    assert (error.code, error.facts["port"]) == ("ur-service-off", closed_port)
    words = error_text(error).one_line
    for part in ("Settings, Security, Services", "Real-Time Data Exchange (RTDE)", "PolyScope X"):
        assert part in words


def test_a_name_that_no_computer_has(failing):
    assert failing("ur:nobody.invalid").code == "address-unknown"


def test_another_arm_than_the_named_one(failing, emulated):
    error = failing(f"{emulated.uri}&serial=20245500001")
    assert error.code == "other-serial"
    assert error.facts == {"expected": "20245500001", "found": "20000000000"}


def test_a_description_with_another_number_of_joints(failing, emulated):
    assert failing(emulated.uri, robot="panda").code == "wrong-joint-count"


def test_no_version_of_the_protocol_in_common(failing):
    refusal = {Kind.PROTOCOL: lambda _body: encode(setup.acceptance(Kind.PROTOCOL, accepted=False))}
    requests = []
    with scripted_server(refusal, requests=requests) as port:
        assert failing(f"ur:127.0.0.1?port={port}").code == "ur-protocol-refused"
    assert [struct.unpack(">H", message.body) for message in requests] == [(2,), (1,)]


@pytest.mark.parametrize("kind", ["NOT_FOUND", "STRING", "VECTOR3D"])
def test_a_controller_without_positions(failing, kind):
    with scripted_server({Kind.OUTPUTS: outputs({"actual_q": kind})}) as port:
        error = failing(f"ur:127.0.0.1?port={port}")
    assert (error.code, error.facts["fields"]) == ("ur-field-missing", ("actual_q",))


def test_fields_of_an_unusable_type_are_left_out_of_the_next_request(failing):
    kinds = {"actual_current": "STRING", "target_moment": "NOT_FOUND", "robot_mode": "UINT8"}
    requests = []
    refusal = {Kind.START: lambda _body: encode(setup.acceptance(Kind.START, accepted=False))}
    with scripted_server({Kind.OUTPUTS: outputs(kinds), **refusal}, requests=requests) as port:
        failing(f"ur:127.0.0.1?port={port}")
    asked = [
        set(setup.read_output_request(message.body, protocol=2).names)
        for message in requests
        if message.kind is Kind.OUTPUTS
    ]
    assert asked[0] - asked[1] == {"actual_current", "target_moment"}
    assert "robot_mode" in asked[1]


def test_a_start_that_is_refused_tells_what_the_controller_said(failing):
    said = setup.text_message(Text("Too many clients", "RTDE", 1), protocol=2)
    refusal = setup.acceptance(Kind.START, accepted=False)
    with scripted_server({Kind.START: lambda _body: encode(said) + encode(refusal)}) as port:
        error = failing(f"ur:127.0.0.1?port={port}")
    assert (error.code, error.facts["said"]) == ("ur-start-refused", "Too many clients")


def test_packages_that_come_in_one_piece_with_the_answer_to_start_are_kept(connect):
    others = dict.fromkeys(set(RTDE.wanted) - {"timestamp", "actual_q"}, "NOT_FOUND")
    packages = b"".join(
        encode(Message(Kind.DATA, struct.pack(">B7d", 1, 50.0 + 0.002 * place, *[0.1 * place] * 6)))
        for place in range(40)
    )
    start = encode(setup.acceptance(Kind.START, accepted=True)) + packages
    with scripted_server({Kind.OUTPUTS: outputs(others), Kind.START: lambda _body: start}) as port:
        arm = connect(f"ur:127.0.0.1?port={port}")
        arm.connect()
        block = samples_of(arm, 40)
    assert block.device_time == pytest.approx(50.0 + 0.002 * np.arange(40))
    assert arm.capabilities.quantities == (Quantity.POSITION,)


def test_an_answer_with_too_few_types(failing):
    short = encode(Message(Kind.OUTPUTS, b"\1DOUBLE"))
    with scripted_server({Kind.OUTPUTS: lambda _body: short}) as port:
        assert failing(f"ur:127.0.0.1?port={port}").code == "protocol-field"


@pytest.mark.parametrize("said", [b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_what_is_no_rtde(failing, said):
    with scripted_server({Kind.PROTOCOL: lambda _body: said}) as port:
        assert failing(f"ur:127.0.0.1?port={port}").code == "other-service"


def test_what_closes_at_once(failing):
    with scripted_server({Kind.PROTOCOL: None}) as port:
        assert failing(f"ur:127.0.0.1?port={port}").code == "closed-at-once"


def test_no_answer_at_all(failing, monkeypatch):
    monkeypatch.setattr(negotiation, "ANSWER_TIMEOUT_S", 0.3)
    with scripted_server({Kind.PROTOCOL: lambda _body: b""}) as port:
        error = failing(f"ur:127.0.0.1?port={port}")
    assert (error.code, error.facts["request"]) == ("no-answer", "RTDE PROTOCOL")


def test_a_stream_that_never_begins(failing, monkeypatch):
    monkeypatch.setattr(link, "PACED_S", 0.2)
    with scripted_server({}) as port:
        assert failing(f"ur:127.0.0.1?port={port}").code == "no-samples-from-controller"


def test_only_version_1_is_spoken(connect, monkeypatch):
    monkeypatch.setattr(UrArm, "dialect", replace(RTDE, protocols={1: 1}))
    with emulated_ur("3.15") as emulated:
        arm = connect(emulated.uri)
        arm.connect()
        assert arm.capabilities.sample_rate == 125.0
        assert samples_of(arm, 10).count >= 10


@pytest.mark.parametrize("said", [b"\5hello\1", b"", b"\xffcut off", b"\1Hello"])
@pytest.mark.parametrize("protocol", [1, 2])
def test_texts_of_any_layout_between_request_and_answer(connect, said, protocol):
    """The double of a controller in a recorder of others speaks version 1 alone, and talks all the time."""
    news = encode(Message(Kind.TEXT, said))
    others = dict.fromkeys(set(RTDE.wanted) - {"timestamp", "actual_q"}, "NOT_FOUND")
    number = b"\1" if protocol > 1 else b""
    packages = b"".join(
        news + encode(Message(Kind.DATA, number + struct.pack(">7d", 50.0 + 0.008 * place, *[0.1] * 6)))
        for place in range(40)
    )
    answers = {
        Kind.PROTOCOL: lambda body: encode(
            setup.acceptance(Kind.PROTOCOL, accepted=setup.requested_protocol(body) <= protocol)
        ),
        Kind.CONTROLLER: lambda _body: encode(setup.version_message(ControllerVersion(3, 15))),
        Kind.OUTPUTS: outputs(others, protocol=protocol),
        Kind.START: lambda _body: encode(setup.acceptance(Kind.START, accepted=True)) + packages,
    }
    told = {kind: lambda body, answer=answer: news + answer(body) for kind, answer in answers.items()}
    with scripted_server(told) as port:
        arm = connect(f"ur:127.0.0.1?port={port}")
        arm.connect()
        assert samples_of(arm, 40).count == 40
        assert arm.capabilities.sample_rate == 125.0


def test_a_dashboard_that_is_off_leaves_the_identity_incomplete(connect, emulated, monkeypatch):
    monkeypatch.setattr("devices.universal_robots.identity.DASHBOARD_BELOW", -1)
    identity = connect(emulated.uri).connect()
    assert (identity.serial, identity.model) == ("", "")


def test_a_dashboard_that_greets_and_falls_silent(emulated, monkeypatch):
    monkeypatch.setattr("devices.universal_robots.dashboard.ANSWER_TIMEOUT_S", 0.2)
    with pytest.raises(TransportError) as raised:  # a primary port sends no line
        identity_by_dashboard("127.0.0.1", emulated.port - 1)
    assert raised.value.code == "no-answer"


def test_an_older_dashboard_tells_no_serial_number(connect, emulated, monkeypatch):
    monkeypatch.setattr("devices.emulated.ur_dashboard._ANSWERS", {})
    assert identity_by_dashboard("127.0.0.1", emulated.port - 5) == ("", "")


@pytest.mark.parametrize("content", [b"", b"[1]", b'{"serialNumber": 5}', b"\xff", b"[" * 60_000])
def test_a_web_service_that_tells_something_else(content, monkeypatch):
    monkeypatch.setattr("devices.emulated.ur._http", lambda _status, _answer: _answer_with(content))
    with emulated_ur("10.14") as emulated:
        assert identity_by_web("127.0.0.1", emulated.port + 6) == ("", "")


def _answer_with(content):
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(content), content)


def test_giving_up_ends_a_connection_in_progress(connect, monkeypatch):
    with scripted_server({Kind.PROTOCOL: lambda _body: b""}) as port:
        arm = connect(f"ur:127.0.0.1?port={port}")
        ask = Conversation.agree

        def agree(self, *, rate):
            arm.give_up()
            return ask(self, rate=rate)

        monkeypatch.setattr(Conversation, "agree", agree)
        with pytest.raises(TransportError) as raised:
            arm.connect()
        assert raised.value.code == "link-lost"
