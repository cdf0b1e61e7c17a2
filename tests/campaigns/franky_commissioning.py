"""A Franka arm whose controller and physics others wrote is commissioned, against MuJoCo's own masses.

``franky-sim`` (PyPI, 1.0.4) serves the maker's protocol over MuJoCo's ``fr3.xml``; the maker's client
(``pylibfranka``) moves it. Its ``tau_J`` is the torque that is applied to the joint, with all friction and
rotors behind it, where a real arm has a sensor behind the gear: it is recorded as the motors' torque, which
it is. While the arm moves, the simulation waits for each set-point, so that no busy computer is in the
figures; the gains of its wrist are lowered, because with its own they chatter.

Two excitations are identified; the model predicts a third motion, which nobody ran, against MuJoCo's inverse
dynamics. What is left lies in the light joints where they turn round: MuJoCo's dry friction is a soft
constraint and changes its sign some 10 ms before the speed does, which no form of friction says. A body is
added under the flange, of which the controller knows nothing, and found from the same motion; another one is
found by commands that are typed: ``torsion run payload`` without and with it, then ``torsion payload``. These
bear with states that come late, which the program itself does not: it refuses to move over a busy computer.
"""

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from _measurement import REPOSITORY, write_measurement

from app.arm.circumstances import Circumstances
from core.excitation.trajectories.fourier import FourierTrajectory
from core.excitation.unplanned_motions import random_motion
from core.recording import FloatArray, Mark, Origin, Quantity, Recording, TorqueKind
from core.robot.library import load_robot
from core.robot.model import RobotModel
from core.storage.visit import Visit
from devices.acquisition.acquisition import Acquisition
from devices.controller import Controller
from devices.franka.controller import capabilities_of
from devices.motion import MotionEnd, MotionPlan, MoveTo, RunTrajectory
from tests.devices.third_party.simulated_franka import MISSING, PYTHON, moved, simulated, weighed
from tests.waiting import wait_until

ROBOT, SEED = "fr3", 1
HOST = "127.0.9.1"
HOME = np.array([0.0, 0.0, 0.0, -1.57, 0.0, 1.57, 0.785])
"""Where the simulated arm begins."""
PERIOD_S, CYCLES, FRESH_S = 10.0, 2, 20.0
LOAD_KG, LOAD_CENTER = 2.0, (0.02, -0.01, 0.08)
TYPED_KG = 1.0
"""Mass of the body that is weighed by typed commands, at the same place."""
MOST_OFF = 0.02
"""Relative error of the model on fresh motion, of all joints together."""
MOST_MASS_OFF = 0.01
WORST = "largest error of the load over its 95 %"
ALL = "all joints"
RATE_HZ = 500.0
PER_STD = 1.96


