"""Side by side: one frame of the live page's charts, against raw pyqtgraph curves of the same samples.

``torsion bench live_window`` runs ``measure``. Twelve curves of ten seconds at 1 kHz, the deflection
and the torque of six joints in two charts, are painted without a screen, in a child process with one
thread. Ours reads what is new from the ring, feeds all signals of the page, decimates, and paints; the
peer gets all samples of its twelve ``PlotCurveItem``s ready made, and only sets and paints them, in
plots of the same size with the same fixed ranges. Both take turns frame by frame (see
``_live_window_race``). Ratios below one mean cheaper than raw pyqtgraph.
"""

from typing import Any

import pyqtgraph
import PySide6

from tests.benchmarks._processes import race

FRAMES = 120


def measure(*, frames: int = FRAMES) -> dict[str, Any]:
    """Milliseconds a frame of ours and of the peer, their ratio, frames a second; what JSON can hold."""
    found = race("_live_window_race.py", frames, QT_QPA_PLATFORM="offscreen")
    found["peer"] = f"pyqtgraph {pyqtgraph.__version__}, Qt {PySide6.__version__}, offscreen"
    return found
