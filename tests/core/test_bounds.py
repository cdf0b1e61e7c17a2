"""Bounds of numbers: what they let through, and that no setting is without them."""

import importlib
import math
import pkgutil
from dataclasses import dataclass, fields, is_dataclass
from typing import Annotated, get_args

import numpy as np
import pytest

import app
import core
import devices
from core.bounds import Bounds, Mass, bounds_by_field, bounds_of, check_bounds, check_value
from core.errors import BadRequest

WHOLE = Bounds(lower=1, upper=9, whole=True)
OPEN = Bounds("kg", 0.0, 10.0, above=True)


@dataclass(frozen=True)
class Settings:
    count: Annotated[int, WHOLE] = 3
    mass: Mass | None = None
    places: tuple[tuple[Annotated[float, OPEN], ...], ...] = ()
    gains: Annotated[np.ndarray, OPEN] | None = None
    free: str = ""

    def __post_init__(self):
        check_bounds(self)


def refused(**given):
    with pytest.raises(BadRequest) as caught:
        Settings(**given)
    return caught.value.code, caught.value.facts


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"count": True}, "setting-not-a-number"),
        ({"count": "3"}, "setting-not-a-number"),
        ({"count": 3.3}, "setting-not-whole"),
        ({"count": 3.0}, "setting-not-whole"),
        ({"count": 0}, "setting-out-of-bounds"),
        ({"count": 10**400}, "setting-out-of-bounds"),
        ({"mass": math.nan}, "setting-not-finite"),
        ({"mass": -math.inf}, "setting-not-finite"),
        ({"mass": 0.0}, "setting-not-above"),
        ({"mass": 1e300}, "setting-not-above"),
        ({"places": ((1.0, 2.0), (3.0, -1.0))}, "setting-not-above"),
        ({"gains": np.array([1.0, np.nan])}, "setting-not-finite"),
        ({"gains": np.ones(65)}, "setting-too-many"),
    ],
)
def test_values_outside_the_bounds_are_refused_with_their_setting(given, code):
    found, facts = refused(**given)
    assert found == code
    assert facts["setting"] == next(iter(given))


def test_a_refusal_gives_value_bounds_and_unit():
    _, facts = refused(mass=-2.0)
    assert facts == {"setting": "mass", "value": -2.0, "lower": 0.0, "upper": 1e4, "unit": "kg"}


def test_values_within_the_bounds_are_accepted():
    made = Settings(count=9, mass=1e4, places=((1.0,), (10.0,)), gains=np.array([0.1, 10.0]))
    assert made.count == 9
    assert Settings(mass=None).mass is None
    assert bounds_of(Settings, "places") is OPEN
    assert set(bounds_by_field(Settings)) == {"count", "mass", "places", "gains"}


def test_infinity_is_accepted_only_for_optional_limits():
    limit = Bounds(lower=0.0, upper=10.0, above=True, endless=True)
    check_value("limit", (math.inf, 3.0), limit)
    for wrong in (math.nan, -math.inf, 11.0):
        with pytest.raises(BadRequest):
            check_value("limit", wrong, limit)


ENDINGS = ("Settings", "Procedure", "Limits", "Load", "Payload", "Mass", "Motions", "Pushes", "Box")
NOT_GIVEN = {
    "app.features.payload.procedure.PreparedPayload": "worked out by the program",
    "app.features.payload.sweep_plans.StagedPayload": "worked out by the program",
    "core.elasticity.load_steps_plan.PoorLoad": "a finding",
    "core.catalogue.example.WrongPayload": "drawn by the program",
    "core.payload.result.SetLoad": "what a controller told, or a payload checked before",
    "core.payload.from_logs.AddedMass": "a result",
    "core.payload.sweeps.Load": "made of a KnownLoad",
    "core.robot.model.AssumedPayload": "made of a description",
    "devices.protocol_fci.commands.Load": "what a controller told, or a payload checked before",
    "devices.protocol_open.messages.SetPayload": "what the arm's own safety layer has checked",
    "devices.virtual.physics.readings.Payload": "made of VirtualSettings",
    "core.learning.learn.Motions": "numbers the rows of recordings",
    "core.excitation.limits.motion_limits.MotionLimits": "made of a description or a checked file",
    "core.identification.gains.result.PairPayload": "a result",
    "core.identification.setup_checks.limits.SetupLimits": "limits of the program",
    "devices.virtual.physics.profile.LoopSettings": "read and bounded by its own profile file",
}
"""Classes of these names that no one types, with the reason."""


def settings_classes():
    found = {}
    for package in (core, devices, app):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name.endswith("__main__"):
                continue
            for name, thing in vars(importlib.import_module(module.name)).items():
                is_own = isinstance(thing, type) and thing.__module__ == module.name
                if is_own and is_dataclass(thing) and name.endswith(ENDINGS) and not name.startswith("_"):
                    found[f"{module.name}.{name}"] = thing
    return found


def is_numeric(hint):
    if isinstance(hint, str):
        return "int" in hint or "float" in hint or "FloatArray" in hint
    if hint in (int, float):
        return True
    return any(is_numeric(part) for part in get_args(hint))


def test_every_number_of_every_settings_class_has_bounds():
    classes = settings_classes()
    assert len(classes) > 25
    missing = [
        f"{place}.{item.name}"
        for place, kind in classes.items()
        if place not in NOT_GIVEN
        for item in fields(kind)
        if item.init and is_numeric(item.type) and item.name not in bounds_by_field(kind)
    ]
    assert not missing
    assert set(NOT_GIVEN) <= set(classes), "the list names a class that is gone"


def test_every_settings_class_with_bounds_checks_them():
    unasked = []
    for place, kind in settings_classes().items():
        check = getattr(kind, "__post_init__", None)
        if bounds_by_field(kind) and (check is None or "check_bounds" not in check.__code__.co_names):
            unasked.append(place)
    assert not unasked
