"""Whatever a client sends, the conversations of the emulated controller raise nothing and stay bounded."""

import numpy as np
import pytest

from devices.emulated.cs import CsController, CsDashboardSession
from devices.emulated.cs_settings import EmulatedCsSettings
from devices.emulated.ec import LARGEST_ANSWER_BYTES, CallsSession, MonitorSession
from devices.emulated.ec import METHODS as EC_METHODS
from devices.emulated.ec_controller import EcController
from devices.emulated.ec_settings import EmulatedEcSettings
from devices.emulated.ur import WebSession
from devices.emulated.ur_controller import FAULTS, UrController
from devices.emulated.ur_dashboard import DashboardSession
from devices.emulated.ur_primary import PrimarySession
from devices.emulated.ur_rtde import MOST_RECIPES, RtdeSession
from devices.emulated.ur_settings import EmulatedUrSettings, PolyScope
from devices.protocol_elite_ec.lines import Request, request_line
from devices.protocol_rtde import setup
from devices.protocol_rtde.wire import Decoder, Kind, encode
from tests.devices.emulated.fake_arm import SwingingArm
from tests.devices.protocol_rtde.mutated_streams import a_message, damaged


def controller_of(polyscope):
    if polyscope == "cs":
        return CsController(EmulatedCsSettings("cs66"), SwingingArm())
    return UrController(EmulatedUrSettings("ur10e", PolyScope(polyscope)), SwingingArm())


@pytest.mark.parametrize("polyscope", ["3.15", "5.23", "cs"])
def test_damaged_requests_are_answered_or_end_the_connection(polyscope):
    random, ended, answered = np.random.default_rng(3), 0, 0
    for _ in range(400):
        controller = controller_of(polyscope)
        session = RtdeSession(controller)
        content = b"".join(encode(a_message(random, 2)) for _ in range(random.integers(1, 6)))
        if random.random() < 0.7:
            content = damaged(random, content)
        answer = session.take(encode(setup.protocol_request(1 if polyscope == "cs" else 2))) + session.take(
            content
        )
        answered += len(Decoder().feed(answer))
        controller.refresh()
        session.news()
        ended += session.is_over
        session.closed()
        assert controller.owner_of("input_int_register_24") is None
    assert ended > 50
    assert answered > 400


@pytest.mark.parametrize("make", [DashboardSession, CsDashboardSession, WebSession, PrimarySession])
def test_any_bytes_at_the_other_ports(make):
    random = np.random.default_rng(4)
    for _ in range(200):
        session = make(controller_of("cs" if make is CsDashboardSession else "5.23"))
        session.greeting()
        for _ in range(5):
            session.take(random.bytes(int(random.integers(0, 5000))))
        session.take(b"\r\n\r\nget serial number\nrobot -s\nstatus\n")
        session.news()
        session.closed()


def test_damaged_requests_to_a_controller_of_the_ec_series():
    random, answered = np.random.default_rng(5), 0
    controller = EcController(EmulatedEcSettings("ec66"), SwingingArm())
    requests = [
        Request("moveByJoint", {"targetPos": [1e308] * 8, "speed": "fast"}, 1),
        Request("cmd_set_payload", {"tool_num": -1, "m": None, "cog": {}}, 2),
        Request("get_tool_payload", {"tool_num": 1e9}, 3),
        Request("setSpeed", {"value": True}, 4),
        Request("set_servo_status", {}, 5),
        Request("stop", {}, 6),
    ]
    for _ in range(300):
        session = CallsSession(controller)
        content = b"".join(request_line(requests[int(place)]) for place in random.integers(0, 6, 4))
        if random.random() < 0.7:
            content = damaged(random, content)
        for answer in session.answers(content):
            assert len(answer) <= LARGEST_ANSWER_BYTES
            answered += 1
        monitor = MonitorSession(controller)
        monitor.take(random.bytes(int(random.integers(0, 300))))
        assert len(monitor.news()) == 1024
        controller.step(0.001)
        controller.refresh()
    assert answered > 400
    assert controller.state == 0


@pytest.mark.parametrize("method", sorted(EC_METHODS))
def test_every_answer_of_the_ec_series_fits_into_what_its_clients_take(method):
    controller = EcController(EmulatedEcSettings("ec612"), SwingingArm())
    (answer,) = CallsSession(controller).answers(request_line(Request(method, {}, 2**31)))
    assert len(answer) <= LARGEST_ANSWER_BYTES


def test_recipes_of_inputs_are_bounded():
    session = RtdeSession(controller_of("5.11"))
    request = encode(setup.input_request(["input_int_register_24"]))
    answers = Decoder().feed(session.take(request * 300))
    numbers = [setup.read_recipe_answer(message, protocol=1).recipe for message in answers]
    assert numbers == [*range(1, MOST_RECIPES + 1), *[0] * (300 - MOST_RECIPES)]


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_can_be_told_and_left(fault):
    controller = controller_of("5.11")
    session = RtdeSession(controller)
    FAULTS[fault](controller)
    for name in ("normal", "power-on", "release-brakes"):
        FAULTS[name](controller)
    controller.refresh()
    assert (controller.values["robot_mode"], controller.values["safety_status"]) == (7, 1)
    assert (
        session.take(encode(setup.output_request(["robot_mode"], frequency=1.0, protocol=1)))[2]
        == Kind.OUTPUTS
    )
