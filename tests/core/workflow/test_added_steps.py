"""A step that a feature adds to a guide."""

import pytest

from core.workflow import ON_ROBOT, AddedStep, GuideStep, Journey, Progress, guide_named, guide_with, guides

NOD = GuideStep("nod", makes="nod", optional=True)


@pytest.fixture
def added(monkeypatch):
    given = [AddedStep(NOD, guide="on-robot", after="record")]
    monkeypatch.setattr(guides, "_ADDED", [lambda: given])
    return given


def test_it_stands_behind_the_other_in_its_guide_alone(added):
    keys = guide_named("on-robot").keys
    assert keys[keys.index("record") + 1] == "nod"
    assert tuple(key for key in keys if key != "nod") == ON_ROBOT.keys
    assert "nod" not in guide_named("from-files").keys
    assert guide_with("nod") is guide_named("on-robot")
    assert Journey(Progress("on-robot")).can_open("nod")


def test_without_it_the_guide_is_the_one_that_is_written_down(added):
    added.clear()
    assert guide_named("on-robot") is ON_ROBOT


def test_two_steps_of_one_key_are_refused():
    with pytest.raises(ValueError, match="two steps record"):
        ON_ROBOT.with_step(GuideStep("record"), after="check")
