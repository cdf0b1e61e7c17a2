"""Worn arms found in a made-up fleet: by what is usual for their model, and by each arm's first visit alone.

Every arm has a score from each way: by how many standard deviations its worst figure is worse than expected.
The threshold moves over all scores; counted are the worn arms above it, and the sound ones.
Then small fleets at the threshold of the program.

``python tests/campaigns/fleet_care.py [--quick]``
"""

import argparse
import json
import tempfile
from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import numpy as np
from _measurement import write_measurement

from core.catalogue.care import robots_by_care
from core.catalogue.example import WornArm, write_example
from core.catalogue.key_figures import POSITIVE, FigureCode
from core.catalogue.scan import scan
from core.catalogue.store import Catalogue
from core.catalogue.usual_values import WORSE, ArmFigures, standings
from core.monitor import NullMonitor

SEED, ARMS, VISITS = 1, 200, 2000
FALSE_ALARMS = (0, 1, 2, 5)
SMALL_FLEETS, SMALL_ARMS, SMALL_VISITS = 40, 12, 36
CLEARLY = 0.1
"""Lost share of the stiffness from which an arm is clearly worn."""


def figures(catalogue: Catalogue) -> Mapping[tuple[str, int, FigureCode], list[ArmFigures]]:
    """The figures of all arms, by model, joint and kind."""
    found = defaultdict(list)
    for (robot, number, code), of_kind in groupby(
        catalogue.figures(), key=attrgetter("robot", "number", "code")
    ):
        for serial, rows in groupby(of_kind, key=attrgetter("serial")):
            columns = np.array([(one.value, one.std, one.temperature or np.nan) for one in rows])
            found[robot, number, FigureCode(code)].append(ArmFigures(serial, *columns.T))
    return found


def usual_scores(kinds: Mapping[tuple[str, int, FigureCode], list[ArmFigures]]) -> dict[str, float]:
    """Score of each arm by what is usual for its model and for itself."""
    scores: defaultdict[str, float] = defaultdict(lambda: -np.inf)
    for (_, _, code), arms in kinds.items():
        for one in standings(code, arms):
            scores[one.arm] = max(scores[one.arm], one.stds)
    return dict(scores)


def single_scores(kinds: Mapping[tuple[str, int, FigureCode], list[ArmFigures]]) -> dict[str, float]:
    """Score of each arm by its later visits against its first one, with the stated ± alone."""
    scores: defaultdict[str, float] = defaultdict(lambda: -np.inf)
    for (_, _, code), arms in kinds.items():
        for arm in arms:
            value, std = arm.value, arm.std
            if code in POSITIVE:
                value, std = np.log(value), std / value
            if value.size < 2:
                continue
            stds = WORSE[code] * (value[1:] - value[0]) / np.hypot(std[1:], std[0])
            scores[arm.arm] = max(scores[arm.arm], float(stds.max()))
    return dict(scores)


def hits(scores: Mapping[str, float], worn: set[str], false_alarms: int) -> int:
    """Worn arms above the lowest threshold that so many sound arms exceed."""
    sound = sorted((score for serial, score in scores.items() if serial not in worn), reverse=True)
    threshold = sound[false_alarms] if false_alarms < len(sound) else -np.inf
    return sum(scores.get(serial, -np.inf) > threshold for serial in worn)


def small_fleets(count: int) -> dict[str, int]:
    """Arms called in small fleets, four of each model with three visits; clearly worn ones lost a tenth."""
    found: Counter[str] = Counter()
    for seed in range(1, count + 1):
        with tempfile.TemporaryDirectory() as name:
            folder, quiet = Path(name), NullMonitor()
            truth = write_example(
                folder, arms=SMALL_ARMS, visits=SMALL_VISITS, seed=seed, monitor=quiet, recordings=0
            )
            with Catalogue(folder / "catalogue.sqlite") as catalogue:
                scan(catalogue, [folder], monitor=quiet)
                called = {one.serial for one in robots_by_care(catalogue) if one.care}
        lost = {serial: one.stiffness_lost for serial, one in truth.items() if isinstance(one, WornArm)}
        clear = {serial for serial, share in lost.items() if share > CLEARLY}
        found += Counter(
            {
                "small fleets: worn": len(lost),
                "small fleets: called: worn": len(called & set(lost)),
                "small fleets: clearly worn": len(clear),
                "small fleets: called: clearly worn": len(called & clear),
                "small fleets: sound": SMALL_ARMS - len(lost),
            }
        )
        found["small fleets: called: sound"] += len(called - set(lost))
    return dict(found)


def main() -> int:
    """Make the fleets, score their arms, and store the curve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="twelve arms; stores nothing")
    is_quick = parser.parse_args().quick
    arms, visits = (12, 72) if is_quick else (ARMS, VISITS)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        truth = write_example(folder / "fleet", arms=arms, visits=visits, seed=SEED, monitor=NullMonitor())
        worn = set(truth)
        with Catalogue(folder / "catalogue.sqlite") as catalogue:
            scan(catalogue, [folder / "fleet"], monitor=NullMonitor())
            kinds = figures(catalogue)
            called = {one.serial for one in robots_by_care(catalogue) if one.care}
    usual, single = usual_scores(kinds), single_scores(kinds)
    numbers: dict[str, object] = {
        "arms": arms,
        "visits": visits,
        "worn": len(worn),
        "called: worn": len(called & worn),
        "called: sound": len(called - worn),
    }
    for count in FALSE_ALARMS:
        numbers[f"usual: found at {count} false alarms"] = hits(usual, worn, count)
        numbers[f"first visit alone: found at {count} false alarms"] = hits(single, worn, count)
    numbers |= small_fleets(2 if is_quick else SMALL_FLEETS)
    print(json.dumps(numbers, indent=1))
    if not is_quick:
        write_measurement("fleet_care", seed=SEED, numbers=numbers)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
