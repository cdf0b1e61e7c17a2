"""Declared settings: what they say of a field, and that nothing about them is left to chance."""

import importlib
import pkgutil
from dataclasses import dataclass, is_dataclass
from typing import Annotated

import numpy as np
import pytest

import app
import core
import devices
from core.bounds import Bounds, Mass, Place, Speed, bounds_of, check_bounds
from core.errors import BadRequest
from core.recording import FloatArray
from core.setting import declared, required_setting, setting

WHOLE = Bounds(lower=1, upper=9, whole=True)


@dataclass(frozen=True)
class Sweep:
    mass: Mass = required_setting("Mass that is swept.", option="known-kg")
    center: tuple[Place, Place, Place] = setting((0.0, 0.0, 0.0), "Its centre.", caption="Centre")
    speed: Speed | None = setting(None, "Speed.", auto="what the time allows", example="7.5 °/s")
    joints: tuple[Annotated[int, WHOLE], ...] = setting((), "Joints.")
    gains: Annotated[FloatArray, Bounds()] | None = setting(None, "Gains.")
    seed: int = 0

    def __post_init__(self):
        check_bounds(self)


def test_a_declaration_has_the_type_the_bounds_and_the_words_of_its_field():
    found = declared(Sweep)
    assert list(found) == ["mass", "center", "speed", "joints", "gains"], "the seed is nobody's to choose"
    speed = found["speed"]
    assert (speed.kind, speed.is_optional, speed.default) == (float, True, None)
    assert speed.bounds is bounds_of(Sweep, "speed")
    assert (speed.said.help, speed.said.auto, speed.said.caption) == ("Speed.", "what the time allows", "")
    assert [found[name].length for name in ("mass", "center", "joints")] == [None, 3, 0]
    assert not found["mass"].has_default
    assert found["center"].has_default


def test_a_declared_field_is_an_ordinary_field():
    assert Sweep(2.0).speed is None
    with pytest.raises(TypeError, match="mass"):
        Sweep()
    with pytest.raises(BadRequest):
        Sweep(2.0, speed=np.nan)


def declarations():
    for package in (core, devices, app):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name.endswith("__main__"):
                continue
            for name, kind in vars(importlib.import_module(module.name)).items():
                if isinstance(kind, type) and kind.__module__ == module.name and is_dataclass(kind):
                    yield from ((f"{name}.{field}", one) for field, one in declared(kind).items())


def test_every_setting_has_complete_words():
    found = dict(declarations())
    assert len(found) > 60
    for place, one in found.items():
        said = one.said
        assert said.help.endswith("."), place
        assert said.help[0].isupper(), place
        assert not said.option.startswith("-"), place
        assert not said.auto.endswith("."), place
        assert "None" not in said.help, place
