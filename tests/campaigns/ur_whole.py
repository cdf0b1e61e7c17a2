"""A whole commissioning and payload checks of an arm of Universal Robots, by the commands that a user types.

``torsion emulate ur:ur10e`` plays the controller in real time. Check, friction sweeps, excitation,
identification, verification and report run over ``ur:``; then a load is weighed twice: driven along paths,
and driven from pose to pose (``kind=closed``). What is found is compared with what the emulated arm is made
of.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from _emulated_cell import ALLOWED, SUMS, Cell, Numbers, cell
from _measurement import write_measurement
from _virtual_runs import true_base_parameters

from core.recording import Quantity
from core.robot.library import load_robot
from core.storage.visit import Visit
from devices.emulated.arm import LOAD_CENTER
from devices.virtual.physics.truth import true_arm

ROBOT, SEED, SERIAL = "ur10e", 0, "20000000000"
LOAD_KG = 3.0
COLD_K = 298.15
MOST_FRICTION_OFF, MOST_MASS_OFF_KG, MOST_CENTER_OFF_MM = 0.1, 0.15, 15.0
"""Errors beyond these fail the campaign: the drive gains alone are known to 2 %."""
MOST_MISSING = 0
CONSENTS = {"open": ALLOWED, "closed": f"{ALLOWED}&kind=closed"}
FRICTION: tuple[str, ...] = ("--quick",)
EXCITE = ("--period", "10", "--cycles", "3", "--seconds", "10")
VERIFY: tuple[str, ...] = ("--motions", "points", "circle")
QUICK_FRICTION = ("--quick", "--joints", "4")
QUICK_EXCITE = ("--period", "5", "--cycles", "1", "--seconds", "3")
QUICK_VERIFY = ("--motions", "points", "--moves", "2")


def main() -> int:
    """Run the campaign; ``--quick`` takes one joint, short motions, no load, and judges no figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one joint, short motions, no load")
    quick = parser.parse_args().quick
    ways = {"commissioning": partial(commission, quick=quick)}
    if not quick:
        ways |= {name: partial(weigh, name=name, consent=consent) for name, consent in CONSENTS.items()}
    with ThreadPoolExecutor() as pool:  # each at a controller of its own
        found = list(pool.map(_at_an_arm, ways.values()))
    sums = {what: sum(each[what] for each in found) for what in SUMS}
    numbers = {what: round(value, 4) for each in found for what, value in (each | sums).items()}
    print(json.dumps(numbers, indent=2))
    if quick:  # a busy computer ends motions early: it judges that all steps come to an end
        return 0 if np.isfinite(list(numbers.values())).all() else 1
    write_measurement("ur_whole", seed=SEED, numbers=numbers)
    return 0 if _is_good(numbers) else 1


def _at_an_arm(way: Callable[[Cell], None]) -> Numbers:
    with cell(f"ur:{ROBOT}", robot=ROBOT, serial=SERIAL) as made:
        way(made)
        return made.numbers


def commission(made: Cell, *, quick: bool) -> None:
    """Check, friction, excitation, identification, verification and report."""
    check = made.run("check")
    moved = [joint["moved"] for joint in check["check"]]
    made.numbers["jog of 2°, largest error °"] = float(np.abs(np.degrees(np.abs(moved)) - 2.0).max())
    friction = made.run("friction", *(QUICK_FRICTION if quick else FRICTION))
    made.numbers |= friction_errors(friction["friction"], made.visit("cell"))
    excited = made.run("excite", *(QUICK_EXCITE if quick else EXCITE))["recordings"][-1]
    gains = true_gains(made.visit("cell").parent)
    identify = ("identify", str(made.visit("cell")), "--fit", excited)
    made.numbers |= parameter_errors(made.command(*identify, "--gains", str(gains))["base_parameters"])
    made.command(*identify)  # with the data sheet's gains, as a user has them: this model is verified
    verified = made.run("verify", *(QUICK_VERIFY if quick else VERIFY))
    made.numbers |= verify_errors(verified)
    made.command("report", str(made.visit("cell")), "--out", str(made.visit("cell").with_suffix(".pdf")))


