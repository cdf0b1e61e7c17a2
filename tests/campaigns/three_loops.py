"""How much each of the three loops buys: held-out error, model by model, on the virtual robot.

Five arms of two types, with everything that makes them imperfect: their own friction (of none of the
forms that are fitted), hysteresis, ripple, quantised encoders, noise, following error, temperature.
Each runs several excitation motions and a tour from pose to pose. Models from Coulomb and viscous
friction to learners on top of the whole chain are fitted to the same recordings and judged on two
kinds of motion that nothing was fitted to. Ratios are means over the joints of RMS in motion, to
the first model's. Beside it [Liu] Table 4's own measure (known answer K8): error with
compensation over error without, on the very motion that was learned from.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
from _measurement import write_measurement
from _virtual_cell import in_memory, run_whole, virtual_session

from app.arm.procedure import RecordedMotion
from app.arm.session import RobotSession
from app.features.excitation.procedure import ExciteProcedure
from app.features.recording.procedure import RecordProcedure
from app.visit.recordings import robot_of
from core.errors import TorsionError
from core.excitation.plan import plan_excitation
from core.excitation.settings import ExcitationSettings, TrajectoryKind
from core.identification.identify import identify
from core.identification.result import IdentificationResult, Loop
from core.identification.settings import FeatureKind, FrictionKind, IdentificationSettings, ResidualKind
from core.learning import learn as learning
from core.quality import Judgement, Verdict
from core.storage.visit import Visit
from devices.virtual.settings import VirtualSettings

ROBOTS, QUICK_ROBOTS = ("ec66", "generic-6r"), ("ec66",)
SEEDS, QUICK_SEEDS = (1, 2, 3, 4, 5), (1,)
FIT_MOTIONS, QUICK_FIT_MOTIONS = 3, 2
PLAN_S, QUICK_PLAN_S = 3.0, 0.5
PERIOD_S, QUICK_PERIOD_S = 20.0, 5.0
TOUR_S, QUICK_TOUR_S = 20.0, 5.0
ATTEMPTS = 4
HELD_OUT = ("held-excitation", "held-tour")

_PLAIN = IdentificationSettings(friction=FrictionKind.COULOMB_VISCOUS, residual=ResidualKind.NONE)
_FULL = IdentificationSettings(residual=ResidualKind.NONE)


def _models() -> Mapping[str, IdentificationSettings]:
    models = {
        "coulomb-viscous": _PLAIN,
        "bidirectional": replace(_PLAIN, friction=FrictionKind.BIDIRECTIONAL),
        "load-dependent": _FULL,
    }
    for name, below in (("coulomb-viscous", _PLAIN), ("load-dependent", _FULL)):
        for learner, features in LEARNERS:
            models[f"{name} + {learner} on {features}"] = replace(below, residual=learner, features=features)
        models[f"{name} + gmm on both{FORCED}"] = replace(
            below, residual=ResidualKind.GMM, features=FeatureKind.BOTH
        )
    return models


@contextmanager
def _proof(*, asked_for: bool) -> Iterator[None]:
    """Learners on for every joint, whatever leaving motions out has shown, as the paper has them."""
    kept = learning.usable_gain
    if not asked_for:
        learning.usable_gain = lambda *_, **__: (True, Judgement(Verdict.GOOD))
    try:
        yield
    finally:
        learning.usable_gain = kept


FORCED = ", forced"
LEARNERS = (
    (ResidualKind.RBF, FeatureKind.STATE),
    (ResidualKind.GMM, FeatureKind.STATE),
    (ResidualKind.GMM, FeatureKind.DEFLECTION),
)
QUICK_MODELS = ("coulomb-viscous", "load-dependent", "load-dependent + rbf on state")
BASELINE, DEFAULT = "coulomb-viscous", "load-dependent"


def main() -> int:
    """Run the campaign; ``--quick`` takes one arm, short motions and half of the models."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one arm, short motions")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the visits here, and use those there")
    arguments = parser.parse_args()
    quick = arguments.quick
    numbers: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        place = arguments.keep or Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        for robot in QUICK_ROBOTS if quick else ROBOTS:
            arms = [
                _judged(place / f"{robot}-{seed}.h5", robot, seed, quick=quick)
                for seed in (QUICK_SEEDS if quick else SEEDS)
            ]
            numbers |= _summary(robot, arms)
    for what, value in numbers.items():
        print(f"{what}: {value:.4g}", flush=True)
    if not quick:
        write_measurement("three_loops", seed=SEEDS[0], numbers=numbers)
    return 0


Judged = Mapping[str, Mapping[str, np.ndarray]]
"""By model, then by what was judged: RMS in N·m of the moving joints, (joints,)."""


