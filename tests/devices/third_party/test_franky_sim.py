"""The driver with a controller that others wrote: ``pip install franky-sim`` (1.0.4), physics by MuJoCo.

It speaks the maker's protocol on the standard port only, so each simulated arm has a loopback address of its
own. It is moved by the maker's client (``pylibfranka``), on Linux alone.
"""

import importlib.util
import os
import subprocess
import sys

import numpy as np
import pytest

from core.excitation.trajectories import FourierTrajectory
from core.recording import Quantity
from core.robot.library import load_robot
from core.storage.visit import Visit
from devices.controller import Lifecycle, PayloadSetting, StopLevel
from devices.errors import TransportError
from devices.franka.recognising import recognise
from devices.motion import Jog, MotionEnd, MoveTo, RunTrajectory
from tests.devices.emulated.controllers import wait_for
from tests.devices.franka.rig import driver
from tests.devices.third_party.simulated_franka import MISSING, PYTHON, moved, simulated, weighed
from tests.waiting import LIMIT_S, wait_until

pytestmark = pytest.mark.skipif(not PYTHON or not sys.platform.startswith("linux"), reason=MISSING)
needs_client = pytest.mark.skipif(
    importlib.util.find_spec("pylibfranka") is None or "TORSION_FRANKY_SIM_PYTHON" not in os.environ,
    reason="moved by pylibfranka only where TORSION_FRANKY_SIM_PYTHON is named, on a quiet computer: "
    "that client gives up after a second without a state",
)
ROBOT = load_robot("fr3")
NEAR_RAD = 0.01
"""Its position controller has no integral: friction keeps a joint this far from its target."""


@pytest.fixture(scope="module")
def arm():
    with simulated("127.0.7.1") as found:
        yield found


def taken(controller, count):
    blocks, number = [], 0
    while number < count:
        block = controller.read(LIMIT_S)
        assert block is not None, "no samples come"
        blocks.append(block)
        number += block.count
    return {name: np.concatenate([each.columns[name] for each in blocks]) for name in blocks[0].columns}


def test_states_come_from_another_address_of_the_computer_that_serves(arm):
    # it binds its port to every address, so the states come from 127.0.0.1
    with driver(f"franka:{arm.host}") as controller:
        columns = taken(controller, 500)
        assert controller.counters.frames >= 500
    truth = arm.truth()
    assert columns[Quantity.POSITION][-1] == pytest.approx(truth["q"], abs=1e-3)
    # asked a little later, and the arm still settles after its start
    assert columns[Quantity.TORQUE][-1] == pytest.approx(truth["tau"], abs=0.5)
    assert not columns[Quantity.MOTOR_POSITION].any(), "franky-sim now sends theta: take this note out"


def test_a_search_finds_it_and_leaves_it_alive(arm):
    assert recognise(arm.host, 1337).version.startswith("FCI")
    with driver(f"franka:{arm.host}") as controller:
        taken(controller, 50)


def test_its_load_is_set_and_read_back(arm):
    with driver(f"franka:{arm.host}") as controller:
        told = controller.write_payload(PayloadSetting(1.25, (0.01, 0.0, 0.05)))
        assert (told.mass, told.center) == (pytest.approx(1.25), pytest.approx((0.01, 0.0, 0.05), abs=1e-6))
        assert arm.truth()["load"] == 1.25
        assert controller.write_payload(PayloadSetting(0.0, (0.0, 0.0, 0.0))).mass == 0.0


def test_a_second_client_waits_in_vain_and_the_first_goes_on(arm, monkeypatch):
    """It serves one client; the next waits until that one leaves. A controller of the maker changes over."""
    monkeypatch.setattr("devices.franka.conversation.ANSWER_TIMEOUT_S", 0.5)
    with driver(f"franka:{arm.host}") as controller:
        taken(controller, 50)
        with pytest.raises(TransportError, match="no-answer"), driver(f"franka:{arm.host}"):
            pass
        taken(controller, 50)
        assert controller.status.lifecycle is Lifecycle.CONNECTED


def test_a_power_supply_that_fails_ends_the_stream_with_a_reason():
    with simulated("127.0.7.2") as arm, driver(f"franka:{arm.host}") as controller:
        taken(controller, 50)
        arm.kill()
        wait_for(lambda: controller.status.lifecycle is Lifecycle.LOST, what="the connection to be lost")
        assert controller.status.fault_code in {"franka-taken-over", "link-lost"}