def weigh(made: Cell, name: str, *, consent: str) -> None:
    """Sweep without and with a load that is hung on the arm, and note how far off its result is."""
    made.order("load 0")
    made.run("payload", "--load", "unloaded", "--mode", "quick", visit=name, consent=consent)
    made.order(f"load {LOAD_KG}")
    found = made.run("payload", "--load", "loaded", "--mode", "quick", visit=name, consent=consent)["payload"]
    made.order("load 0")
    off_kg = found["mass"] - LOAD_KG
    off_m = np.array(found["center_of_mass"]) - LOAD_CENTER
    made.numbers |= {
        f"payload {name}: mass off, kg": off_kg,
        f"payload {name}: mass std, kg": found["mass_std"],
        f"payload {name}: centre off, mm": 1e3 * float(np.linalg.norm(off_m)),
        f"payload {name}: largest error over its std": float(
            np.abs([off_kg / found["mass_std"], *(off_m / np.array(found["center_of_mass_std"]))]).max()
        ),
    }


def friction_errors(friction: dict[str, Any], visit: Path) -> Numbers:
    """Friction at each speed against the arm's own at that load and temperature.

    Once with the drive gains of the data sheet, as a user has it, and once with the arm's true ones.
    """
    truth = true_arm(load_robot(ROBOT), SEED)
    with Visit.open(visit, recover=False) as opened:
        columns = opened.recording("friction").columns
        temperature = np.full(6, COLD_K)  # of an arm that does not tell it, and has just begun
        if Quantity.TEMPERATURE in columns:
            temperature = np.asarray(columns[Quantity.TEMPERATURE][:]).mean(axis=0)
    off, off_with_true_gains = [], []
    for joint in friction["joints"]:
        number = joint["number"] - 1
        gain = truth.drive.gain[number] / truth.drive.nominal_gain[number]
        for speed, found, load in zip(joint["speed"], joint["friction"], joint["load"], strict=True):
            there, back = (
                truth.friction.steady(
                    np.full(6, way * speed), load=np.full(6, load), temperature=float(temperature[number])
                )[number]
                for way in (1.0, -1.0)
            )
            true = 0.5 * (there - back)
            off.append(abs(found / true - 1.0))
            off_with_true_gains.append(abs(found * gain / true - 1.0))
    return {
        "friction points": float(len(off)),
        "friction, largest error": max(off),
        "friction, largest error with true gains": max(off_with_true_gains),
    }


def true_gains(folder: Path) -> Path:
    """A file with the arm's true drive gains."""
    path = folder / "gains.json"
    gains = true_arm(load_robot(ROBOT), SEED).drive.gain
    path.write_text(json.dumps({"drive_gain": [float(gain) for gain in gains]}), encoding="utf-8")
    return path


def parameter_errors(found: Sequence[dict[str, Any]]) -> Numbers:
    """Base parameters, found with the true drive gains, against those that the arm is built with."""
    names, truth = true_base_parameters(load_robot(ROBOT), seed=SEED)
    true = dict(zip(names, truth, strict=True))
    ratios = [abs(each["value"] - true[each["expression"]]) / each["std"] for each in found]
    return {
        "base parameters": float(len(ratios)),
        "base parameters, median error over its std": float(np.median(ratios)),
        "base parameters, share within 1.96 std": float(np.mean(np.array(ratios) < 1.96)),
    }


def verify_errors(verified: dict[str, Any]) -> Numbers:
    """Torque that the model leaves on motions it has not seen, as a share of each joint's own."""
    recordings = verified["verification"]["recordings"]
    shares = [joint["relative_error"] for one in recordings for joint in one["joints"]]
    return {
        "verified recordings": float(len(recordings)),
        "verified, median relative error": float(np.median(shares)),
        "verified, largest relative error": float(max(shares)),
    }


def _is_good(numbers: Numbers) -> bool:
    masses = [abs(value) for what, value in numbers.items() if what.endswith("mass off, kg")]
    centers = [value for what, value in numbers.items() if what.endswith("centre off, mm")]
    return (
        numbers["missing_samples"] <= MOST_MISSING
        and numbers["friction, largest error"] < MOST_FRICTION_OFF
        and max(masses, default=0.0) < MOST_MASS_OFF_KG
        and max(centers, default=0.0) < MOST_CENTER_OFF_MM
    )


if __name__ == "__main__":
    raise SystemExit(main())
