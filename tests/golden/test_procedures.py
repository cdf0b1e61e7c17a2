"""Every procedure on a virtual robot: what ``torsion run`` tells of it, and what the visit then tells.

The commands of a story run in this order on one visit. The virtual robot keeps step with its host, so
the same seed and commands give the same samples.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from devices.acquisition import stream_checks
from tests.golden.command_line import Narrator
from tests.golden.comparing import MOVED
from tests.golden.keeping import Golden

PATIENT_S = 10.0
_ARM = ("--controller", "virtual:szabo-3r?pace=fast&seed=3", "--into", "cell.h5")
_SHORT_PLAN = ("--evaluations", "60", "--period", "4", "--harmonics", "3")
_CELL = {
    "run-check": ("run", "check", *_ARM),
    "run-record": ("run", "record", "2", *_ARM, "--payload-kg", "0"),
    "run-excite": ("run", "excite", *_ARM, "--cycles", "2", *_SHORT_PLAN, "--floor", "none"),
    "run-friction": (
        "run",
        "friction",
        *_ARM,
        "--quick",
        "--joints",
        "3",
        "--speeds",
        "3",
        "--floor",
        "none",
    ),
    "identify-virtual": (
        *("identify", "cell.h5", "--fit", "excite", "--validate", "record"),
        *("--friction", "coulomb-viscous"),
    ),
    "verify-virtual": ("verify", "cell.h5", "--recordings", "record"),
    "run-verify": ("run", "verify", *_ARM, "--motions", "points", "--moves", "1", "--floor", "none"),
    "run-load-steps": (
        *("run", "load-steps", *_ARM, "--joints", "3", "--speed", "10", "--seconds", "4", "--steps", "2"),
        *("--floor", "none"),
    ),
    "deflection-virtual": ("deflection", "cell.h5", "--recordings", "excite", "--validate", "record"),
    "info-virtual": ("info", "cell.h5"),
    "report-virtual": ("report", "cell.h5", "--out", "cell.pdf"),
}
_BENCH = {
    "run-torque-ramps": (
        *("run", "torque-ramps", "--controller", "virtual:gear-bench?pace=fast&seed=1&kind=closed"),
        *("--into", "bench.h5", "--rounds", "1", "--steps", "10"),
    )
}
_PAYLOAD = {
    "run-payload": (
        *("run", "payload", "--controller", "virtual:ec66?kind=closed&pace=fast&seed=3"),
        *("--into", "payload.h5", "--mode", "quick", "--width", "10", "--speed", "9"),
        *("--load", "both", "--virtual-payload", 2.468, 0.05, 0.05, 0.05),
    ),
    "report-payload-virtual": ("report", "payload.h5", "--out", "payload.pdf"),
}
_TOOL = {
    "run-compensate": (
        *("run", "compensate", "--controller", "virtual:mikhel-6?elastic_links=yes&pace=fast&seed=3"),
        *("--into", "tool.h5", "--load", "both", "--place", 10, -30, -10, -30, 60, 0),
        *("--virtual-payload", 8, 0, 0.03, 0.1, "--corrected", "corrected.csv"),
    ),
    "report-stiffness-virtual": ("report", "tool.h5", "--out", "tool.pdf"),
}
VOLATILE = {
    "identify-virtual": ("seconds",),
    "run-payload": ("age_s",),
    "report-payload-virtual": ("age_s",),
    "report-stiffness-virtual": ("seconds",),
}
"""Measured on the clock on the wall."""
QUICK = ("run-check", "run-record")
"""Run every day; the others take a minute of computing."""
STORIES = (_CELL, _BENCH, _PAYLOAD, _TOOL)


@pytest.fixture(scope="module")
def told(folder: Path) -> Iterator[Narrator]:
    """Output of the commands; a busy machine may hold samples up for a second."""
    with pytest.MonkeyPatch.context() as patient:
        patient.setattr("devices.safety.safe_arm.SILENCE_S", PATIENT_S)
        patient.setattr("devices.open_arm.conversation.SILENCE_S", PATIENT_S)
        patient.setitem(stream_checks.SilenceCheck.__init__.__kwdefaults__, "limit", PATIENT_S)
        yield Narrator(*STORIES)


NAMES = [
    pytest.param(name, marks=() if name in QUICK else pytest.mark.thorough)
    for story in STORIES
    for name in story
]


@pytest.mark.parametrize("name", NAMES)
def test_a_procedure_tells_the_same(name: str, told: Narrator, golden: Golden) -> None:
    found = told(name)
    golden.text(name, found.text, close=MOVED)
    assert found.document is not None, found.text
    golden.document(name, found.document, volatile=VOLATILE.get(name, ()), close=MOVED)
