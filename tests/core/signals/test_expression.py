"""Lines of signals: values and units as a person would write them, and refusals of everything else."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from core.errors import BadRequest
from core.signals.expression import (
    AMPERE,
    DEEPEST,
    LONGEST,
    NEWTON_METRE,
    RADIAN,
    SECOND,
    UNITS,
    read_condition,
    read_definition,
    read_expression,
    written,
)

SIGNALS = {
    "torque_2": NEWTON_METRE,
    "model_2": NEWTON_METRE,
    "twist_3": RADIAN,
    "current_1": AMPERE,
    "velocity_1": RADIAN / SECOND,
}
TIME = np.arange(6) * 0.01
COLUMNS = {
    "torque_2": np.array([1.0, -2.0, 3.0, -4.0, 5.0, np.nan]),
    "model_2": np.full(6, 0.5),
    "twist_3": np.radians(np.array([0.0, 1.0, 2.0, 4.0, 8.0, 16.0]) / 60.0),
    "current_1": np.linspace(0.0, 1.0, 6),
    "velocity_1": np.zeros(6),
}


def values(line):
    return read_expression(line, SIGNALS).values(COLUMNS, TIME)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("torque_2 - model_2", COLUMNS["torque_2"] - 0.5),
        ("abs(torque_2)", np.abs(COLUMNS["torque_2"])),
        ("-torque_2 + 2 N·m * 3", 6.0 - COLUMNS["torque_2"]),
        ("torque_2 / current_1 / 2", COLUMNS["torque_2"] / np.maximum(COLUMNS["current_1"], 1e-300) / 2),
        ("max(torque_2, 0)", np.maximum(COLUMNS["torque_2"], 0.0)),
        ("min(0, model_2)", np.zeros(6)),
        ("1 - 2 - 3", np.full(6, -4.0)),
        ("2 * (3 + 4) % ", None),
    ],
)
def test_numbers_are_worked_out_from_left_to_right(line, expected):
    if expected is None:
        with pytest.raises(BadRequest, match="expression-form"):
            values(line)
        return
    found = values(line)
    keep = np.isfinite(found)
    np.testing.assert_allclose(found[keep], expected[keep])


def test_a_condition_of_a_twist_is_true_beyond_its_band():
    found = read_condition("abs(twist_3) > 4 arcmin", SIGNALS).values(COLUMNS, TIME)
    assert found.tolist() == [False, False, False, False, True, True]
    both = read_condition("not torque_2 > 0 and twist_3 < 0.02° or current_1 >= 1 A", SIGNALS)
    assert both.values(COLUMNS, TIME).tolist() == [False, True, False, False, False, True]


def test_what_is_missing_is_neither_more_nor_less():
    assert not read_condition("torque_2 > -1 N·m", SIGNALS).values(COLUMNS, TIME)[-1]
    assert not read_condition("torque_2 < 1 N·m", SIGNALS).values(COLUMNS, TIME)[-1]


@pytest.mark.parametrize("line", ["rate(twist_3)", "low(current_1, 5 Hz)", "rate(low(current_1, 20 Hz))"])
def test_blocks_change_nothing(line):
    whole = values(line)
    in_pieces = read_expression(line, SIGNALS)
    found = [
        in_pieces.values({name: column[rows] for name, column in COLUMNS.items()}, TIME[rows])
        for rows in (slice(0, 1), slice(1, 4), slice(4, 4), slice(4, 6))
    ]
    np.testing.assert_array_equal(np.concatenate(found), whole)


def test_a_low_pass_reaches_63_per_cent_in_its_time():
    time = np.arange(2000) * 1e-3
    line = read_expression("low(current_1, 1 Hz)", SIGNALS)
    found = line.values({"current_1": np.where(time > 0.0, 1.0, 0.0)}, time)
    assert found[round(1000 / (2 * np.pi))] == pytest.approx(1.0 - np.exp(-1.0), abs=2e-3)


@pytest.mark.parametrize(
    ("line", "unit"),
    [
        ("torque_2 / current_1", NEWTON_METRE / AMPERE),
        ("rate(twist_3)", RADIAN / SECOND),
        ("2", UNITS["%"].si),
        ("twist_3 * 1 mm / 1 m", RADIAN),
    ],
)
def test_units_follow_the_numbers(line, unit):
    assert read_expression(line, SIGNALS).unit == unit


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("torque_2 + twist_3", "units"),
        ("twist_3 > 4", "units"),
        ("max(torque_2, 1 A)", "units"),
        ("low(torque_2, 5)", "units"),
        ("tork_2 > 1 N·m", "name"),
        ("torque_2 > 1 furlong", "unit"),
        ("torque_2 > 1 N·m > 2 N·m", "form"),
        ("torque_2 torque_2", "form"),
        ("(torque_2", "form"),
        ("", "form"),
        ("__import__('os')", "name"),
        ("torque_2; 1", "form"),
        ("abs(torque_2, model_2)", "count"),
        ("torque_2 and model_2", "truth"),
        ("(torque_2 > 1 N·m) + 1", "truth"),
        ("(" * (DEEPEST + 1) + "1" + ")" * (DEEPEST + 1), "long"),
        ("-" * (DEEPEST + 1) + "1", "long"),
        ("1+" * LONGEST + "1", "long"),
    ],
)
def test_what_has_no_meaning_is_refused_with_its_place(line, code):
    with pytest.raises(BadRequest, match=f"expression-{code}") as caught:
        read_expression(line, SIGNALS)
    assert 1 <= caught.value.facts["column"] <= len(line) + 1


def test_a_misspelt_name_has_the_nearest_ones():
    with pytest.raises(BadRequest) as caught:
        read_expression("torqe_2", SIGNALS)
    assert caught.value.facts["near"].split(", ")[0] == "torque_2"


def test_a_number_is_no_condition():
    with pytest.raises(BadRequest, match="expression-number") as caught:
        read_condition("abs(twist_3)", SIGNALS)
    assert caught.value.facts["unit"] == "rad"


def test_every_unit_is_read_and_written():
    for name, unit in UNITS.items():
        assert read_expression(f"2 {name}", {}).values({}, TIME)[0] == pytest.approx(2 * unit.size)
        assert written(unit)


PIECES = st.sampled_from(
    [
        *"(),+-*/°. \x00%",
        *("torque_2", "twist_3", "velocity_1", "1", "4 arcmin", "2.5e3 N·m", "0", "<", ">=", "and", "or"),
        *("not", "abs(", "rate(", "low(", "min(", "5 Hz", "__class__", "lambda", "9" * 40),
    ]
)


LINES = st.one_of(
    st.text(max_size=80),
    st.lists(PIECES, max_size=40).map(" ".join),
    st.lists(PIECES, max_size=200).map("".join),
)
MOST_BYTES = 2_000_000
"""Memory that the dearest line may take to be read and worked out."""


def work_out_or_refuse(line):
    """Whether the line was worked out; a refusal shows a place inside what it shows of the line."""
    try:
        name, found = read_definition(line, SIGNALS)
    except BadRequest as refused:
        code, facts = refused.code, refused.facts
    else:
        assert len(name) < LONGEST
        assert name not in SIGNALS
        assert found.names <= SIGNALS.keys()
        assert all(one in line for one in found.names)
        assert found.values(COLUMNS, TIME).shape == TIME.shape
        return True
    if code != "expression-taken":
        assert len(facts["line"]) <= LONGEST
        assert 1 <= facts["column"] <= len(facts["line"]) + 1
    return False


@settings(max_examples=300)
@given(line=LINES)
@example("." * 10)
@example("1" * LONGEST)
@example("a" * 10 * LONGEST + " = 1")
@example("1+" * (LONGEST // 2 - 1) + "1")
def test_any_line_is_worked_out_or_refused(line):
    work_out_or_refuse(line)


@pytest.mark.thorough
def test_ten_thousand_hostile_lines_stay_small():
    read = []

    @settings(max_examples=10_000, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(line=LINES)
    def each(line):
        tracemalloc.start()
        try:
            read.append(work_out_or_refuse(line))
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < MOST_BYTES

    each()
    assert len(read) == 10_000
    assert 100 < sum(read) < 9_900
