"""An EC arm is read from its monitor; what is wrong with it is said."""

import contextlib
import socket
import threading

import numpy as np
import pytest

from app.errors.text import error_text
from app.features.connection.controller_view import fact_lines
from core.recording import LinkPosition, Mark, Quantity, TorqueKind
from devices.capabilities import ControllerKind
from devices.controller import Lifecycle, PayloadSetting
from devices.controller_facts import ChannelKind, SerialSource
from devices.elite_ec.family import ELITE_EC
from devices.elite_ec.settings import TorqueUnit
from devices.errors import ConfigurationError, DataQualityError, MotionRejected, ProtocolError, TransportError
from devices.family import Recognised
from devices.protocol_elite_ec.lines import Answer, answer_line
from tests.devices.emulated.controllers import PATIENCE_S, emulated_ec, emulated_ur, wait_for
from tests.devices.emulated.fake_arm import JOINTS, KELVIN
from tests.devices.universal_robots.conftest import driven
from tests.devices.universal_robots.samples import error_of_stream, samples_of


@pytest.fixture
def emulated():
    with emulated_ec(payload=2.5, seed=3) as controller:
        yield controller


@pytest.fixture
def arm(emulated):
    with driven(emulated.uri, robot="ec66") as found:
        yield found


def test_an_arm_is_read_with_all_its_quantities(arm):
    identity = arm.connect()
    assert (identity.serial, identity.model) == ("EMULATED-3", "ec66")
    assert identity.firmware.startswith("v3.5")
    found = arm.capabilities
    assert (found.kind, found.sample_rate, found.mark) == (ControllerKind.READ_ONLY, 125.0, Mark.SAID)
    assert found.torque_kind is TorqueKind.UNKNOWN
    assert (found.link_position, found.has_link_encoders) == (LinkPosition.COMPUTED, False)
    assert not found.stops_when_host_silent
    block = samples_of(arm, 60)
    columns = block.columns
    assert set(columns) == set(found.quantities)
    assert np.array_equal(columns[Quantity.TORQUE][-1], 6.0 * JOINTS)
    assert columns[Quantity.TEMPERATURE][-1] == pytest.approx(KELVIN + JOINTS)
    assert np.diff(block.sequence).tolist() == [1] * (block.count - 1)
    assert np.diff(block.device_time) == pytest.approx(0.008, abs=2e-4)
    slope = np.gradient(columns[Quantity.POSITION], block.device_time, axis=0)
    assert columns[Quantity.VELOCITY][1:-1] == pytest.approx(slope[1:-1], abs=0.02)
    assert arm.read_payload() == PayloadSetting(2.5, (0.0, 0.0, 0.0))
    assert arm.status.payload_mass == 2.5
    assert arm.status.lifecycle is Lifecycle.CONNECTED


@pytest.mark.parametrize(
    ("frame", "missing"),
    [
        (366, {Quantity.VELOCITY, Quantity.TEMPERATURE}),
        (607, {Quantity.TEMPERATURE}),
        (639, {Quantity.TEMPERATURE}),
        (1024, set()),
    ],
)
def test_frames_of_every_software_are_read(frame, missing):
    with emulated_ec(frame=frame) as controller, driven(controller.uri, robot="ec66") as arm:
        arm.connect()
        block = samples_of(arm, 10)
        everything = {
            Quantity.POSITION,
            Quantity.VELOCITY,
            Quantity.TORQUE,
            Quantity.TEMPERATURE,
        }
        assert set(block.columns) == everything - missing
        assert [code for code, _ in arm.missing] == (["ec-software-old"] if frame == 366 else [])


def test_what_it_is_and_keeps_back_is_told(arm):
    arm.connect()
    facts = arm.facts
    assert (facts.model, facts.serial_source) == ("EC66", SerialSource.TYPED)
    kinds = {channel.quantity: channel.kind for channel in facts.channels}
    assert kinds[Quantity.TORQUE] is ChannelKind.UNKNOWN
    words = " ".join(words for _, words in fact_lines(facts))
    assert "It is taken as N·m" in words
    assert "computes the position of a joint from that of its motor" in words


def test_torques_of_another_unit_are_converted_where_the_address_says_so():
    emulated = emulated_ec(torque=TorqueUnit.PER_MILLE)
    with emulated as controller, driven(f"{controller.uri}&torque=per-mille", robot="ec66") as arm:
        arm.connect()
        assert samples_of(arm, 5).columns[Quantity.TORQUE][-1] == pytest.approx(6.0 * JOINTS)


def test_frames_that_are_left_out_are_gaps(arm, emulated):
    arm.connect()
    samples_of(arm, 60)
    emulated.skip(7)
    wait_for(lambda: arm.counters.missed, what="the gap")
    assert arm.counters.missed == 7
    emulated.set_clock(-600.0)
    wait_for(lambda: arm.note[0] == "ec-clock-set", what="the clock")
    assert arm.note[1]["seconds"] == pytest.approx(-600.0, abs=0.1)
    assert arm.counters.missed == 7


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("emergency-stop", "emergency-stop"),
        ("collision", "protective-stop"),
        ("alarm", "ec-alarm"),
    ],
)
def test_stops_are_told_and_left(arm, emulated, fault, code):
    arm.connect()
    emulated.make_happen(fault)
    wait_for(lambda: arm.status.lifecycle is Lifecycle.FAULT, what=fault)
    assert (arm.status.fault_code, arm.remark[0]) == (code, code)
    assert arm.missing[0][0] == code
    emulated.make_happen("normal")
    wait_for(lambda: arm.status.lifecycle is Lifecycle.CONNECTED, what="its end")


