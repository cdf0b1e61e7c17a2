"""Numbers with units as people type them: converted, or refused with a sentence, never passed over."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.speech.quantities import (
    ANGLE,
    FORCE,
    FREQUENCY,
    GAIN,
    LENGTH,
    MASS,
    QUANTITIES,
    SHARE,
    SPEED,
    TIME,
    TORQUE,
    NotUnderstood,
    Quantity,
    number_in,
    read_all,
    read_numbers,
    read_one,
    read_place,
    unit_sentence,
)

_UNITS = [(quantity, unit) for quantity in QUANTITIES for unit in quantity.si_of]
_VALUES = st.integers(-(10**9), 10**9).map(lambda whole: whole / 1000.0)


@pytest.mark.parametrize(
    ("text", "quantity", "value"),
    [
        ("2.4 kg", MASS, 2.4),
        ("5.3 lb", MASS, 2.40403),
        ("5,3lbs", MASS, 2.40403),
        ("850 G", MASS, 0.85),
        ("12 in", LENGTH, 0.3048),
        ('12"', LENGTH, 0.3048),
        ("12 in.", LENGTH, 0.3048),
        ("30", LENGTH, 0.03),
        ("−30 mm", LENGTH, -0.03),
        ("1,234.5 mm", LENGTH, 1.2345),
        ("1.234,5 mm", LENGTH, 1.2345),
        ("0.5 rad", ANGLE, 0.5),
        ("30°", ANGLE, math.pi / 6),
        ("30º", ANGLE, math.pi / 6),
        ("20 deg", ANGLE, math.pi / 9),
        ("20", ANGLE, math.pi / 9),
        ("2 rpm", SPEED, 2 * math.pi / 30),
        ("6 °/s", SPEED, math.pi / 30),
        ("10 N", FORCE, 10.0),
        ("2 kgf", FORCE, 19.6133),
        ("10 lbf", FORCE, 44.48222),
        ("1.5 N*m", TORQUE, 1.5),
        ("1.5Nm", TORQUE, 1.5),
        ("1 kN·m", TORQUE, 1000.0),
        ("10 ft-lb", TORQUE, 13.55818),
        ("2 min", TIME, 120.0),
        ("250 ms", TIME, 0.25),
        ("6 Hz", FREQUENCY, 6.0),
        ("30 %", SHARE, 0.3),
        ("11.2 N·m/A", GAIN, 11.2),
        ("２．４ｋｇ", MASS, 2.4),  # as a Chinese keyboard types it
    ],
)
def test_values_people_type(text: str, quantity: Quantity, value: float) -> None:
    assert read_one(text, quantity) == pytest.approx(value, rel=1e-5)


@pytest.mark.parametrize(
    ("text", "quantity", "unit"),
    [
        ("2.4 stone", MASS, "stone"),
        ("2.4 mm", MASS, "mm"),
        ("12 kg", LENGTH, "kg"),
        ("12 inc", LENGTH, "inc"),
        ("10 s", FREQUENCY, "s"),
        ("10 in", TIME, "in"),
        ("0 0 5 Nm", FORCE, "Nm"),
        ("30 rad/s", ANGLE, "rad/s"),
    ],
)
def test_another_unit_is_refused_by_name(text: str, quantity: Quantity, unit: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        read_all(text, quantity)
    assert refused.value.sentence == unit_sentence(quantity.kind, unit)
    assert f"“{unit}” is no" in refused.value.sentence


@pytest.mark.parametrize(
    "text",
    [
        "",
        "kg",
        "2 lb 5 oz",
        "2.4.1 kg",
        "1 2 kg",
        "--3 kg",
        "2.4 kg.m 3",
        "1,234,567 kg",
        "1e3 kg",
        "4-5",
        "½ kg",
    ],
)
def test_what_is_no_single_mass_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_one(text, MASS)


def test_a_unit_behind_the_last_counts_for_all_and_none_is_guessed() -> None:
    assert read_place("0 80 120 mm") == (0.0, 0.08, 0.12)
    assert read_place("1 in; 80 mm; 0 mm") == pytest.approx((0.0254, 0.08, 0.0))
    assert read_place("1,5, 80, 120") == (0.0015, 0.08, 0.12)
    assert read_place(" ") is None
    for text in ("0 80 mm 120", "0 in 80 120 mm", "1 2", "1 2 3 4", "0,80,120"):
        with pytest.raises(NotUnderstood):
            read_place(text)


@given(_VALUES, st.sampled_from(_UNITS), st.sampled_from(".,"), st.sampled_from(["", " ", "  "]))
def test_a_value_comes_back_whatever_its_decimal_sign(
    value: float, pair: tuple[Quantity, str], sign: str, gap: str
) -> None:
    quantity, unit = pair
    text = f"{value:.3f}".replace(".", sign)
    read = read_one(f"{text}{gap}{unit}", quantity)
    assert read == pytest.approx(value * quantity.si_of[unit], rel=1e-12, abs=1e-300)
    assert read_one(text, quantity) == pytest.approx(value * quantity.si_of[quantity.usual], rel=1e-12)


@given(st.text(st.characters(categories=["L"]), min_size=1, max_size=6), st.sampled_from(QUANTITIES))
def test_a_unit_nobody_knows_is_never_passed_over(unit: str, quantity: Quantity) -> None:
    try:
        value = read_one(f"12 {unit}", quantity)
    except NotUnderstood:
        return
    assert value != 12.0 * quantity.si_of[quantity.usual] or any(
        known == 1.0 * quantity.si_of[quantity.usual] for known in quantity.si_of.values()
    )
    assert any(value == 12.0 * known for known in quantity.si_of.values())


@given(st.text(max_size=12))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        found = read_numbers(text)
    except NotUnderstood:
        return
    assert all(math.isfinite(one.number) for one in found)


def test_numbers_as_the_program_writes_them() -> None:
    assert number_in("−1,234.5") == -1234.5
    assert number_in("1.234,5") == 1234.5
    assert number_in(",5") == 0.5
