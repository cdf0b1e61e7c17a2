"""Whether every page holds its words: all pages, sizes, themes, scales and languages, measured.

The gallery's window with a visit made on the virtual robot, and the robot connected. Every text, control
and painted word is measured in each of the combinations; what does not hold is listed by name.
"""

import argparse
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

from _measurement import write_measurement

SEED = 3
"""Of the virtual robot's visits."""


def main() -> int:
    """Walk through the gallery; the exit code says whether anything was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the tightest combination alone; writes nothing")
    is_quick = parser.parse_args().quick
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

    from PySide6.QtWidgets import QApplication

    from app.speech.language import Language
    from tests.gallery.dress import SCALES, SIZES, THEMES, dresses
    from tests.gallery.hall import Hall
    from tests.gallery.made_visit import made_visits

    application = QApplication(sys.argv[:1])
    made = made_visits(say=_say)
    seen: Counter[str] = Counter()
    found: Counter[str] = Counter()
    views: set[str] = set()
    for language in list(Language)[:1] if is_quick else Language:
        worn = tuple(
            dresses(
                language,
                sizes=SIZES[:1] if is_quick else SIZES,
                themes=THEMES[:1] if is_quick else THEMES,
                scales=SCALES[-1:] if is_quick else SCALES,
            )
        )
        with tempfile.TemporaryDirectory() as folder:
            hall = Hall(application, language, made, Path(folder))
            for shown in hall.walk(worn):
                views.add(shown.name)
                seen[str(shown.dress)] += 1
                found[str(shown.dress)] += len(shown.findings)
                for finding in shown.findings:
                    _say(f"{shown.name}--{shown.dress}  {finding}")
            hall.leave()
    total = sum(found.values())
    _say(f"{len(views)} views, {len(seen)} combinations, {sum(seen.values())} pictures, {total} findings")
    if not is_quick:
        numbers = {
            "views": len(views),
            "combinations": len(seen),
            "pictures measured": sum(seen.values()),
            "findings": total,
            **{f"findings in {dress}": count for dress, count in sorted(found.items())},
        }
        write_measurement("layout", seed=SEED, numbers=numbers)
    return 1 if total else 0


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
