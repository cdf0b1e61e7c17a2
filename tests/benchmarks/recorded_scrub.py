"""An hour of six joints at 1 kHz on the live page: time to unpack it, to go anywhere in it, and memory.

``torsion bench recorded_scrub`` runs ``measure``. The recording is made block by block while it is unpacked;
a child process then shows it on the view of the live page, without a screen, and goes to random moments with
the whole of it, with 60 s, 10 s and 2 s in sight. A time is from the press to the last painted pixel of the
page: on the clock, of the processor, and on the clock without the time in which other processes had the
processors (``alone``), which is what a computer with nothing else to do would show. There is no peer.
"""

import tempfile
from pathlib import Path
from typing import Any

from tests.benchmarks._processes import race

SECONDS, PLACES = 3600.0, 40


def measure(*, seconds: float = SECONDS, places: int = PLACES) -> dict[str, Any]:
    """Seconds, milliseconds and megabytes; what JSON can hold."""
    with tempfile.TemporaryDirectory(prefix="torsion-scrub-") as folder:
        return race("_recorded_scrub_race.py", seconds, places, folder, QT_QPA_PLATFORM="offscreen") | {
            "files_mb": round(sum(file.stat().st_size for file in Path(folder).iterdir()) / 1e6)
        }
