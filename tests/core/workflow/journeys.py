"""Situations and journeys for the tests of the guides."""

from core.workflow import (
    Capability,
    Journey,
    Outside,
    Progress,
    Situation,
)

CONNECTED = Situation(frozenset({Capability.CONTROLLER}), {Outside.POWER_ON: "7"})
RUNS_PLANS = Situation(frozenset({Capability.CONTROLLER, Capability.TRAJECTORY}), {Outside.POWER_ON: "7"})
MOVES = Situation(frozenset({Capability.CONTROLLER, Capability.MOTION}), {Outside.POWER_ON: "7"})
PLANS_AND_MOVES = Situation(RUNS_PLANS.capabilities | MOVES.capabilities, {Outside.POWER_ON: "7"})
SEES_TWIST = Situation(PLANS_AND_MOVES.capabilities | {Capability.LINK_ENCODERS}, {Outside.POWER_ON: "7"})
ABSENT = Situation()
ONLY_WATCHES = {"live", "visits", "compare"}
"""Steps that are there to look at an arm or at its visits, and leave nothing behind."""


def journey(guide="from-files", *products, situation=None):
    progress = Progress(guide)
    for product in products:
        progress = made_now(progress, product, revision="1", situation=situation)
    return Journey(progress, situation or Situation())


def made_now(progress, product, *, revision, situation=None):
    made_from = Journey(progress, situation or Situation()).revisions(product)
    return progress.made(product, revision=revision, made_from=made_from)


def states(journey, current=""):
    return {key: journey.state(key, current=current).value for key in journey.guide.keys}
