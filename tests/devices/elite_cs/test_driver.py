"""The driver of the CS series against its emulated controller."""

import numpy as np
import pytest

from app.errors.text import error_text
from app.features.connection.controller_view import fact_lines, missing_words
from core.errors import BadRequest
from core.recording import Mark, Quantity, TorqueKind
from devices.capabilities import ControllerKind
from devices.controller import Lifecycle, PayloadSetting
from devices.controller_facts import ChannelKind, SerialSource
from devices.elite_cs.dashboard import _value_in, identity_by_dashboard
from devices.elite_cs.family import ELITE_CS
from devices.elite_cs.settings import CsSettings, parse_cs
from devices.errors import ConfigurationError, MotionRejected, ProtocolError, TransportError
from devices.family import Recognised
from devices.motion import Jog
from devices.protocol_rtde import setup
from devices.protocol_rtde.wire import Kind, encode
from devices.universal_robots.family import UNIVERSAL_ROBOTS
from devices.universal_robots.state import BOOTED_S
from tests.devices.emulated.controllers import emulated_cs, emulated_ur, wait_for
from tests.devices.emulated.fake_arm import JOINTS, KELVIN
from tests.devices.emulated.rtde_client import lines_to
from tests.devices.universal_robots.conftest import driven
from tests.devices.universal_robots.samples import error_of_stream, samples_of
from tests.devices.universal_robots.scripted_server import scripted_server


@pytest.fixture
def emulated():
    with emulated_cs(payload=2.5, seed=3) as controller:
        yield controller


@pytest.fixture
def arm(emulated):
    with driven(emulated.uri, robot="cs66") as found:
        yield found


def test_an_arm_is_read_with_all_its_quantities(arm):
    identity = arm.connect()
    assert (identity.serial, identity.model, identity.firmware) == ("EMULATED-3", "cs66", "2.14.5.0")
    found = arm.capabilities
    assert (found.kind, found.sample_rate, found.mark) == (ControllerKind.READ_ONLY, 250.0, Mark.SAID)
    assert found.torque_kind is TorqueKind.UNKNOWN
    block = samples_of(arm, 50)
    columns = block.columns
    assert set(columns) == set(found.quantities)
    assert np.array_equal(columns[Quantity.CURRENT][-1], 0.5 * JOINTS)
    assert np.array_equal(columns[Quantity.TORQUE][-1], 6.0 * JOINTS)
    assert columns[Quantity.TEMPERATURE][-1] == pytest.approx(KELVIN + JOINTS)
    assert np.diff(block.device_time) == pytest.approx(0.004, abs=1e-6)
    slope = np.gradient(columns[Quantity.POSITION], block.device_time, axis=0)
    assert columns[Quantity.VELOCITY][1:-1] == pytest.approx(slope[1:-1], abs=1e-4)
    assert arm.read_payload() == PayloadSetting(2.5, (0.0, 0.0, 0.0))


def test_the_expected_capabilities_are_those_that_are_found(arm):
    before = arm.capabilities
    arm.connect()
    assert before.quantities == arm.capabilities.quantities
    assert before.torque_kind is arm.capabilities.torque_kind


def test_packages_that_are_left_out_are_gaps(arm, emulated):
    arm.connect()
    samples_of(arm, 10)
    emulated.skip(7)
    wait_for(lambda: arm.counters.missed, what="the gap")
    assert arm.counters.missed == 7
    block = samples_of(arm, 10)
    steps = np.diff(block.sequence)
    assert np.array_equal(np.rint(np.diff(block.device_time) * 250.0), steps)


def test_stops_and_remarks_have_the_same_codes(arm, emulated):
    arm.connect()
    assert arm.remark == ("", {})
    for fault, code in (
        ("reduced", "ur-reduced-mode"),
        ("protective-stop", "protective-stop"),
        ("emergency-stop", "emergency-stop"),
    ):
        emulated.make_happen(fault)
        wait_for(lambda code=code: arm.remark[0] == code, what=code)
    assert arm.status.lifecycle is Lifecycle.FAULT


def test_a_young_clock_alone_does_not_count_as_booting(arm, emulated):
    emulated.power_cycle()
    wait_for(lambda: emulated.controller.timestamp > 0.5, what="the start of the controller")
    arm.connect()
    assert arm.state.timestamp < BOOTED_S
    assert arm.remark == ("ur-brakes-closed", {"mode": "power off"})


