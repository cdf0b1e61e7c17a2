"""Results survive the way to plain fields and back, bit for bit."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from core.errors import BadFile
from core.fields import from_fields, to_fields, to_json_value
from core.identification.result import IdentificationResult
from core.quality import Judgement, Reason, Verdict
from tests.core.results_examples import example_result, same


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Leaf:
    name: str
    value: float


@dataclass(frozen=True)
class Twig:
    thickness: float


@dataclass(frozen=True)
class Tree:
    leaves: tuple[Leaf, ...]
    colour: Colour
    by_name: dict[str, Leaf]
    heights: npt.NDArray[np.float64]
    counts: npt.NDArray[np.int64]
    pair: tuple[int, str]
    best: Leaf | Twig | None = None
    flags: list[bool] = field(default_factory=list)
    by_colour: Mapping[Colour, int] = field(default_factory=dict)


def a_tree() -> Tree:
    return Tree(
        leaves=(Leaf("a", 1.5), Leaf("b", math.inf), Leaf("c", math.nan)),
        colour=Colour.BLUE,
        by_name={"x": Leaf("x", -0.0)},
        heights=np.array([[1.0, np.nan], [np.inf, -0.0]]),
        counts=np.array([1, 2]),
        pair=(3, "three"),
        best=Twig(0.25),
        flags=[True, False],
        by_colour={Colour.RED: 4},
    )


def test_an_identification_result_comes_back_bit_for_bit() -> None:
    result = example_result()
    assert same(from_fields(IdentificationResult, to_fields(result)), result)


def test_every_field_of_a_result_matters_to_the_comparison() -> None:
    result = example_result()
    other = replace(result, estimate=np.nextafter(result.estimate, np.inf))
    assert not same(other, result)


def test_every_kind_of_field_comes_back() -> None:
    back = from_fields(Tree, to_fields(a_tree()))
    assert same(back, a_tree())
    assert isinstance(back.best, Twig)
    assert type(next(iter(back.by_colour))) is Colour


def test_the_fields_are_plain() -> None:
    def check(value: Any) -> None:
        assert type(value) in {dict, list, str, int, float, bool, type(None), np.ndarray}
        for item in value.values() if isinstance(value, dict) else ():
            check(item)
        for item in value if isinstance(value, list) else ():
            check(item)

    check(to_fields(example_result()))
    check(to_fields(a_tree()))


def test_a_field_from_a_newer_program_is_ignored() -> None:
    plain = to_fields(a_tree())
    plain["age"] = 7
    plain["leaves"][0]["smell"] = "sweet"
    assert same(from_fields(Tree, plain), a_tree())


def test_every_missing_and_wrong_field_is_named() -> None:
    plain = to_fields(a_tree())
    del plain["colour"]
    del plain["leaves"][1]["value"]
    plain["pair"] = ["three", "three"]
    with pytest.raises(BadFile) as caught:
        from_fields(Tree, plain)
    assert caught.value.code == "bad-fields"
    found = {(problem.where, problem.code) for problem in caught.value.problems}
    assert found == {
        ("colour", "missing-field"),
        ("leaves[1].value", "missing-field"),
        ("pair[0]", "wrong-kind"),
    }


def test_a_value_that_the_class_refuses_is_a_problem_of_the_file() -> None:
    plain = to_fields(example_result())
    plain["settings"]["filter_hz"] = -1.0
    with pytest.raises(BadFile) as caught:
        from_fields(IdentificationResult, plain)
    assert [problem.code for problem in caught.value.problems] == ["refused-value"]


def test_an_unknown_choice_is_a_problem() -> None:
    plain = to_fields(a_tree())
    plain["colour"] = "green"
    with pytest.raises(BadFile) as caught:
        from_fields(Tree, plain)
    assert caught.value.problems[0].where == "colour"


def test_a_missing_field_with_a_default_takes_the_default() -> None:
    plain = to_fields(a_tree())
    del plain["best"]
    assert from_fields(Tree, plain).best is None


def test_unsupported_field_values_raise_type_error() -> None:
    @dataclass(frozen=True)
    class Odd:
        thing: object

    with pytest.raises(TypeError):
        to_fields(Odd(thing={1, 2}))
    with pytest.raises(TypeError):
        to_fields(Odd)


def test_json_values_carry_no_infinity() -> None:
    value = to_json_value(a_tree())
    assert value["leaves"][1] == {"name": "b", "value": None}
    assert value["heights"] == [[1.0, None], [None, -0.0]]
    assert value["colour"] == "blue"
    json.dumps(value, allow_nan=False)
    json.dumps(to_json_value(example_result()), allow_nan=False)


FACTS = st.one_of(
    st.text(max_size=8),
    st.integers(-(2**53), 2**53),
    st.floats(allow_nan=False),
    st.lists(st.text(max_size=4), min_size=1, max_size=3).map(tuple),
    st.lists(st.integers(-9, 9), min_size=1, max_size=3).map(tuple),
    st.lists(st.floats(allow_nan=False), min_size=1, max_size=3).map(tuple),
)


@given(st.dictionaries(st.text(max_size=6), FACTS, max_size=4))
def test_facts_keep_their_kinds(facts: dict[str, Any]) -> None:
    judgement = Judgement(Verdict.REPEAT, (Reason("code", facts, Verdict.REPEAT),))
    back = from_fields(Judgement, json.loads(json.dumps(to_fields(judgement))))
    assert back == judgement
    assert [type(fact) for fact in back.reasons[0].facts.values()] == [type(f) for f in facts.values()]


@given(hnp.arrays(np.float64, hnp.array_shapes(max_dims=3, min_side=0, max_side=4)))
def test_arrays_keep_every_bit(array: npt.NDArray[np.float64]) -> None:
    tree = replace(a_tree(), heights=array)
    back = from_fields(Tree, to_fields(tree)).heights
    assert back.tobytes() == array.tobytes()
    assert back.shape == array.shape
    assert back is not array


def test_the_example_fills_every_field() -> None:
    result = example_result()
    empty = [item.name for item in fields(result) if getattr(result, item.name) is None]
    assert empty == []
