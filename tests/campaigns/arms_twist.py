"""Gears of arms with two encoders, read by the drivers of their makers, against what the emulated arms are.

Arms of moteus and CiA 402 drives, whose clocks run apart by up to 50 millionths and begin apart, do what
an identification needs (two excitations) and slow load steps; what the drivers make of the drives' bytes is
analysed. That runs in steps of a time of its own, which no busy computer disturbs. Controllers of Franka and
of Elite's EC series are emulated in a process of their own, in real time, and used by the commands that a
user types: an arm of Franka that is guided by hand, once with a computed joint position and once with a
measured one, and over the EC a load that is weighed from pose to pose.
"""

import argparse
import json
import math
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from _drives_in_steps import Cia402InSteps, MoteusInSteps, recorded
from _emulated_cell import SUMS, Cell, Numbers, cell
from _measurement import measured_before, write_measurement
from _twist_truth import AMPLITUDE, BACKLASH, CYCLES, ENERGY, STIFFNESS, STRAY, WIDTH, Compared, compared
from _twist_visits import model_of, plan_motions, twist_of, worn_joints
from _virtual_twist import virtual_twist

from core.elasticity.result import Elasticity
from core.quality import Verdict
from core.recording import LinkPosition
from core.robot.library import load_robot
from devices.emulated.arm import LOAD_CENTER

SEED, WORN = 0, 2
"""Number of the arm of Franka, and its joint with play, from 1."""
SEEDS = (0, 1, 2)
"""Of the arms of drives; each has two joints with play."""
LOAD_KG = 3.0
LATE = frozenset({"not-ready", "check-needed-after-stop", "stream-silent", "clock-jump", "too-many-gaps"})
"""What a busy computer does to controllers that do not wait for it."""
JUDGED = (STIFFNESS, BACKLASH, WIDTH, ENERGY, CYCLES, AMPLITUDE)
"""The others are of the virtual arm's own channels: a drive reads both its encoders at once."""
DRIVES = {"moteus": (MoteusInSteps, "moteus-6"), "cia402": (Cia402InSteps, "ec66")}
GUIDED_S, QUICK_GUIDED_S = "40", "12"
WITHIN_95 = 1.96
LEAST_COVERED, MOST_STIFFNESS_OFF = 0.8, 0.4
"""The worst stiffness of elasticity.json, whose arms are recorded in this very process, is 0.37 off."""
MOST_MASS_OFF_KG, MOST_CENTER_OFF_MM = 0.15, 15.0