def test_a_mode_of_its_own_has_a_word(arm, emulated):
    arm.connect()
    emulated.spoil({"robot_mode": 9})
    wait_for(lambda: arm.remark[0] == "ur-brakes-closed", what="the mode")
    assert arm.remark[1] == {"mode": "waiting calibration"}


def test_a_restart_ends_the_stream(arm, emulated):
    arm.connect()
    samples_of(arm, 5)
    emulated.power_cycle()
    assert error_of_stream(arm).code in {"link-lost", "ur-restarted"}


def test_nothing_is_moved(arm):
    arm.connect()
    with pytest.raises(MotionRejected) as raised:
        arm.start(Jog(0, 0.1, 1.0))
    assert raised.value.code == "cs-read-only"
    assert "elite-cs:10.0.0.2?motion=allowed" in error_text(raised.value).one_line


def failing(uri, kind, *, robot="cs66"):
    with driven(uri, robot=robot) as arm:
        with pytest.raises(kind) as raised:
            arm.connect()
        return raised.value


def test_a_closed_port_says_where_to_look_at_the_pendant():
    with emulated_cs() as controller:
        port = controller.port
    error = failing(f"elite-cs:127.0.0.1?port={port}", TransportError)
    assert (error.code, error.facts["port"]) == ("cs-service-off", port)
    assert "RTSI" in error_text(error).one_line


def test_the_other_makers_controller_is_told_apart():
    with emulated_ur("5.11") as controller:
        # it takes version 1, whose layout differs: the recipe cannot be understood
        error = failing(f"elite-cs:127.0.0.1?port={controller.port}", ProtocolError)
    missing = ("timestamp", "actual_joint_positions")
    assert (error.code, error.facts["fields"]) == ("ur-field-missing", missing)
    assert "elite-cs:" in error_text(error).one_line
    with emulated_cs() as controller:
        error = failing(f"ur:127.0.0.1?port={controller.port}", ProtocolError, robot="ur10e")
    assert (error.code, error.facts["fields"]) == ("ur-field-missing", ("timestamp", "actual_q"))


def test_only_version_1_is_asked_for():
    requests = []
    refusal = {Kind.PROTOCOL: lambda _body: encode(setup.acceptance(Kind.PROTOCOL, accepted=False))}
    with scripted_server(refusal, requests=requests) as port:
        error = failing(f"elite-cs:127.0.0.1?port={port}", ProtocolError)
    assert (error.code, [message.body for message in requests]) == ("cs-protocol-refused", [b"\0\1"])


def test_another_serial_number(emulated):
    error = failing(f"{emulated.uri}&serial=CS66-1", ConfigurationError)
    assert error.facts == {"expected": "CS66-1", "found": "EMULATED-3"}


def test_another_type_than_the_described_one(emulated):
    with driven(emulated.uri, robot="cs612") as arm:
        assert arm.connect().model == "cs66"
    with driven(emulated.uri, robot="ur10e") as arm:  # a description of another maker is not compared
        assert arm.connect().model == ""


def test_answers_of_the_dashboard():
    assert _value_in("Robot serial number: CS0600123\r") == "CS0600123"
    assert _value_in("CS66") == "CS66"
    assert _value_in("Unknown command: robot -s please") == ""


def test_the_dashboard_ends_its_answers_as_the_maker_does(emulated):
    assert identity_by_dashboard("127.0.0.1", emulated.port - 5) == ("EMULATED-3", "CS66")
    with lines_to(emulated.port - 5) as (_greeting, ask):
        assert ask("robotMode") == "robotMode: RUNNING"
        assert ask("safety -s") == "Safety status: NORMAL"
        assert ask("play") == "Starting task"
        assert ask("task -s") == "Task is running"
        assert "Target Speed Fraction: 100" in ask("status")
        emulated.make_happen("protective-stop")
        assert ask("safety -s") == "Safety status: PROTECTIVE_STOP"
        assert ask("unlockProtectiveStop") == "Protective stop unlocking..."
        assert ask("safety -s") == "Safety status: NORMAL"
        assert ask("robotControl -off") == "Powering off"
        assert ask("robotMode") == "robotMode: POWER_OFF"


