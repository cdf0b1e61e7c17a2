"""A monkey plays with the real window: clicks, keys, drags, sizes, visits and pages, also while an arm moves.

The virtual arm is connected and moved by holding, and holds are broken on purpose. Nothing unexpected
may be told or logged, nothing may move without a whole hold, STOP must always work, the event loop must
go on, and nothing may be left at the end. It plays in a folder of its own, and no dialog leads out of it.
What was played is written where something went wrong, and can be played again with ``--again FILE``.
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from _event_loop import EventLoopWatch
from _measurement import write_measurement
from PySide6.QtWidgets import QApplication

from app.arm.hold import HOLD_TIME_S
from tests.app.monkey.acts import Act
from tests.app.monkey.pace import Pace
from tests.app.monkey.play import (
    LEAST_SHARE,
    Played,
    blocks_beside_dressing,
    play,
    read_acts,
    say,
    told,
    write_acts,
)

MINUTES, QUICK_S = 60.0, 15.0
MINUTES_A_ROUND = 4.0
"""Then it begins again in a new program with the next seed."""


class ByTheClock(Pace):
    """So many seconds, by the computer's clock, and the event loop is watched."""

    least_hold_s = HOLD_TIME_S - 0.02  # its clock and that of the button differ
    stops_within_s = 3.0

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds
        self._watch = EventLoopWatch()

    def now(self) -> float:
        return time.monotonic()

    def goes_on(self, _acts: int, played_s: float) -> bool:
        return played_s <= self._seconds

    def stall(self) -> None:
        time.sleep(0.2)

    @contextmanager
    def watched(self) -> Iterator[None]:
        with self._watch:
            yield
        self.beats = self._watch.beats
        self.blocks = tuple((gap.at_s, gap.own_s) for gap in self._watch.blocks)

    def left_out(self) -> AbstractContextManager[object]:
        return self._watch.left_out()


def main() -> int:
    """Play; the exit code says whether anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a quarter of a minute; judges no time")
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--again", type=Path, help="play what was played before")
    chosen = parser.parse_args()
    seed = int(time.time()) % 1_000_000 if chosen.seed is None else chosen.seed
    with tempfile.TemporaryDirectory(prefix="torsion-monkey-") as name:
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_DOCUMENTS_DIR"):
            os.environ[variable] = str(Path(name) / variable.lower())
        return _all_rounds(chosen, seed, Path(name))


def _all_rounds(chosen: argparse.Namespace, seed: int, folder: Path) -> int:
    application = QApplication(sys.argv[:1])
    if chosen.again is not None:
        seed, acts = read_acts(chosen.again)
        return _judged([_round(application, folder, seed=seed, seconds=0.0, acts=acts)], in_time=True)
    left_s = QUICK_S if chosen.quick else 60.0 * chosen.minutes
    rounds: list[Played] = []
    while left_s > 1.0:
        seconds = min(left_s, 60.0 * MINUTES_A_ROUND)
        rounds.append(_round(application, folder, seed=seed + len(rounds), seconds=seconds))
        left_s -= seconds
    if not chosen.quick:
        write_measurement("monkey", seed=seed, numbers=_numbers(rounds))
    return _judged(rounds, in_time=not chosen.quick)


def _round(
    application: QApplication, home: Path, *, seed: int, seconds: float, acts: Sequence[Act] = ()
) -> Played:
    say(f"seed {seed}")
    folder = home / f"round-{seed}"
    played, done = play(application, folder, pace=ByTheClock(seconds), seed=seed, again=acts)
    say(told(played))
    if played.wrong:
        path = Path(f"monkey-{seed}.json").resolve()
        write_acts(path, played, done)
        say(f"  what was played is in {path}")
    return played


def _judged(rounds: list[Played], *, in_time: bool) -> int:
    """The exit code; ``in_time``: the beats of the event loop count as well."""
    is_wrong = any(played.wrong for played in rounds)
    beats = sum(played.beats for played in rounds)
    blocks = sum(map(blocks_beside_dressing, rounds))
    share = 1.0 - blocks / max(beats, 1)
    say(f"{sum(len(played.wrong) for played in rounds)} wrong, {100 * share:.3f} % of the beats in time")
    return 1 if is_wrong or (in_time and share < LEAST_SHARE) else 0


def _numbers(rounds: list[Played]) -> dict[str, object]:
    acts: Counter[str] = sum((played.acts for played in rounds), Counter())
    pages: Counter[str] = sum((played.pages for played in rounds), Counter())
    stops = [seconds for played in rounds for seconds in played.stops]
    return {
        "seconds": round(sum(played.seconds for played in rounds), 1),
        "seeds": [played.seed for played in rounds],
        "acts": sum(acts.values()),
        "acts by kind": dict(sorted(acts.items())),
        "pages visited": len(pages),
        "acts by page": dict(sorted(pages.items())),
        "motions": sum(played.motions for played in rounds),
        "whole holds": sum(played.whole_holds for played in rounds),
        "broken holds": sum(played.broken_holds for played in rounds),
        "stops tried": len(stops),
        "slowest stop s": round(max(stops, default=0.0), 3),
        "beats of the event loop": sum(played.beats for played in rounds),
        "blocks over 50 ms": sum(len(played.blocks) for played in rounds),
        "blocks beside new theme, size or language": sum(map(blocks_beside_dressing, rounds)),
        "longest block s": round(max((b[1] for p in rounds for b in p.blocks), default=0.0), 3),
        "growth of memory MB": [round(p.last_mb - p.first_mb, 1) if p.first_mb else None for p in rounds],
        "wrong": sum(len(played.wrong) for played in rounds),
    }


if __name__ == "__main__":
    sys.exit(main())
