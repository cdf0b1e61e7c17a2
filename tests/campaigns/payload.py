"""Whether a payload is found as it is: errors against the truth on virtual arms behind a closed controller.

The arms tell positions and currents 125 times a second and run the sweeps that the program plans for such a
controller; every imperfection is on: friction of none of the fitted forms that grows with load and falls with
warmth, hysteresis, gear error, torque ripple, lags, quantised encoders, noise. Measured are

- loads: the fifteen of [Gao] 3.2 on several arms, worked out by the paper's three steps in one direction, by
  the same in both, by everything together with what may be known of gains and stiffness, and from deflection;
- known-answer: K7, a smooth arm with 0.3 N·m of noise on both runs, noise of 20 seeds;
- speeds: errors against speed as in [Gao] 3.2, and where sweeps are too fast to be used;
- dynamic: [Gao] 3.4, small loads by sweeps and by excitation runs;
- repeats: one load ten times.

Stated are 95 % intervals as value ± 1.96 standard deviations.
"""

import argparse
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from _measurement import write_measurement
from _payload_judged import Judged, numbers_of
from _payload_sections import POWER_ONS, Case, Section, judge
from _payload_ways import DEFAULT
from _twist_visits import one_thread

from core.payload.plan import LONGEST_S, PayloadMode

SEED, ARMS = 8000, 5
"""Of the first arm, and how many arms."""
PROCESSES = 2


@dataclass(frozen=True)
class Wanted:
    """Mean errors at most, and the share of intervals that hold the truth."""

    mode: PayloadMode
    mass: float
    center_mm: float
    coverage: tuple[float, float]


THOROUGH = Wanted(PayloadMode.THOROUGH, 0.004, 1.0, (0.9, 0.99))
QUICK = Wanted(PayloadMode.QUICK, 0.01, 3.0, (0.5, 1.0))
"""Of three loads on one arm: [Gao]'s steps in one direction are far from it."""


def main() -> int:
    """Run the campaign; ``--quick`` takes one arm, three loads and quick sweeps."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="one arm, three loads, quick sweeps")
    parser.add_argument("--arms", type=int, default=ARMS, help="how many arms")
    parser.add_argument("--only", nargs="+", type=Section, choices=list(Section), help="only these sections")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep recordings here, and use those there")
    parser.add_argument("--processes", type=int, default=PROCESSES, help="at the same time")
    arguments = parser.parse_args()
    if arguments.keep is not None:
        arguments.keep.mkdir(parents=True, exist_ok=True)
    if arguments.quick:
        case = Case(Section.LOADS, SEED, PayloadMode.QUICK, quick=True, kept=arguments.keep)
        return 0 if _holds(numbers_of(_told(judge(case))), QUICK) else 1
    chosen = tuple(arguments.only or Section)
    cases = [case for case in _cases(arguments.arms, kept=arguments.keep) if case.section in chosen]
    rows: list[Judged] = []
    for found in _run(cases, processes=arguments.processes):
        rows += _told(found)
        if chosen == tuple(Section):
            _write(rows)
    numbers = numbers_of(rows)
    for what, value in numbers.items():
        print(f"{what}: {value:g}", flush=True)
    return 0 if Section.LOADS not in chosen or _holds(numbers, THOROUGH) else 1


def _cases(arms: int, *, kept: Path | None) -> Iterator[Case]:
    """K7, everything of the first arm, then the others."""
    yield Case(Section.KNOWN_ANSWER, SEED, kept=kept)
    for number in range(arms):
        for mode in (PayloadMode.THOROUGH, PayloadMode.QUICK):
            for power_on in range(POWER_ONS):
                yield Case(Section.LOADS, SEED + number, mode, power_on, kept=kept)
        if number == 0:
            yield from _others(SEED, kept=kept)
    for number in range(1, min(arms, _FEW)):
        yield from _others(SEED + number, kept=kept)


def _others(seed: int, *, kept: Path | None) -> Iterator[Case]:
    """What needs many runs of one arm."""
    for section in (Section.SPEEDS, Section.DYNAMIC, Section.REPEATS):
        yield Case(section, seed, kept=kept)


_FEW = 2
"""Arms for these."""


def _run(cases: Sequence[Case], *, processes: int) -> Iterator[list[Judged]]:
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=one_thread) as pool:
        for done in as_completed([pool.submit(judge, case) for case in cases]):
            yield done.result()


def _told(rows: list[Judged]) -> list[Judged]:
    """Print each as a line of JSON."""
    for row in rows:
        print(json.dumps({"at": round(time.time()), **row.as_line()}), flush=True)
    return rows


def _write(rows: Sequence[Judged]) -> None:
    """What is known so far: a campaign that is ended early has measured something too."""
    ordered = sorted(rows, key=lambda row: row.section)
    write_measurement("payload", seed=SEED, numbers=numbers_of(ordered))


def _holds(numbers: Mapping[str, float], wanted: Wanted) -> bool:
    """Whether the program's own way keeps what it promises, gains known."""
    section = f"fifteen loads, {wanted.mode}"
    way = f"{section}: {DEFAULT}"
    center = max(numbers[f"{way}: {axis}, mm: mean error"] for axis in "xyz")
    lowest, highest = wanted.coverage
    return (
        numbers[f"{section}: robot minutes at most"] <= LONGEST_S[wanted.mode] / 60.0
        and numbers[f"{way}: mass, kg: mean error"] <= wanted.mass
        and center <= wanted.center_mm
        and lowest <= numbers[f"{way}: mass, x, y, z: 95 % intervals that hold the truth"] <= highest
    )


if __name__ == "__main__":
    raise SystemExit(main())
