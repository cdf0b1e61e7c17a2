"""The stages of the story measure until they can, and no longer than they may."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.arm.procedure import Outcome
from app.features.payload.sweep_run import PayloadFound
from app.features.twist.load_steps_procedure import LoadStepsProcedure
from app.features.twist.tasks import analyse_twist
from app.rehearsal import story
from app.rehearsal.story import (
    GROUPS,
    JOINT_LOADS_S,
    PLAY_STD,
    WEIGHINGS,
    WORN_JOINT,
    load_gears,
    weigh_tool,
)
from core.elasticity.result import Measured
from core.monitor import NullMonitor
from core.quality import Judgement, Reason, Verdict
from tests.app.payload_examples import estimate, payload
from tests.core.elasticity.visit_examples import joint, visit

ONCE = len(GROUPS)
SURE, VAGUE = Measured(3e-4, 0.9 * PLAY_STD), Measured(3e-4, 1.1 * PLAY_STD)


class Session:
    """Stands in for a session: notes what is run, and its computations find what they are given."""

    visit_file = Path("today.h5")

    def __init__(self, *plays):
        self.plays, self.fits = list(plays), []

    def hang_on_virtual(self, _mass, _center):
        pass

    def compute(self, task, _monitor):
        if task.function is not analyse_twist:
            return None
        self.fits.append(task.arguments["fit"])
        backlash = self.plays.pop(0)
        return visit(*(replace(joint(number), backlash=backlash) for number in range(3)))


@pytest.fixture
def ran(monkeypatch):
    """The procedures that were run, each recorded under its label."""
    done = []

    def run(_session, procedure, _monitor, *, name):
        done.append(procedure)
        return Outcome(name, recordings=(procedure.label,))

    monkeypatch.setattr(story, "run_unwatched", run)
    return done


@pytest.mark.parametrize(
    ("plays", "runs"),
    [((SURE,), 1), ((None, SURE), 2), ((VAGUE, None, SURE), 3), ((None, VAGUE, None), 3)],
    ids=["at once", "with longer strokes", "with the longest", "never"],
)
def test_load_steps_become_longer_until_the_play_is_known(ran, plays, runs):
    session = Session(*plays)
    found = load_gears(session, NullMonitor())
    steps = [procedure for procedure in ran if isinstance(procedure, LoadStepsProcedure)]
    assert [one.settings.seconds for one in steps] == list(JOINT_LOADS_S[:runs])
    assert len({one.label for one in steps}) == runs
    assert found.joints[WORN_JOINT].backlash == plays[runs - 1]
    assert {one.label for one in steps} <= set(session.fits[-1]), "the last analysis has all of them"


@pytest.mark.parametrize(
    ("known_at", "runs"),
    [(1, ONCE), (ONCE, ONCE), (ONCE + 2, WEIGHINGS * ONCE), (None, WEIGHINGS * ONCE)],
    ids=["soon", "at last", "when repeated", "never"],
)
def test_sweeps_that_leave_the_mass_unknown_are_repeated(monkeypatch, known_at, runs):
    loaded = []
    plan = SimpleNamespace(sweeps=[None] * GROUPS[-1][-1])
    vague = Judgement.of((Reason("payload-uncertain", {}, Verdict.REPEAT),))

    def run(_session, procedure, _monitor, *, name):
        if name == "payload-with":
            loaded.append(procedure.only)
        is_known = known_at is not None and len(loaded) >= known_at
        found = replace(payload(), estimate=estimate(judgements=() if is_known else (vague,) * 4))
        return Outcome(name, found=PayloadFound(plan, result=found))

    monkeypatch.setattr(story, "run_unwatched", run)
    weighed = weigh_tool(Session(), NullMonitor())
    assert loaded == list(GROUPS * WEIGHINGS)[:runs]
    assert weighed.is_shown == (known_at is not None)
    assert weighed.is_well == (
        not weighed.is_shown or abs(weighed.steps[-1].mass - 2.4) <= 3 * weighed.steps[-1].std
    )