@pytest.mark.parametrize(
    "uri",
    [
        "elite-cs:10.0.0.2",
        "elite-cs:robot.local?rate=125&serial=A1&port=31004",
        "elite-cs:10.0.0.2?motion=allowed&kind=closed",
        "elite-cs:10.0.0.2?torque=motor-torque",
    ],
)
def test_a_name_survives_reading_and_writing(uri):
    assert parse_cs(uri).uri == uri


@pytest.mark.parametrize(
    ("uri", "code"),
    [
        ("elite-cs:", "unknown-controller"),
        ("elite-cs:10.0.0.2?rate=251", "controller-bad-value"),
        ("elite-cs:10.0.0.2?web=80", "controller-unknown-setting"),
        ("elite-cs:10.0.0.2?torque=motor-current", "controller-bad-value"),
        ("elite-cs:10.0.0.2?torque=unknown", "controller-bad-value"),
        ("ur:10.0.0.2", "unknown-controller"),
    ],
)
def test_what_names_no_arm_is_refused(uri, code):
    with pytest.raises(BadRequest) as raised:
        parse_cs(uri)
    assert raised.value.code == code


def test_settings_hold_their_bounds_wherever_they_are_made():
    with pytest.raises(BadRequest):
        CsSettings("10.0.0.2", rate=500)


def test_the_facts_say_what_is_unknown(arm):
    arm.connect()
    facts = arm.facts
    assert (facts.model, facts.software, facts.serial_source) == ("CS66", "2.14.5.0", SerialSource.CONTROLLER)
    kinds = {channel.quantity: channel.kind for channel in facts.channels}
    assert kinds.pop(Quantity.TORQUE) is ChannelKind.UNKNOWN
    assert set(kinds.values()) == {ChannelKind.MEASURED}
    assert [missing.code for missing in facts.missing] == ["one-encoder"]
    said = [words for _, words in fact_lines(facts)]
    (unknown,) = [words for words in said if "unknown" in words]
    assert unknown.startswith("How the maker makes it is unknown: torque (actual_joint_torques).")
    assert "torque of the motors" in unknown


@pytest.mark.parametrize(
    ("torque", "channel"),
    [
        ("motor-torque", ChannelKind.CONVERTED),
        ("link-sensor", ChannelKind.MEASURED),
        ("model", ChannelKind.MODEL),
    ],
)
def test_a_kind_that_was_found_is_that_of_the_recordings(emulated, torque, channel):
    with driven(f"{emulated.uri}&torque={torque}", robot="cs66") as arm:
        assert arm.capabilities.torque_kind is TorqueKind(torque)
        arm.connect()
        assert arm.capabilities.torque_kind is TorqueKind(torque)
        kinds = {one.quantity: one.kind for one in arm.facts.channels}
        assert kinds[Quantity.TORQUE] is channel


def test_a_silent_dashboard_is_told(arm, monkeypatch):
    monkeypatch.setattr("devices.elite_cs.controller.DASHBOARD_BELOW", -1)
    assert arm.connect().serial == ""
    missing = arm.facts.missing[0]
    assert missing.code == "cs-serial-silent"
    assert "29999" in missing_words(missing)


def test_a_search_tells_the_makers_apart(emulated):
    cs, ur = (family.network.recognise for family in (ELITE_CS, UNIVERSAL_ROBOTS))
    assert cs("127.0.0.1", emulated.port) == Recognised(model="CS66", version="2.14", serial="EMULATED-3")
    with pytest.raises(ProtocolError):
        ur("127.0.0.1", emulated.port)
    with emulated_ur("5.11") as other:
        assert ur("127.0.0.1", other.port).serial == "20000000000"
        with pytest.raises(ProtocolError):
            cs("127.0.0.1", other.port)


def test_the_program_emulates_one_itself():
    with driven("emulated:elite-cs:cs66?payload=1.25", robot="cs66") as arm:
        assert arm.connect().model == "cs66"
        assert arm.capabilities.mark is Mark.VIRTUAL
        assert arm.capabilities.torque_kind is TorqueKind.UNKNOWN
        assert samples_of(arm, 5).count >= 5
