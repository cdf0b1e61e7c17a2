"""What the campaign of payloads measures: each case is one arm from one power-on, with several loads.

Recordings may be kept in visits on disk and are then taken from there the next time.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path

import numpy as np
from _payload_judged import Judged, Load, judged
from _payload_ways import (
    ALL_WAYS,
    LOADED,
    MAIN_WAYS,
    UNLOADED,
    Question,
    exact_stiffness,
    judge_all,
    no_bending,
)
from _virtual_cell import in_memory
from _virtual_payload import PayloadArm, plan_for, strokes_of

from core.payload.dynamic.identify import identify_payload_dynamically
from core.payload.plan import PayloadMode, PayloadPlan
from core.payload.settings import GainKnowledge
from core.recording import FloatArray, Quantity, Recording
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from devices.virtual.physics.truth import TrueArm

LOADS = (
    *(Load(mass, (0.05, 0.05, 0.05)) for mass in (0.744, 1.238, 1.489, 2.468, 2.963)),
    *(Load(0.897, (far, 0.05, 0.05)) for far in (0.125, 0.215, 0.305)),
    *(Load(0.897, (0.05, far, 0.05)) for far in (0.125, 0.215, 0.305)),
    *(Load(0.897, (0.05, 0.05, far)) for far in (0.125, 0.215, 0.305)),
    Load(4.11, (0.06, 0.115, 0.15)),
)
"""[Gao] 3.2."""
POWER_ONS = 3
"""In which one arm meets them all, each with a reference of its own."""
QUICK_LOADS = (LOADS[0], LOADS[7], LOADS[-1])
HEAVY = LOADS[-1]
NOISE_NM, NOISE_SEEDS, FEW_NOISE_SEEDS = 0.3, 20, 5
"""The few where gears bend."""
SPEED_LOAD = Load(1.46, (0.076, 0.1, 0.07))
SPEEDS = (1, 3, 5, 10, 15, 20, 25)
"""% of:"""
FULL_SPEED = float(np.radians(144.0))
WIDTHS = (55.0, 28.0)
"""deg; of the narrow sweeps hardly anything is left at a steady speed when they are fast."""
SMALL_LOADS = (Load(0.5, (0.0, 0.0, 0.018)), Load(1.0, (0.0, 0.0, 0.024)), Load(2.0, (0.0, 0.0, 0.033)))
"""[Gao] 3.4."""
REPEATED, REPEATS = Load(0.897, (0.125, 0.125, 0.125)), 10
COOL_K, WARM_K = 298.15, 308.15
"""Between which an arm's joints are at its power-on."""


Runs = Mapping[str, Callable[[], Recording]]


class Section(StrEnum):
    """What is measured."""

    LOADS = "loads"
    KNOWN_ANSWER = "known-answer"
    SPEEDS = "speeds"
    DYNAMIC = "dynamic"
    REPEATS = "repeats"


@dataclass(frozen=True)
class Case:
    """One arm from one power-on."""

    section: Section
    seed: int
    mode: PayloadMode = PayloadMode.THOROUGH
    number: int = 0
    quick: bool = False
    kept: Path | None = None

    @property
    def name(self) -> str:
        """Of the power-on, and of its file."""
        return f"{self.section}-{self.mode}-{self.seed}-{self.number}"

    @property
    def generator(self) -> np.random.Generator:
        """For everything that is drawn."""
        place = list(Section).index(self.section)
        return np.random.default_rng([self.seed, 21, place, len(self.mode), self.number])


def judge(case: Case) -> list[Judged]:
    """Run a case and judge all it measured."""
    return _JUDGES[case.section](case)


def _arm(case: Case, change: Callable[[TrueArm], TrueArm] | None = None) -> PayloadArm:
    temperature = float(np.random.default_rng([case.seed, 22, case.number]).uniform(COOL_K, WARM_K))
    return PayloadArm("ec66", seed=case.seed, power_on=case.name, temperature=temperature, change=change)


