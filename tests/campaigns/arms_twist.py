"""Gears of arms with two encoders, over the makers' protocols, against what the emulated arms are made of.

``torsion emulate`` plays drives of moteus and of CiA 402, whose clocks run apart by up to 50 millionths and
begin apart, and controllers of Franka and of Elite's EC series, each in a process of its own in real time.
Over the drives check, excitation, identification, load steps and the analysis of the deflection run as a
user types them. Over Franka an arm that is guided by hand is recorded, once with a computed joint
position and once with a measured one. Over the EC a load is weighed from pose to pose.
"""

import argparse
import json
import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np
from _emulated_cell import SUMS, Cell, Numbers, cell
from _measurement import measured_before, write_measurement
from _twist_truth import AMPLITUDE, BACKLASH, CYCLES, ENERGY, STIFFNESS, STRAY, WIDTH, Compared, compared
from _virtual_twist import virtual_twist

from core.elasticity.result import ELASTICITY, Elasticity
from core.quality import Verdict
from core.recording import LinkPosition
from core.storage.visit import Visit
from devices.emulated.arm import LOAD_CENTER

SEED, WORN = 0, 2
"""Number of the emulated arms, and the joint with play, from 1."""
LOAD_KG = 3.0
LATE = frozenset({
    "host-silent", "silent-while-moving", "not-ready", "check-needed-after-stop", "stream-silent",
    "clock-jump", "too-many-gaps", "moteus-drive-silent", "moteus-timed-out", "moteus-stopped",
    "cia402-drive-silent", "cia402-not-enabled",
})  # fmt: skip
"""What a busy computer does to drives that do not wait for it."""
JUDGED = (STIFFNESS, BACKLASH, WIDTH, ENERGY, CYCLES, AMPLITUDE)
"""The others are of the virtual arm's own channels: a drive reads both its encoders at once."""
DRIVES = {"moteus": ("moteus:moteus-6", "moteus-6"), "cia402": ("cia402:ec66", "ec66")}
EXCITE = ("--period", "10", "--cycles", "2", "--seconds", "10")
QUICK_EXCITE = ("--period", "5", "--cycles", "1", "--seconds", "3")
STEPS = ("--payload-kg", "0", "--seconds", "20", "--steps", "3")
JOINTS, QUICK_JOINTS = (2, 3, 4, 5, 6), (2,)
"""Of both arms the first joint has a vertical axis, which no weight loads."""
GUIDED_S, QUICK_GUIDED_S = "40", "12"
WITHIN_95 = 1.96
LEAST_COVERED, MOST_STIFFNESS_OFF = 0.8, 0.4
"""The worst stiffness of elasticity.json, whose arms are recorded in this very process, is 0.37 off."""
MOST_MASS_OFF_KG, MOST_CENTER_OFF_MM = 0.15, 15.0


Result = TypeVar("Result")


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
        numbers |= {f"{name}: {what}": round(value, 6) for what, value in ways[name]().items()}
        print(
            json.dumps({what: value for what, value in numbers.items() if what.startswith(name)}), flush=True
        )
    if not quick:
        before = measured_before("arms_twist", but=f"{arguments.only}: ") if arguments.only else {}
        write_measurement("arms_twist", seed=SEED, numbers={**before, **numbers})
    return 0 if quick or _is_good(numbers) else 1


def drives(name: str, *, quick: bool) -> Numbers:
    """Commission an arm of drives, and hold its gears against the truth."""
    emulated, robot = DRIVES[name]
    with cell(f"{emulated}?seed={SEED}&worn={WORN}", robot=robot, serial="", by_link=True) as made:
        made.address += "&rate=100"
        made.know_serial(late=LATE)
        run = partial(made.run, late=LATE)
        run("check")
        (excited,) = run("excite", *(QUICK_EXCITE if quick else EXCITE))["recordings"][-1:]
        made.command("identify", str(made.visit("cell")), "--fit", excited)
        joints = QUICK_JOINTS if quick else JOINTS  # one by one: what a busy computer ends is soon done again
        steps = [run("load-steps", *STEPS, "--joints", str(joint))["recordings"][-1] for joint in joints]
        made.command("deflection", str(made.visit("cell")), "--recordings", excited, *steps)
        found = newest(made.visit("cell"), ELASTICITY, Elasticity)
        aligned = alignment(made.visit("cell"), excited)
        truth = virtual_twist(robot, SEED, worn=(WORN - 1,)).truth
        return {**_sums(made), **aligned, **gear_errors(found, list(compared(found, truth)))}


def alignment(path: Path, label: str) -> Numbers:
    """By how much the joints of a recording may lie apart in time, as it was stored, ms."""
    with Visit.open(path, recover=False) as opened:
        events = opened.recording(label).events
    told = [event.facts for event in events if event.code.endswith(("-aligned", "-alignment"))]
    apart = [float(facts["ms"]) for facts in told if "ms" in facts]  # type: ignore[arg-type]
    apart += [1e3 * float(facts["within_s"]) for facts in told if "within_s" in facts]  # type: ignore[arg-type]
    return {"joints apart, ms": max(apart, default=math.nan)}


def gear_errors(found: Elasticity, judged: Sequence[Compared]) -> Numbers:
    """What is said of each joint, and how far off it is."""
    verdicts = [joint.judgement.verdict for joint in found.joints]
    numbers: Numbers = {f"joints {verdict}": float(verdicts.count(verdict)) for verdict in Verdict}
    for quantity in JUDGED:
        own = [one for one in judged if one.quantity == quantity]
        if own:
            errors = np.abs([one.error for one in own])
            numbers |= {
                f"{quantity}: found": float(errors.size),
                f"{quantity}: median error": float(np.median(errors)),
                f"{quantity}: worst error": float(errors.max()),
            }
        numbers |= {
            f"joint {one.joint + 1}: {one.quantity} off": one.error
            for one in own
            if one.quantity == STIFFNESS
        }
    stds = np.abs([one.stds for one in judged if one.quantity in JUDGED and math.isfinite(one.stds)])
    play = [
        joint.backlash for joint in found.joints if joint.number == WORN - 1 and joint.backlash is not None
    ]
    return {
        **numbers,
        "play of the worn joint, arcsec": math.degrees(play[0].value) * 3600.0 if play else math.nan,
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


def newest(path: Path, kind: str, result: type[Result]) -> Result:
    """The newest result of a kind in a visit."""
    with Visit.open(path, recover=False) as opened:
        return opened.result(opened.results(kind)[-1].key, result)


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