def _judged(visit: Path, robot: str, seed: int, *, quick: bool) -> Judged:
    if not visit.exists():
        _recorded(visit, robot, seed, quick=quick)
    with Visit.open(visit) as stored:
        described = robot_of(stored)
        labels = [label for label in stored.labels if label.startswith("fit-") and "ramp" not in label]
        recordings = {label: in_memory(stored.recording(label)) for label in (*labels, *HELD_OUT)}
    models = _models()
    if quick:
        models = {name: models[name] for name in QUICK_MODELS}
    found = {}
    for name, settings in models.items():
        began = time.perf_counter()
        with _proof(asked_for=not name.endswith(FORCED)):
            result = identify(recordings, described, fit=labels, validate=HELD_OUT, settings=settings)
        found[name] = _errors(result, labels)
        _tell(robot, seed, name, result, found[name], time.perf_counter() - began)
    return found


def _errors(result: IdentificationResult, labels: Sequence[str]) -> Mapping[str, np.ndarray]:
    by_label = {item.recording: item.moving_rms_torque for item in result.validation}
    learned_from = np.sqrt(np.mean([by_label[label] ** 2 for label in labels], axis=0))
    return {"learned-from": learned_from, **{label: by_label[label] for label in HELD_OUT}}


def _tell(
    robot: str,
    seed: int,
    name: str,
    result: IdentificationResult,
    errors: Mapping[str, np.ndarray],
    seconds: float,
) -> None:
    learner = result.residual_model
    print(
        json.dumps(
            {
                "robot": robot,
                "seed": seed,
                "model": name,
                "verdict": result.judgement.verdict,
                "seconds": round(seconds, 2),
                "loops_s": {
                    str(loop): round(sum(item.seconds for item in result.loops if item.loop is loop), 2)
                    for loop in Loop
                },
                "on": [joint.joint for joint in learner.joints if joint.active] if learner else [],
                **{what: np.round(values, 4).tolist() for what, values in errors.items()},
            }
        ),
        flush=True,
    )


def _summary(robot: str, arms: Sequence[Judged]) -> dict[str, float]:
    numbers: dict[str, float] = {}
    for name in arms[0]:
        below = name.partition(" + ")[0]
        for what in ("learned-from", *HELD_OUT):
            to_baseline = [float(np.mean(arm[name][what] / arm[BASELINE][what])) for arm in arms]
            numbers[f"{robot}: {name}, {what}, to {BASELINE}, mean of {len(arms)}"] = float(
                np.mean(to_baseline)
            )
            if name == DEFAULT:
                numbers[f"{robot}: {name}, {what}, to {BASELINE}, worst arm"] = max(to_baseline)
            if below != name:
                ratios = np.array([arm[name][what] / arm[below][what] for arm in arms])
                numbers[f"{robot}: {name}, {what}, with over without"] = float(ratios.mean())
                numbers[f"{robot}: {name}, {what}, with over without, worst joint"] = float(ratios.max())
    return numbers


def _recorded(visit: Path, robot: str, seed: int, *, quick: bool) -> None:
    """All motions in a visit; started again where a busy computer stopped the arm."""
    part = visit.with_suffix(".unfinished.h5")
    for left in reversed(range(ATTEMPTS)):
        part.unlink(missing_ok=True)
        try:
            with virtual_session(part, VirtualSettings(robot=robot, seed=seed)) as session:
                _record(session, quick=quick)
            part.replace(visit)
        except (AssertionError, TorsionError):
            if not left:
                raise
        else:
            return


def _record(session: RobotSession, *, quick: bool) -> None:
    start = tuple(session.circumstances().start.tolist())
    labels = [f"fit-{number}" for number in range(1, (QUICK_FIT_MOTIONS if quick else FIT_MOTIONS) + 1)]
    for number, label in enumerate((*labels, HELD_OUT[0])):
        settings = ExcitationSettings(
            kind=TrajectoryKind.MODIFIED,
            start=start,
            period_s=QUICK_PERIOD_S if quick else PERIOD_S,
            seconds=QUICK_PLAN_S if quick else PLAN_S,
            seed=number,
        )
        plan = plan_excitation(session.robot, settings)
        run_whole(session, ExciteProcedure(plan, cycles=1, label=label, payload_mass=0.0, rehearse=False))
    tour = RecordProcedure(
        seconds=QUICK_TOUR_S if quick else TOUR_S,
        motion=RecordedMotion.SWAY,
        speed=1.0,
        seed=7,
        label=HELD_OUT[1],
        payload_mass=0.0,
        rehearse=False,
    )
    run_whole(session, tour)


if __name__ == "__main__":
    raise SystemExit(main())
