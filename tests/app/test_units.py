"""What people type and what they read."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.speech import units
from app.speech.dates import Conventions, current_conventions, use_conventions


@pytest.fixture(autouse=True)
def english_numbers():
    before = current_conventions()
    use_conventions(Conventions(group=","))
    yield
    use_conventions(before)


@pytest.mark.parametrize(
    ("text", "mass"),
    [("2.4 kg", 2.4), ("2,4", 2.4), ("5.3 lb", 2.404), ("850 g", 0.85), ("", None), (" ", None), ("0", 0.0)],
)
def test_masses_people_type(text: str, mass: float | None) -> None:
    parsed = units.parse_mass(text)
    assert parsed == (None if mass is None else pytest.approx(mass, abs=1e-3))


@pytest.mark.parametrize("text", ["heavy", "2.4 stone", "-1 kg", "2.4.1", "kg"])
def test_what_is_no_mass_is_refused(text: str) -> None:
    with pytest.raises(units.NotUnderstood):
        units.parse_mass(text)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("101:3300", (101, 3300)),
        ("101 - 3300", (101, 3300)),
        ("", None),
    ],
)
def test_rows_people_type(text: str, rows: object) -> None:
    assert units.parse_rows(text) == rows


@pytest.mark.parametrize("text", [":", "101:", ":9", "0:5", "5:4", "5:5", "all", "1:2:3", "1.5:3"])
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(units.NotUnderstood):
        units.parse_rows(text)


def test_value_with_its_uncertainty_shows_two_digits_of_it() -> None:
    assert units.with_std(2.41234, 0.0312) == "2.412 ± 0.062"
    assert units.with_std(1234.6, 56.0) == "1,235 ± 112"
    assert units.with_std(-0.5, math.inf) == "−0.500"
    assert units.with_std(5.82e-6, 0.00035) == "0.00001 ± 0.00070"
    assert units.with_std(-5e-7, 0.001) == "0.0000 ± 0.0020"
    assert units.with_std(-0.2, 29.0) == "0 ± 58", "never −0"


def test_numbers_follow_the_locale() -> None:
    use_conventions(Conventions(",", "."))
    assert units.number(1234.5, decimals=1) == "1.234,5"


def test_very_large_and_small_numbers_have_a_power_of_ten() -> None:
    assert units.number(1_502_169.0) == "1.50·10⁶"
    assert units.number(-3e-7) == "−3.00·10⁻⁷"
    assert units.number(999_999.0) == "999,999"


@given(st.floats(allow_nan=True, allow_infinity=True))
def test_every_number_has_a_text(value: float) -> None:
    assert units.number(value)


def test_durations() -> None:
    assert units.seconds(50.04) == "50.0 s"
    assert units.seconds(125.0) == "2 min 5 s"
    assert units.seconds(180.0) == "3 min"


@pytest.mark.parametrize(
    ("unit", "shown"),
    [
        (units.twist_unit(5e-5, slides=False), "arcmin"),
        (units.twist_unit(1e-3, slides=False), "arcmin"),
        (units.twist_unit(0.05, slides=False), "°"),
        (units.twist_unit(2e-4, slides=True), "µm"),
        (units.twist_unit(2e-3, slides=True), "mm"),
        (units.stiffness_unit(5.8e6, slides=False), "MN·m/rad"),
        (units.stiffness_unit(2.1e5, slides=False), "kN·m/rad"),
        (units.stiffness_unit(900.0, slides=False), "N·m/rad"),
        (units.stiffness_unit(2.4e7, slides=True), "MN/m"),
        (units.damping_unit(1.9e4, slides=False), "kN·m·s/rad"),
        (units.load_unit(1500.0, slides=False), "N·m"),
        (units.load_unit(-2900.0, slides=False), "kN·m"),
        (units.load_unit(2900.0, slides=True), "kN"),
    ],
)
def test_a_gear_is_shown_in_units_of_its_size(unit: units.DisplayUnit, shown: str) -> None:
    assert unit.symbol == shown


def test_units_of_a_gear_are_right() -> None:
    assert units.ARCMINUTE.shown(math.radians(1.0)) == pytest.approx(60.0)
    assert units.stiffness_unit(5.8e6, slides=False).shown(5.8e6) == pytest.approx(5.8)
    assert units.load_unit(2900.0, slides=False).shown(2900.0) == pytest.approx(2.9)
    assert units.with_std(5.8, 0.4, digits=1) == "5.8 ± 0.8"
