"""Made-up stages of the story, for tests of its command and its page."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from app.rehearsal.story import WORN_JOINT, Checked, Gears, MassSoFar, Reported, Weighed
from core.comparison import ComparedFile, ComparedPair, ComparedVisits
from core.elasticity.comparison import compare_elasticity
from core.elasticity.result import Measured
from core.encoders.result import EncoderCheck, JointCheck
from core.quality import Judgement
from core.recording import Mark
from tests.app.payload_examples import payload
from tests.core.elasticity.visit_examples import joint, visit

ARCMIN = np.pi / 180.0 / 60.0
SIX = ("joint_1", "joint_2", "joint_3", "joint_4", "joint_5", "joint_6")


def checked() -> Checked:
    """Six joints whose encoders agree."""
    judged = Judgement.of(())
    joints = tuple(JointCheck(name, sign=1, slope=1.0) for name in SIX)
    check = EncoderCheck("check", "ec66", "1", joints, np.eye(6), np.eye(6), judged)
    return Checked(check, "V-ec66-0000", np.linspace(0.0, 20.0, 50), np.zeros((50, 6)))


def weighed(mass: float = 2.413, *, is_over: bool = True) -> Weighed:
    """A tool of 2.4 kg after four and eight sweeps."""
    steps = (MassSoFar(4, 2.3, 0.08), MassSoFar(8, mass, 0.01))
    return Weighed(steps, payload(), 2.4 if is_over else None)


def gears(*, worn: int | None = WORN_JOINT) -> Gears:
    """Two visits to three gears of which one has much more backlash now."""
    healthy = [replace(joint(number), backlash=Measured(0.4 * ARCMIN, 0.03 * ARCMIN)) for number in range(3)]
    before = visit(*healthy)
    later = [
        replace(one, backlash=Measured(3.1 * ARCMIN, 0.05 * ARCMIN)) if number == worn else one
        for number, one in enumerate(healthy)
    ]
    now = visit(*later, days=400.0)
    files = tuple(
        ComparedFile(name, "bench-arm", "T-1", one.recorded_at, (Mark.VIRTUAL,), one, None)
        for name, one in (("before.h5", before), ("now.h5", now))
    )
    pair = ComparedPair(0, compare_elasticity(before, now), None)
    return Gears(before, now, ComparedVisits(files, (pair,), None), 3.05 * ARCMIN)


def reported(folder: Path) -> Reported:
    """The files of a report in this folder."""
    return Reported(
        tuple(folder / name for name in ("report.pdf", "report.json", "changes.pdf")), ("Worse.",)
    )
