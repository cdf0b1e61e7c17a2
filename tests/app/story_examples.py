"""Made-up stages of the story, for tests of its command and its page."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from app.rehearsal.story import WORN_JOINT, Checked, Gears, MassSoFar, Reported, Weighed
from core.catalogue.fleet import Care
from core.comparison import ComparedFile, ComparedPair, ComparedVisits
from core.elasticity.comparison import compare_elasticity
from core.elasticity.result import JointElasticity, Measured
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


def unweighed() -> Weighed:
    """A tool whose mass no sweep has told."""
    return Weighed((), payload(), 2.4)


def gears(
    *, worn: int | None = WORN_JOINT, true_play: float = 3.05 * ARCMIN, std: float = 0.05 * ARCMIN
) -> Gears:
    """Two visits to three gears of which one has much more play now."""
    healthy = [replace(joint(number), backlash=Measured(0.4 * ARCMIN, 0.6 * std)) for number in range(3)]
    later = [
        replace(one, backlash=Measured(3.1 * ARCMIN, std)) if number == worn else one
        for number, one in enumerate(healthy)
    ]
    found = _compared(healthy, later, true_play)
    if worn is None:
        return found
    grown = Care("backlash-grown", SIX[worn], worn, 3.1 * ARCMIN, std, 0.4 * ARCMIN, 0.6 * std, 38.0, "")
    return replace(found, care=(grown,))


def unmeasured_gears() -> Gears:
    """The same, with a gear of which today's strokes told neither stiffness nor play."""
    healthy = [joint(number) for number in range(3)]
    later = [
        replace(one, stiffness=None, backlash=None) if number == WORN_JOINT else one
        for number, one in enumerate(healthy)
    ]
    return _compared(healthy, later, 1.4 * ARCMIN)


def _compared(healthy: list[JointElasticity], later: list[JointElasticity], true_play: float) -> Gears:
    before, now = visit(*healthy), visit(*later, days=400.0)
    files = tuple(
        ComparedFile(name, "bench-arm", "T-1", one.recorded_at, (Mark.VIRTUAL,), one, None)
        for name, one in (("before.h5", before), ("now.h5", now))
    )
    pair = ComparedPair(0, compare_elasticity(before, now), None)
    return Gears(before, now, ComparedVisits(files, (pair,), None), true_play)


def reported(folder: Path) -> Reported:
    """The files of a report in this folder."""
    return Reported(
        tuple(folder / name for name in ("report.pdf", "report.json", "changes.pdf")), ("Worse.",)
    )