def test_an_arm_that_is_only_read_is_left_alone(arm, emulated):
    arm.connect()
    for act in (arm.arm, lambda: arm.write_payload(PayloadSetting(1.0))):
        with pytest.raises(MotionRejected) as raised:
            act()
        assert raised.value.code in {"ec-read-only", "payload-not-offered"}
    assert "motion=allowed" in error_text(MotionRejected("ec-read-only", controller=arm.uri)).one_line
    arm.stop()
    assert emulated.controller.payloads == {0: (2.5, [0.0, 0.0, 0.0])}


def test_values_that_no_arm_can_have(arm, emulated):
    arm.connect()
    emulated.do(lambda: emulated.controller.spoilt.update(torque=np.nan, temperature_celsius=1e308))
    wait_for(lambda: np.isnan(samples_of(arm, 5).columns[Quantity.TORQUE][-1]).all())
    assert np.isnan(samples_of(arm, 5).columns[Quantity.TEMPERATURE][-1]).all()
    emulated.do(lambda: emulated.controller.spoilt.update(position_deg=np.inf))
    error = error_of_stream(arm)
    assert isinstance(error, DataQualityError)
    assert error.code == "ec-value-impossible"


def test_an_external_axis_that_moves_is_noticed(arm, emulated):
    arm.connect()
    samples_of(arm, 5)

    def move():
        emulated.controller.others[0] += 1.0

    emulated.do(move)
    wait_for(lambda: "ec-axis-moves" in [code for code, _ in arm.missing])


def test_a_power_cycle_loses_the_link_and_is_connected_again(arm, emulated):
    arm.connect()
    emulated.power_cycle()
    wait_for(lambda: arm.status.lifecycle is Lifecycle.LOST, what="the loss")
    error = error_of_stream(arm)
    assert isinstance(error, TransportError)

    def again():
        try:
            return arm.connect()
        except TransportError:
            return None

    assert wait_for(again).serial == "EMULATED-3"
    assert [code for code, _ in arm.missing] == ["not-remote"]


def test_another_maker_s_controller_is_refused():
    with emulated_ur() as other, driven(f"elite-ec:127.0.0.1?port={other.port}", robot="ec66") as arm:
        with pytest.raises((ProtocolError, TransportError)) as raised:
            arm.connect()
        assert raised.value.code in {"no-answer", "ec-other-arm", "closed-at-once"}


def test_an_arm_with_another_number_of_joints_is_refused(emulated):
    with driven(emulated.uri, robot="lwr4") as arm, pytest.raises(ConfigurationError) as raised:
        arm.connect()
    assert raised.value.code == "wrong-joint-count"


def test_the_wrong_description_is_known_by_its_flange_and_type(emulated):
    with driven(emulated.uri, robot="ec612") as arm:
        assert arm.connect().model == "ec66"
        assert "ec-pose-differs" in [code for code, _ in arm.missing]


def test_a_closed_port_is_named():
    with driven("elite-ec:127.0.0.1?port=9", robot="ec66") as arm, pytest.raises(TransportError) as raised:
        arm.connect()
    assert raised.value.code == "ec-service-off"
    assert "8055" in error_text(raised.value).action


def test_a_search_recognises_it(emulated):
    assert ELITE_EC.network.recognise("127.0.0.1", emulated.port) == Recognised("EC66", "v3.5.0.0")
    with emulated_ur() as other, pytest.raises((ProtocolError, TransportError)):
        ELITE_EC.network.recognise("127.0.0.1", other.port)


@pytest.fixture
def scripted():
    """A server that answers each request by a function of its text; the port, and the function's place."""
    answers, ended = {}, threading.Event()

    def serve(listener):
        while not ended.is_set():
            with contextlib.suppress(OSError):
                connection, _ = listener.accept()
                talk(connection)

    def talk(connection):
        with connection:
            connection.settimeout(PATIENCE_S)
            while content := connection.recv(4096):
                for part in answers["to"](content):
                    connection.sendall(part)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.05)
        thread = threading.Thread(target=serve, args=(listener,))
        thread.start()
        yield listener.getsockname()[1], answers
        ended.set()
        thread.join()


def test_answers_are_matched_by_their_number_in_whatever_pieces_they_come(scripted):
    from devices.elite_ec.calls import Calls

    port, answers = scripted

    def to(content):
        number = int(content.rpartition(b":")[2].rstrip(b"}\n"))
        late = answer_line(Answer(number - 1, "of the request before"))
        own = answer_line(Answer(number, [1.0, 2.0]))
        return [late + own[:5], own[5:9], own[9:]]

    answers["to"] = to
    calls = Calls("127.0.0.1", port)
    for _ in range(3):
        assert calls.numbers("get_joint_pos", 2) == [1.0, 2.0]
    answers["to"] = lambda content: [b'{"id": %s}\n' % content.rpartition(b":")[2].rstrip(b"}\n")]
    with pytest.raises(ProtocolError) as raised:
        calls.ask("stop")
    assert raised.value.code == "ec-answer"
    answers["to"] = to
    assert calls.numbers("get_joint_pos", 2) == [1.0, 2.0], "over a new connection"
    calls.close()
    with pytest.raises(TransportError):
        calls.ask("stop")