def _recorded(
    case: Case, arm: PayloadArm, runs: Mapping[str, Callable[[], Recording]]
) -> dict[str, Recording]:
    """All runs one after the other, or what is kept of them."""
    kept = None if case.kept is None else case.kept / f"{case.name}{'-short' if case.quick else ''}.h5"
    if kept is not None and kept.exists():
        with Visit.open(kept) as visit:
            return {label: in_memory(visit.recording(label)) for label in runs}
    recordings = {label: run() for label, run in runs.items()}
    if kept is not None:
        part = kept.with_suffix(".unfinished.h5")
        part.unlink(missing_ok=True)
        with Visit.create(part, robot_toml=write_toml(arm.robot)) as visit:
            for recording in recordings.values():
                visit.add_recording(recording)
        part.replace(kept)
    return recordings


def _sweeps(arm: PayloadArm, plan: PayloadPlan, loads: Sequence[Load]) -> Runs:
    """Without a load, then with each."""
    strokes = strokes_of(plan)

    def run(label: str, load: Load | None) -> Recording:
        if load is not None:
            arm.hang(load.mass, load.center)
        return arm.sweep(strokes, label)

    labelled = {f"{LOADED}-{number}": load for number, load in enumerate(loads, 1)}
    return {
        UNLOADED: partial(run, UNLOADED, None),
        **{label: partial(run, label, load) for label, load in labelled.items()},
    }


def _questions(
    arm: PayloadArm,
    recordings: Mapping[str, Recording],
    loads: Sequence[Load],
    generator: np.random.Generator,
) -> Iterator[Question]:
    for number, load in enumerate(loads, 1):
        loaded = replace(recordings[f"{LOADED}-{number}"], label=LOADED)
        yield Question(arm, recordings[UNLOADED], loaded, load, generator)


def _judge_loads(case: Case) -> list[Judged]:
    """Some of the fifteen loads one after the other, in all ways."""
    order = np.random.default_rng([case.seed, 23]).permutation(len(LOADS))
    mine = [LOADS[number] for number in order[case.number :: POWER_ONS]]
    loads = QUICK_LOADS if case.quick else mine
    arm = _arm(case)
    recordings = _recorded(case, arm, _sweeps(arm, plan_for(arm, mode=case.mode), loads))
    section = f"fifteen loads, {case.mode}"
    rows: list[Judged] = []
    for question in _questions(arm, recordings, loads, case.generator):
        rows += judge_all(question, ALL_WAYS, section=section, arm=case.seed)
    return rows


def smooth(arm: TrueArm) -> TrueArm:
    """Without friction, ripple, hysteresis, gear error and noise; the gears still bend."""
    none = np.zeros_like(arm.gear.stiffness)
    waves = np.zeros_like(arm.drive.ripple_sine)
    friction = replace(arm.friction, coulomb=none, viscous=none, load=none, asymmetry=none)
    gear = replace(
        arm.gear,
        hysteresis_stiffness=0.0 * arm.gear.hysteresis_stiffness,
        hysteresis_saturation=0.0 * arm.gear.hysteresis_saturation,
        transmission_sine=waves,
        transmission_cosine=waves,
    )
    drive = replace(arm.drive, ripple_sine=waves, ripple_cosine=waves, current_noise=none)
    return replace(arm, friction=friction, gear=gear, drive=drive)


def _judge_known_answer(case: Case) -> list[Judged]:
    """K7: one pair of runs of a smooth arm, with noise of many seeds on it.

    The simulation of [Gao] has stiff gears: here that means angles read behind the gears.
    """
    arm = _arm(case, smooth)
    plan = plan_for(arm, speed=float(np.radians(1.0)), width=float(np.radians(55.0)), is_free=True)
    recordings = _recorded(case, arm, _sweeps(arm, plan, [HEAVY]))
    (bending,) = _questions(arm, recordings, [HEAVY], case.generator)
    behind = replace(
        bending,
        unloaded=_behind_gears(bending.unloaded, arm),
        loaded=_behind_gears(bending.loaded, arm),
        compliance=no_bending(arm),
    )
    known = replace(bending, compliance=exact_stiffness(arm))
    questions = {"K7": behind, "K7, gears bend": bending, "K7, gears bend, stiffness known": known}
    rows: list[Judged] = []
    for section, clean in questions.items():
        rows += judge_all(clean, MAIN_WAYS, section=f"{section}, no noise", arm=case.seed)
        for seed in range(NOISE_SEEDS if clean is behind else FEW_NOISE_SEEDS):
            generator = np.random.default_rng([case.seed, 24, seed])
            unloaded, loaded = (_noisy(one, arm, generator) for one in (clean.unloaded, clean.loaded))
            noisy = replace(clean, unloaded=unloaded, loaded=loaded)
            rows += judge_all(noisy, MAIN_WAYS, section=section, arm=case.seed)
    return rows


