"""How far drive gains that were found are off, against the ± that comes with them, on the virtual robot.

Arms of several seeds, each with its own true gains, friction, ripple, noise and following error, run
random motions without and with a weighed payload. Gains are found from every pair by itself and
from all pairs together. Errors are relative to the gains that the virtual arm was built with; an
error over its stated standard deviation is 1 in the root mean square where the ± is honest.
"""

import argparse
from collections.abc import Mapping, Sequence

import numpy as np
from _measurement import write_measurement

from core.excitation.unplanned_motions import random_motion
from core.identification.gains.identify import identify_gains
from core.recording import FloatArray, Mark, Origin, Quantity, Recording, TorqueKind
from core.robot.library import load_robot
from devices.virtual.firmware.plant import solid_payload
from devices.virtual.physics.arm import CONTROL_RATE_HZ, VirtualArm
from devices.virtual.physics.geometry import home_pose
from devices.virtual.physics.truth import true_arm

ROBOTS, QUICK_ROBOTS = ("ec66", "generic-6r"), ("ec66",)
PAYLOAD_KG, PAYLOAD_CENTRE_M = 4.0, (0.02, 0.04, 0.08)
SEEDS, QUICK_SEEDS = (1, 2, 3, 4, 5), (1,)
MOTIONS, QUICK_MOTIONS = 3, 2
PERIOD_S = 20.0
CYCLES = 2
LIMIT_USE = 0.8
LOGGED_EVERY = 2
"""Control periods from one logged sample to the next."""

Runs = Mapping[str, Recording]


def main() -> int:
    """Run the campaign; ``--quick`` takes one arm and two motions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one arm, two motions")
    quick = parser.parse_args().quick
    motions = QUICK_MOTIONS if quick else MOTIONS
    numbers: dict[str, float] = {}
    for robot in QUICK_ROBOTS if quick else ROBOTS:
        single: list[FloatArray] = []
        together: list[FloatArray] = []
        for seed in QUICK_SEEDS if quick else SEEDS:
            runs, pairs = _runs(robot, seed, motions=motions)
            single += [_judged(robot, seed, runs, [pair]) for pair in pairs]
            together.append(_judged(robot, seed, runs, pairs))
        numbers |= _summary(f"{robot}, one pair", single)
        numbers |= _summary(f"{robot}, {motions} pairs", together)
    for what, value in numbers.items():
        print(f"{what}: {value:.4g}", flush=True)
    if not quick:
        write_measurement("drive_gains", seed=SEEDS[0], numbers=numbers)
    return 0


def _judged(name: str, seed: int, runs: Runs, pairs: Sequence[tuple[str, str]]) -> FloatArray:
    """Relative errors and stated relative standard deviations, (2, joints)."""
    found = identify_gains(runs, load_robot(name), pairs=pairs)
    truth = true_arm(load_robot(name), seed=seed).drive.gain
    errors, stated = found.drive_gain / truth - 1.0, found.std / found.drive_gain
    print(
        f"{name} {seed}, {len(pairs)} pairs: error {np.round(errors, 4)}, ± {np.round(stated, 4)}", flush=True
    )
    return np.array([errors, stated])


def _summary(name: str, judged: Sequence[FloatArray]) -> Mapping[str, float]:
    errors, stated = np.moveaxis(np.array(judged), 1, 0)
    over = errors / stated
    return {
        f"{name}: gains not determined": float(np.count_nonzero(np.isnan(errors))),
        f"{name}: largest error": float(np.nanmax(np.abs(errors))),
        f"{name}: root mean square of the error": float(np.sqrt(np.nanmean(errors**2))),
        f"{name}: root mean square of error over ±": float(np.sqrt(np.nanmean(over**2))),
        f"{name}: within twice the ±": float(np.mean(np.abs(over[np.isfinite(over)]) < 2.0)),
    }


def _runs(name: str, seed: int, *, motions: int) -> tuple[Runs, list[tuple[str, str]]]:
    runs: dict[str, Recording] = {}
    pairs = []
    for motion in range(motions):
        pair = (f"free-{motion}", f"loaded-{motion}")
        for label, payload in zip(pair, (0.0, PAYLOAD_KG), strict=True):
            runs[label] = _run(name, seed, motion, label, payload=payload)
        pairs.append(pair)
    return runs, pairs


def _run(name: str, seed: int, motion: int, label: str, *, payload: float) -> Recording:
    """One run of the virtual arm's physics, as its controller would report it."""
    robot = load_robot(name)
    arm = VirtualArm(
        robot, seed=seed, payload=solid_payload(payload, center_of_mass=np.array(PAYLOAD_CENTRE_M))
    )
    generator = np.random.default_rng([seed, motion])
    path = random_motion(
        robot,
        start=home_pose(robot),
        generator=generator,
        period_s=PERIOD_S,
        limit_use=LIMIT_USE,
        cycles=CYCLES,
    )
    time = np.arange(round(CYCLES * PERIOD_S * CONTROL_RATE_HZ)) / CONTROL_RATE_HZ
    wanted = path.evaluate(time)
    positions, currents = [], []
    for step in range(time.size):
        arm.advance(wanted.position[step], wanted.velocity[step])
        if step % LOGGED_EVERY == 0:
            readings = arm.sense()
            positions.append(robot.position_as_reported(readings.position))
            currents.append(readings.current)
    return Recording(
        label=label,
        time=time[::LOGGED_EVERY],
        columns={Quantity.POSITION: np.array(positions), Quantity.CURRENT: np.array(currents)},
        torque_kind=TorqueKind.MOTOR_CURRENT,
        payload_mass=payload,
        origin=Origin(mark=Mark.VIRTUAL),
    )


if __name__ == "__main__":
    raise SystemExit(main())