def main() -> int:
    """Run the campaign; ``--quick`` takes one short excitation, and judges that it comes to its end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short excitation, no load")
    parser.add_argument("--visit", type=Path, help="keep the recordings here, and go on with those in it")
    asked = parser.parse_args()
    quick, visit = asked.quick, asked.visit
    if not PYTHON:
        print(MISSING)
        return 0 if quick else 2
    with tempfile.TemporaryDirectory() as folder:
        numbers = commission(visit or Path(folder) / "visit.h5", quick=quick)
    print(json.dumps(numbers, indent=2))
    if quick:
        return 0 if np.isfinite(list(numbers.values())).all() else 1
    write_measurement("franky_commissioning", seed=SEED, numbers=numbers)
    is_good = numbers[f"fresh motion, {ALL}"] <= MOST_OFF
    for how in ("", "by typed commands: "):
        is_good &= abs(numbers[f"{how}mass off, share"]) <= MOST_MASS_OFF
        is_good &= numbers[f"{how}{WORST}"] <= 1.0
    return 0 if is_good else 1


def commission(visit: Path, *, quick: bool) -> dict[str, float]:
    """Excite, identify, predict a fresh motion, and weigh a body; what is found against what is true."""
    robot = load_robot(ROBOT)
    if not visit.exists():
        text = (REPOSITORY / "resources" / "robots" / f"{ROBOT}.toml").read_text("utf-8")
        Visit.create(visit, robot_toml=text).close()
    period = PERIOD_S / 2 if quick else PERIOD_S
    motions = [_motion(robot, SEED + number, period) for number in range(1 if quick else 2)]
    excite(robot, visit, {f"run {number}": motion for number, motion in enumerate(motions)})
    unseen = fresh(robot, _motion(robot, SEED + 9, FRESH_S))
    with Visit.open(visit) as opened:
        if unseen.label not in opened.labels:
            opened.add_recording(unseen)
    runs = [f"run {number}" for number in range(len(motions))]
    found = _command("identify", str(visit), "--fit", *runs, "--validate", "fresh")
    (checked,) = found["validation"]
    size = float(np.sqrt(np.mean(np.square(unseen.columns[Quantity.TORQUE][:]), axis=0).sum()))
    shares = {
        **{f"J{number}": error for number, error in enumerate(checked["relative_error"], 1)},
        ALL: checked["total_rms_torque"] / size,
        f"{ALL}, while they move": checked["moving_relative_error"],
    }
    numbers = {f"fresh motion, {what}": round(float(share), 5) for what, share in shares.items()}
    if quick:
        return numbers
    excite(robot, visit, {"loaded": motions[0]}, load=(LOAD_KG, *LOAD_CENTER))
    dynamic = _command(
        "payload", str(visit), "--method", "dynamic", "--unloaded", "run 0", "--loaded", "loaded"
    )
    swept = weighed(visit.with_name("typed.h5"), HOST, (TYPED_KG, *LOAD_CENTER))
    return numbers | _judged(dynamic, LOAD_KG) | _judged(swept, TYPED_KG, "by typed commands: ")


def _judged(found: Mapping[str, Any], mass: float, how: str = "") -> dict[str, float]:
    off = [found["mass"] - mass, *(np.array(found["center_of_mass"]) - LOAD_CENTER)]
    std = [found["mass_std"], *found["center_of_mass_std"]]
    worst = float(np.max(np.abs(off) / (PER_STD * np.array(std))))
    return {
        f"{how}mass off, share": round(off[0] / mass, 5),
        f"{how}mass std, kg": round(std[0], 5),
        f"{how}centre off, mm": round(1e3 * float(np.linalg.norm(off[1:])), 3),
        f"{how}{WORST}": round(worst, 3),
    }


def _motion(robot: RobotModel, seed: int, period_s: float) -> FourierTrajectory:
    start = robot.position_from_reported(HOME)
    there = Circumstances(robot, capabilities_of(moves=True), start, proven=True, stop_count=0)
    return random_motion(
        robot,
        start=start,
        generator=np.random.default_rng(seed),
        period_s=period_s,
        cycles=CYCLES,
        is_allowed=lambda motion: there.allow(RunTrajectory(motion)),
    )


def excite(
    robot: RobotModel,
    visit: Path,
    motions: Mapping[str, FourierTrajectory],
    *,
    load: Sequence[float] = (),
) -> None:
    """Run motions on a simulated arm, and record each that is not in the visit yet."""
    with Visit.open(visit) as opened:
        left = {label: motion for label, motion in motions.items() if label not in opened.labels}
    if not left:
        return
    with (
        simulated(HOST, *load) as arm,
        moved(arm.host) as controller,
        contextlib.closing(Acquisition(controller)) as stream,
    ):
        stream.start()
        for label, motion in left.items():
            _carry_out(controller, MoveTo(motion.evaluate(np.zeros(1)).position[0], 0.2))
            recording = stream.start_recording(
                visit, label=label, torque_kind=TorqueKind.MOTOR_CURRENT, payload_mass=None if load else 0.0
            )
            _carry_out(controller, RunTrajectory(motion))
            with Visit.open(visit, recover=False) as opened:
                opened.adopt(recording.finish())
            print(label, "recorded", flush=True)


def _carry_out(controller: Controller, plan: MotionPlan) -> None:
    controller.arm()
    motion = controller.start(plan)
    wait_until(lambda: motion.outcome is not None, "the motion to end")
    if motion.outcome is not MotionEnd.FINISHED:
        raise RuntimeError(str(motion.error))


def fresh(robot: RobotModel, motion: FourierTrajectory) -> Recording:
    """A motion that nobody ran, with the torques of MuJoCo's inverse dynamics."""
    time = np.arange(0.0, motion.duration, 1.0 / RATE_HZ)
    wanted = motion.evaluate(time)
    sign = robot.reported_sign
    position = robot.position_as_reported(wanted.position)
    torque = _inverse(position, sign * wanted.velocity, sign * wanted.acceleration)
    return Recording(
        label="fresh",
        time=time,
        columns={
            Quantity.POSITION: position,
            Quantity.VELOCITY: sign * wanted.velocity,
            Quantity.TORQUE: torque,
        },
        torque_kind=TorqueKind.MOTOR_CURRENT,
        payload_mass=0.0,
        origin=Origin(
            first_row=1, last_row=int(time.size), layout="mujoco", mark=Mark.SYNTHETIC, synthetic_seed=SEED
        ),
    )


def _inverse(position: FloatArray, velocity: FloatArray, acceleration: FloatArray) -> FloatArray:
    """MuJoCo's inverse dynamics of the simulated arm, with its friction, damping and rotors, (N, 7)."""
    import mujoco
    from franky_sim.mujoco_simulator import MujocoSimulator

    with MujocoSimulator() as simulator:
        simulator.add_robot()
        simulator.start()
        model, data = simulator.model, simulator.data
        model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
        joints = [model.joint(f"robot0_fr3_joint{number}") for number in range(1, 8)]
        places = [int(joint.qposadr[0]) for joint in joints]
        rows = [int(joint.dofadr[0]) for joint in joints]
        found = np.empty_like(position)
        for row in range(len(position)):
            data.qpos[places] = position[row]
            data.qvel[:], data.qacc[:] = 0.0, 0.0
            data.qvel[rows], data.qacc[rows] = velocity[row], acceleration[row]
            mujoco.mj_inverse(model, data)
            found[row] = data.qfrc_inverse[rows]
    return found


def _command(*words: str) -> dict[str, Any]:
    print("torsion", *words, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        into = Path(folder) / "answer.json"
        command = [sys.executable, "-m", "app", *words, "--json", str(into)]
        done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
        if not into.exists():
            raise RuntimeError(f"{done.stdout}\n{done.stderr}")
        print(done.stdout, flush=True)
        answer: dict[str, Any] = json.loads(into.read_text("utf-8"))
    return answer


if __name__ == "__main__":
    raise SystemExit(main())
