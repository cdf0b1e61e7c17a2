"""The emulated controller answers as a real one does: recipes, owners of inputs, readers that are late."""

import socket
import struct
from itertools import pairwise

import pytest

from devices.protocol_rtde import setup
from devices.protocol_rtde.setup import ControllerVersion, RecipeAnswer
from devices.protocol_rtde.wire import Kind, Message
from tests.devices.emulated.controllers import emulated_ur, wait_for
from tests.devices.emulated.rtde_client import rtde_client
from tests.waiting import LIMIT_S

MANY = ("timestamp", "actual_q", "actual_qd", "target_q", "target_qd", "actual_TCP_pose", "target_moment")


@pytest.fixture(scope="module")
def emulated():
    with emulated_ur() as controller:
        yield controller


@pytest.fixture
def client(emulated):
    with rtde_client(emulated.port) as found:
        assert setup.is_accepted(found.ask(setup.protocol_request(2)))
        yield found


def outputs(client, *names, frequency=500.0):
    request = setup.output_request(names, frequency=frequency, protocol=client.protocol)
    return setup.read_recipe_answer(client.ask(request), protocol=client.protocol)


def inputs(client, *names):
    answer = client.ask(setup.input_request(names))
    return setup.read_recipe_answer(answer, protocol=client.protocol)


def started(client):
    return setup.is_accepted(client.ask(Message(Kind.START)))


def test_it_tells_its_version(client):
    version = setup.read_version(client.ask(Message(Kind.CONTROLLER)).body)
    assert version == ControllerVersion(5, 11)


def test_an_unknown_field_is_not_found_and_a_new_recipe_is_taken_on_the_same_connection(client):
    answer = outputs(client, "timestamp", "actual_current_as_torque", "robot_mode")
    assert answer == RecipeAnswer(("DOUBLE", "NOT_FOUND", "INT32"), 0)
    assert not started(client)
    assert outputs(client, "robot_mode", "timestamp") == RecipeAnswer(("INT32", "DOUBLE"), 1)
    assert started(client)
    recipe, mode, _ = struct.unpack(">Bid", client.next(Kind.DATA).body)
    assert (recipe, mode) == (1, 7)


def test_version_1_has_neither_frequency_nor_number(emulated):
    with rtde_client(emulated.port, protocol=1) as client:
        assert outputs(client, "timestamp") == RecipeAnswer(("DOUBLE",))
        assert started(client)
        times = [struct.unpack(">d", client.next(Kind.DATA).body)[0] for _ in range(4)]
        assert [b - a for a, b in pairwise(times)] == pytest.approx([0.008] * 3)


def test_only_versions_1_and_2_are_spoken(client):
    assert not setup.is_accepted(client.ask(setup.protocol_request(3)))


def test_a_frequency_is_kept_by_leaving_cycles_out(client):
    outputs(client, "timestamp", frequency=100.0)
    assert started(client)
    times = [struct.unpack(">Bd", client.next(Kind.DATA).body)[1] for _ in range(3)]
    assert times[1] - times[0] == pytest.approx(0.01)


def test_an_input_has_one_owner_until_it_leaves(client, emulated):
    assert inputs(client, "input_int_register_24").recipe == 1
    with rtde_client(emulated.port) as other:
        other.ask(setup.protocol_request(2))
        assert inputs(other, "input_int_register_24", "nothing").types == ("IN_USE", "NOT_FOUND")
        assert inputs(other, "input_int_register_25") == RecipeAnswer(("INT32",), 1)
        # several recipes of one client; what is claimed may be claimed again by its owner
        assert inputs(client, "input_int_register_24").recipe == 2
        client.connection.close()
        wait_for(lambda: inputs(other, "input_int_register_24").recipe, what="the input to be free")


def test_an_input_is_read_back_as_an_output(client):
    inputs(client, "input_int_register_30", "speed_slider_mask", "speed_slider_fraction")
    outputs(client, "input_int_register_30", "speed_scaling")
    client.send(Kind.DATA, struct.pack(">BiId", 1, 42, 1, 0.25))
    client.send(Kind.DATA, struct.pack(">Bi", 9, 7))
    assert started(client)
    wait_for(lambda: struct.unpack(">Bid", client.next(Kind.DATA).body)[1:] == (42, 0.25))
    client.send(Kind.DATA, struct.pack(">BiId", 1, 42, 1, 1.0))
    wait_for(lambda: struct.unpack(">Bid", client.next(Kind.DATA).body)[2] == 1.0)


def test_a_pause_ends_the_packages_until_the_next_start(client):
    outputs(client, "timestamp")
    assert started(client)
    client.next(Kind.DATA)
    assert setup.is_accepted(client.ask(Message(Kind.PAUSE)))
    assert started(client)
    client.next(Kind.DATA)


def test_names_that_are_too_many_are_refused_with_a_text(client):
    names = [f"output_int_register_{number}" for number in range(48)] * 3
    client.connection.sendall(
        struct.pack(">HB", 3 + 8 + len(",".join(names)), Kind.OUTPUTS) + struct.pack(">d", 500.0)
        + ",".join(names).encode()
    )  # fmt: skip
    assert "too long" in setup.read_text(client.next(Kind.TEXT).body, protocol=2).text
    assert not started(client)


def test_a_client_that_sends_no_message_is_dropped(emulated):
    with socket.create_connection(("127.0.0.1", emulated.port), timeout=LIMIT_S) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n\r\n")
        assert connection.recv(10) == b""


def test_a_client_that_reads_four_bytes_and_leaves_ends_nothing(emulated, client):
    with rtde_client(emulated.port) as other:
        other.ask(setup.protocol_request(2))
        outputs(other, *MANY)
        other.connection.sendall(b"\0\3S")
        other.connection.recv(4)
    outputs(client, "timestamp")
    assert started(client)
    client.next(Kind.DATA)


def test_a_client_that_does_not_read_misses_packages_and_is_dropped():
    with emulated_ur() as controller:
        sockets = controller._sockets
        with rtde_client(controller.port) as lazy, rtde_client(controller.port) as other:
            lazy.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            for client in (lazy, other):
                client.ask(setup.protocol_request(2))
                outputs(client, *MANY)
                assert started(client)
            wait_for(lambda: [peer for peer in sockets.peers if peer.left_out], what="packages left out")
            controller.do(lambda: setattr(sockets, "dropped_after_s", 0.0))
            wait_for(lambda: other.next(Kind.DATA) and controller.dropped, what="the client to be dropped")
            assert len(sockets.peers) == 1
