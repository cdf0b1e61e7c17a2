"""Whether every page holds its words: all pages, sizes, themes, scales and languages, measured.

The gallery's window with a visit made on the virtual robot, and the robot connected. Every text, control
and painted word is measured in each of the combinations; what does not hold is listed by name. Each language
has a process of its own.
"""

import argparse
import os
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from _measurement import write_measurement
from PySide6.QtWidgets import QApplication

from app.speech.language import Language
from tests.gallery.dress import SCALES, SIZES, THEMES, dresses
from tests.gallery.hall import Hall
from tests.gallery.made_visit import made_visits

SEED = 3
"""Of the virtual robot's visits."""


@dataclass
class Walked:
    """What was seen in one language: views, pictures and findings by the name of their dress."""

    views: set[str] = field(default_factory=set)
    seen: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)


def main() -> int:
    """Walk through the gallery; the exit code says whether anything was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the tightest combination alone; writes nothing")
    is_quick = parser.parse_args().quick
    made_visits(say=_say)  # once, before the processes want them
    languages = list(Language)[:1] if is_quick else list(Language)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        walks = list(pool.map(_walk, languages, [is_quick] * len(languages)))
    views = set[str]().union(*(walk.views for walk in walks))
    seen, found, rules = (sum((getattr(walk, name) for walk in walks), Counter[str]())
                          for name in ("seen", "found", "rules"))  # fmt: skip
    total = sum(found.values())
    _say(f"{len(views)} views, {len(seen)} combinations, {sum(seen.values())} pictures, {total} findings")
    if not is_quick:
        numbers = {
            "views": len(views),
            "combinations": len(seen),
            "pictures measured": sum(seen.values()),
            "findings": total,
            **{f"findings of {rule}": count for rule, count in sorted(rules.items())},
            **{f"findings in {dress}": found[dress] for dress in sorted(seen)},
        }
        write_measurement("layout", seed=SEED, numbers=numbers)
    return 1 if total else 0


def _walk(language: Language, is_quick: bool) -> Walked:  # noqa: FBT001  # arguments of a process
    application = QApplication(sys.argv[:1])
    walked = Walked()
    worn = tuple(
        dresses(
            language,
            sizes=SIZES[:1] if is_quick else SIZES,
            themes=THEMES[:1] if is_quick else THEMES,
            scales=SCALES[-1:] if is_quick else SCALES,
        )
    )
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(application, language, made_visits(), Path(folder))
        for shown in hall.walk(worn):
            walked.views.add(shown.name)
            walked.seen[str(shown.dress)] += 1
            walked.found[str(shown.dress)] += len(shown.findings)
            for finding in shown.findings:
                walked.rules[finding.rule.value] += 1
                _say(f"{shown.name}--{shown.dress}  {finding}")
        hall.leave()
    return walked


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