def test_a_recording_has_no_motor_encoders_and_the_list_is_short(arm, tmp_path):
    visit = tmp_path / "visit.h5"
    words = ("run", "record", "1", "--controller", f"franka:{arm.host}", "--robot", "fr3")
    done = subprocess.run(
        [sys.executable, "-m", "app", *words, "--into", str(visit)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode in {0, 1}, done.stderr
    assert done.stdout.count("(D-108)") == 1, "one line about all ranges"
    assert done.stdout.count("(D-135)") == 1, "one line about what does not come"
    with Visit.open(visit) as opened:
        recording = opened.recording(opened.labels[0])
        assert set(recording.columns) == {Quantity.POSITION, Quantity.VELOCITY, Quantity.TORQUE}
        assert [event.code for event in recording.events].count("not-delivered") == 1


def pose():
    return ROBOT.position_from_reported(np.array([0.0, 0.0, 0.0, -1.57, 0.0, 1.57, 0.785]))


def arrived(arm, target):
    wait_until(
        lambda: np.allclose(arm.truth()["q"], ROBOT.position_as_reported(target), atol=NEAR_RAD),
        "the arm at its target",
    )


@needs_client
class TestMoved:
    """Motions through the maker's client, each in a simulation of its own, so that none waits for another."""

    def test_a_joint_is_jogged_and_a_pose_is_reached(self):
        with simulated("127.0.7.3") as arm, moved(arm.host) as controller:
            controller.arm()
            motion = controller.start(Jog(joint=6, angle=0.05, speed=0.1))
            wait_until(lambda: motion.outcome is not None, "the jog to end")
            assert motion.outcome is MotionEnd.FINISHED, motion.error
            target = pose()
            target[6] += 0.05
            arrived(arm, target)
            target[[0, 3]] += 0.1
            motion = controller.start(MoveTo(target, 0.3))
            wait_until(lambda: motion.outcome is not None, "the move to end")
            assert motion.outcome is MotionEnd.FINISHED, motion.error
            arrived(arm, target)

    def test_stop_ends_an_excitation(self):
        with simulated("127.0.7.4") as arm, moved(arm.host) as controller:
            controller.arm()
            sines = np.outer(np.ones(7), [0.2, -0.2])
            path = FourierTrajectory(4.0, q0=pose(), a=sines, b=np.zeros((7, 2)))
            motion = controller.start(RunTrajectory(path))
            wait_until(lambda: motion.progress > 0.05, "the excitation to go on")
            controller.stop(StopLevel.CONTROLLED)
            wait_until(lambda: motion.outcome is not None, "the end")
            assert motion.outcome is MotionEnd.STOPPED
            assert motion.progress < 0.8, "it went on to its end"
            wait_until(lambda: np.abs(arm.truth()["dq"]).max() < NEAR_RAD, "an arm that stands")

    def test_its_power_fails_while_it_moves(self):
        with simulated("127.0.7.5") as arm, moved(arm.host) as controller:
            controller.arm()
            target = pose()
            target[0] += 1.0
            motion = controller.start(MoveTo(target, 0.05))
            wait_until(lambda: motion.progress > 0.02, "the motion to go on")
            arm.kill()
            wait_until(lambda: motion.outcome is not None, "the end")
            assert motion.outcome is MotionEnd.FAILED
            wait_until(lambda: controller.status.lifecycle is Lifecycle.LOST, "the connection to be lost")

    def test_a_body_is_weighed_by_typed_commands(self, tmp_path):
        """Its mass is that of MuJoCo's model within 1 %, mass and centre within their 95 % intervals."""
        mass, *center = load = (1.0, 0.02, -0.01, 0.08)
        found = weighed(tmp_path / "visit.h5", "127.0.7.6", load)
        assert found["mass"] == pytest.approx(mass, rel=0.01)
        off = [found["mass"] - mass, *(np.array(found["center_of_mass"]) - center)]
        assert (np.abs(off) <= 1.96 * np.array([found["mass_std"], *found["center_of_mass_std"]])).all()
        assert set(found["verdict"].values()) == {"good"}