def main() -> int:
    """Run the campaign; ``--quick`` takes one joint and short motions and writes nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one joint, short motions")
    parser.add_argument("--only", help="one of the arms; the figures of the others stay")
    arguments = parser.parse_args()
    quick = arguments.quick
    ways: dict[str, Callable[[], Numbers]] = {
        **{name: partial(drives, name, quick=quick) for name in DRIVES},
        **{f"franka {link}": partial(franka, link, quick=quick) for link in ("computed", "measured")},
        "elite-ec": weigh_ec,
    }
    chosen = (
        [arguments.only] if arguments.only else [name for name in ways if not quick or name != "elite-ec"]
    )
    numbers: Numbers = {}
    for name in chosen:
        numbers |= {f"{name}: {what}": round(value, 9) for what, value in ways[name]().items()}
        print(
            json.dumps({what: value for what, value in numbers.items() if what.startswith(name)}), flush=True
        )
    if not quick:
        before = measured_before("arms_twist", but=f"{arguments.only}: ") if arguments.only else {}
        write_measurement("arms_twist", seed=SEED, numbers={**before, **numbers})
    return 0 if quick or _is_good(numbers) else 1


def drives(name: str, *, quick: bool) -> Numbers:
    """Record arms of drives, and hold their gears against the truth."""
    make, robot = DRIVES[name]
    judged: list[Compared] = []
    found: list[Elasticity] = []
    apart: list[float] = []
    for seed in SEEDS[: 1 if quick else None]:
        worn = worn_joints(seed, joints=load_robot(robot).joint_count)
        arm = virtual_twist(robot, seed, worn=worn)
        driven = make(robot, seed=seed, worn=worn)
        recordings = {}
        for label, motion in plan_motions(arm, seed=seed, quick=quick).items():
            recordings[label], late = recorded(driven, arm, motion, label)
            apart.append(late)
        twist = twist_of(arm, recordings, model_of(arm, recordings), fit=tuple(recordings))
        found.append(twist)
        judged += compared(twist, arm.truth)
    return {"joints apart, ms": 1e3 * max(apart), **gear_errors(found, judged)}


def gear_errors(found: Sequence[Elasticity], judged: Sequence[Compared]) -> Numbers:
    """What is said of the joints, and how far off it is."""
    verdicts = [joint.judgement.verdict for twist in found for joint in twist.joints]
    numbers: Numbers = {"arms": float(len(found))}
    numbers |= {f"joints {verdict}": float(verdicts.count(verdict)) for verdict in Verdict}
    for quantity in JUDGED:
        errors = np.abs([one.error for one in judged if one.quantity == quantity])
        if errors.size:
            numbers |= {
                f"{quantity}: found": float(errors.size),
                f"{quantity}: median error": float(np.median(errors)),
                f"{quantity}: worst error": float(errors.max()),
            }
    stds = np.abs([one.stds for one in judged if one.quantity in JUDGED and math.isfinite(one.stds)])
    return {
        **numbers,
        "ripple that is none": float(sum(one.quantity == STRAY for one in judged)),
        "95 % intervals": float(stds.size),
        "95 % intervals that hold the truth": float(np.mean(stds < WITHIN_95)) if stds.size else math.nan,
    }


def franka(link: str, *, quick: bool) -> Numbers:
    """Record an arm that is guided by hand, and take the answer whether its joint position is measured."""
    name = f"franka:fr3?link={link}&worn={WORN}&seed={SEED}"
    with cell(name, robot="fr3", serial="") as made:
        made.order("guide")
        made.run("record", QUICK_GUIDED_S if quick else GUIDED_S, consent="")
        shown = made.command("show", str(made.visit("cell")))["recordings"][-1]["link_position"]
        print(json.dumps(shown), flush=True)
        found = [joint["found"] for joint in shown["joints"]]
        return {
            **_sums(made),
            "joints": float(len(found)),
            "called computed": float(found.count(LinkPosition.COMPUTED)),
            "called measured": float(found.count(LinkPosition.MEASURED)),
        }


def weigh_ec() -> Numbers:
    """Weigh a load from pose to pose, as on any controller that takes no trajectory."""
    with cell("elite-ec:ec66", robot="ec66", serial="EMULATED-0") as made:
        for load in (0.0, LOAD_KG):
            made.order(f"load {load}")
            label = "loaded" if load else "unloaded"
            said = made.run("payload", "--load", label, "--mode", "quick", late=LATE)
        found = said["payload"]
        off = np.array(found["center_of_mass"]) - LOAD_CENTER
        return {
            **_sums(made),
            "mass off, kg": found["mass"] - LOAD_KG,
            "mass std, kg": found["mass_std"],
            "centre off, mm": 1e3 * float(np.linalg.norm(off)),
        }


def _sums(made: Cell) -> Numbers:
    return {what: made.numbers[what] for what in SUMS}


def _is_good(numbers: Numbers) -> bool:
    covered = [value for what, value in numbers.items() if what.endswith("intervals that hold the truth")]
    stiffness = [value for what, value in numbers.items() if what.endswith("stiffness: worst error")]
    return (
        min(covered, default=1.0) >= LEAST_COVERED
        and max(stiffness, default=0.0) <= MOST_STIFFNESS_OFF
        and numbers.get("franka computed: called measured", 0.0) == 0.0
        and numbers.get("franka measured: called computed", 0.0) == 0.0
        and abs(numbers.get("elite-ec: mass off, kg", 0.0)) <= MOST_MASS_OFF_KG
        and numbers.get("elite-ec: centre off, mm", 0.0) <= MOST_CENTER_OFF_MM
    )


if __name__ == "__main__":
    raise SystemExit(main())
