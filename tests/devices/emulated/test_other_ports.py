"""Dashboard, primary ports and web service of the emulated controller."""

import http.client
import json
import socket
import struct

import pytest

from devices.errors import TransportError
from devices.virtual.firmware.plant import PERIOD_S
from tests.devices.emulated.commanded_arm import CommandedArm
from tests.devices.emulated.controllers import emulated_ur, wait_for
from tests.devices.emulated.fake_arm import JOINTS
from tests.devices.emulated.rtde_client import lines_to
from tests.waiting import LIMIT_S


def test_the_dashboard_tells_and_powers_the_arm():
    with emulated_ur() as controller, lines_to(controller.port - 5) as (greeting, ask):
        assert greeting == "Connected: Universal Robots Dashboard Server"
        assert ask("get serial number") == "20000000000"
        assert ask("get robot model") == "UR10"
        assert ask("PolyscopeVersion").startswith("URSoftware 5.11.0.0 (")
        assert ask("is in remote control") == "true"
        controller.set_remote(remote=False)
        assert ask("is in remote control") == "false"
        assert ask("power off") == "Powering off"
        assert ask("robotmode") == "Robotmode: POWER_OFF"
        assert ask("brake release") == "Brake releasing"
        assert ask("robotmode") == "Robotmode: POWER_OFF"
        assert ask("power on") == "Powering on"
        assert ask("robotmode") == "Robotmode: IDLE"
        ask("brake release")
        assert ask("robotmode") == "Robotmode: RUNNING"
        controller.make_happen("protective-stop")
        assert ask("safetystatus") == "Safetystatus: PROTECTIVE_STOP"
        assert ask("unlock protective stop") == "Protective stop releasing"
        assert ask("safetystatus") == "Safetystatus: NORMAL"
        assert ask("dance") == "could not understand: 'dance'"
        assert ask("quit") == "Disconnected"


def test_a_program_needs_an_arm_that_is_ready():
    with emulated_ur() as controller, lines_to(controller.port - 5) as (_, ask):
        controller.make_happen("safeguard-stop")
        ask("play")
        assert ask("running") == "Program running: false"
        controller.make_happen("normal")
        ask("play")
        assert ask("running") == "Program running: true"
        controller.make_happen("emergency-stop")
        assert ask("programState") == "STOPPED emulated.urp"
        arm = controller.controller._arm
        assert arm.orders == ["brakes open", "halt", "sway", "halt", "brakes closed"]


def test_a_controller_that_makes_up_for_a_halt_counts_no_silence_for_it():
    beat = "input_int_register_24"
    program = (
        "def torsion_run():\n"
        f'  rtde_set_watchdog("{beat}", 0.5, "stop")\n'
        "  movej([3.0, -1.4, 1.2, -1.3, -1.5, 0.2], a=1.0, v=0.05)\n"
        "end\n"
    )
    with emulated_ur(arm=CommandedArm()) as emulated:
        controller = emulated.controller
        emulated.do(lambda: controller.programs.take(program))
        emulated.do(lambda: controller.write({beat: 1}))

        def make_up_for_a_halt():
            for _ in range(round(2.5 / PERIOD_S)):
                controller.forgive(PERIOD_S)
                controller.step(PERIOD_S)

        emulated.do(make_up_for_a_halt)
        assert controller.programs.is_under_way, "the client was silent for less than 2 s"


def test_an_older_dashboard_does_not_know_the_newer_commands():
    with emulated_ur("3.15") as controller, lines_to(controller.port - 5) as (_, ask):
        assert ask("is in remote control").startswith("could not understand")
        assert ask("safetymode") == "Safetymode: NORMAL"


def test_the_primary_port_sends_its_version_first_and_then_its_state():
    with (
        emulated_ur() as controller,
        socket.create_connection(("127.0.0.1", controller.port - 3), timeout=LIMIT_S) as connection,
    ):
        file = connection.makefile("rb")

        def message():
            (size,) = struct.unpack(">I", file.read(4))
            return file.read(size - 4)

        version = message()
        assert (version[0], version[10]) == (20, 3)
        assert b"URControl" in version
        times = []
        for _ in range(3):
            state = message()
            assert state[0] == 16
            size, kind, stamp = struct.unpack_from(">IBQ", state, 1)
            assert (size, kind) == (47, 0)
            times.append(stamp * 1e-6)
            modes = struct.unpack_from(">7?BB3d", state, 1 + 5 + 8)
            assert modes[:3] == (True, True, True)
            assert (modes[7], modes[9], modes[10]) == (7, 1.0, 1.0)
            size, kind = struct.unpack_from(">IB", state, 1 + 47)
            assert (size, kind) == (5 + 6 * 41, 1)
            current = struct.unpack_from(">f", state, 1 + 47 + 5 + 24)[0]
            assert current == pytest.approx(0.5 * JOINTS[0])
        assert times[2] - times[1] == pytest.approx(0.1, abs=0.003)
        file.close()


@pytest.mark.parametrize(("polyscope", "status"), [("10.11", 404), ("10.14", 200)])
def test_the_web_service_tells_who_it_is_from_its_newer_versions_on(polyscope, status):
    with emulated_ur(polyscope) as controller:

        def get(path):
            connection = http.client.HTTPConnection("127.0.0.1", controller.port + 6, timeout=LIMIT_S)
            connection.request("GET", f"/universal-robots/robot-api{path}")
            answer = connection.getresponse()
            content = json.loads(answer.read())
            connection.close()
            return answer.status, content

        found, content = get("/system/v1/information")
        assert found == status
        if status == 200:
            assert content == {"serialNumber": "20000000000", "robotType": "UR10"}
        assert get("/robotstate/v1/robotmode") == (200, {"mode": "RUNNING"})
        assert get("/nothing")[0] == 404
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", controller.port - 5), timeout=LIMIT_S)


def test_a_port_that_is_taken_is_named():
    with emulated_ur() as controller:
        with pytest.raises(TransportError) as raised, emulated_ur(port=controller.port):
            pass
        assert raised.value.code == "port-busy"


def test_a_controller_that_boots_has_no_open_port():
    with emulated_ur(boot_s=0.3) as controller:
        controller.power_cycle()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", controller.port), timeout=LIMIT_S)

        def connected():
            try:
                return socket.create_connection(("127.0.0.1", controller.port), timeout=LIMIT_S)
            except ConnectionRefusedError:
                return None

        wait_for(connected, what="the port").close()
        assert controller.controller.timestamp < 30.0