def _behind_gears(recording: Recording, arm: PayloadArm) -> Recording:
    link: FloatArray = np.asarray(recording.columns[Quantity.LINK_POSITION])
    told = link - arm.truth.reported_sign * arm.truth.zeros.link
    return replace(recording, columns={**recording.columns, Quantity.POSITION: told})


def _noisy(recording: Recording, arm: PayloadArm, generator: np.random.Generator) -> Recording:
    current: FloatArray = np.asarray(recording.columns[Quantity.CURRENT])
    noise = NOISE_NM * generator.standard_normal(current.shape) / arm.exact_gain
    return replace(recording, columns={**recording.columns, Quantity.CURRENT: current + noise})


def _judge_speeds(case: Case) -> list[Judged]:
    """The paper's speeds, with wide sweeps and narrow ones; nothing else limits the speed."""
    rows: list[Judged] = []
    for place, width in enumerate(WIDTHS):
        for percent in SPEEDS:
            one = replace(case, number=100 * place + percent)
            arm = _arm(replace(case, number=percent))
            speed = 0.01 * percent * FULL_SPEED
            plan = plan_for(arm, speed=speed, width=float(np.radians(width)), is_free=True)
            recordings = _recorded(one, arm, _sweeps(arm, plan, [SPEED_LOAD]))
            (question,) = _questions(arm, recordings, [SPEED_LOAD], one.generator)
            section = f"speed {percent} %, sweeps of {width:g} deg"
            rows += judge_all(question, MAIN_WAYS, section=section, arm=case.seed)
    return rows


def _judge_dynamic(case: Case) -> list[Judged]:
    """Small loads by sweeps, and by excitation runs of the same arm."""
    arm = _arm(case)
    recordings = _recorded(case, arm, _sweeps(arm, plan_for(arm), SMALL_LOADS))
    rows: list[Judged] = []
    section = "three small loads"
    for question in _questions(arm, recordings, SMALL_LOADS, case.generator):
        rows += judge_all(question, MAIN_WAYS, section=section, arm=case.seed)
    for number, load in enumerate(SMALL_LOADS):
        rows += _judge_excitations(replace(case, number=1 + number), load)
    return rows


def _judge_excitations(case: Case, load: Load) -> list[Judged]:
    arm = _arm(case)
    motion = arm.excitation(seed=case.seed)

    def run(label: str) -> Recording:
        if label == LOADED:
            arm.hang(load.mass, load.center)
        return arm.record(motion, label)

    recordings = _recorded(case, arm, {label: partial(run, label) for label in (UNLOADED, LOADED)})
    return [
        judged(
            partial(
                identify_payload_dynamically,
                recordings,
                arm.robot,
                unloaded=[UNLOADED],
                loaded=[LOADED],
                gains=GainKnowledge.exact(arm.robot.joint_count),
                drive_gain=arm.exact_gain,
            ),
            section="three small loads, excitations",
            way="dynamic, general",
            arm=case.seed,
            load=load,
            minutes=recordings[LOADED].duration / 60.0,
        )
    ]


def _judge_repeats(case: Case) -> list[Judged]:
    """The same load over and over, against one reference."""
    arm = _arm(case)
    loads = [REPEATED] * REPEATS
    recordings = _recorded(case, arm, _sweeps(arm, plan_for(arm, mode=case.mode), loads))
    rows: list[Judged] = []
    for question in _questions(arm, recordings, loads, case.generator):
        rows += judge_all(question, MAIN_WAYS, section=f"ten repeats, {case.mode}", arm=case.seed)
    return rows


_JUDGES: Mapping[Section, Callable[[Case], list[Judged]]] = {
    Section.LOADS: _judge_loads,
    Section.KNOWN_ANSWER: _judge_known_answer,
    Section.SPEEDS: _judge_speeds,
    Section.DYNAMIC: _judge_dynamic,
    Section.REPEATS: _judge_repeats,
}
