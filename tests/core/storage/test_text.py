"""Texts and nested fields come back from a file as they were, however long and whatever they are."""

from dataclasses import dataclass
from pathlib import Path

import h5py
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.storage.hdf5_values import read_fields, write_fields
from core.storage.visit import Visit
from tests.core.results_examples import same

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=5), PLAIN, max_size=4))
def test_any_plain_fields_survive_storing(fields: dict[str, object]) -> None:
    with h5py.File("memory", "w", driver="core", backing_store=False) as file:
        write_fields(file, {"kept": fields})
        assert same_or_nan(read_fields(file)["kept"], fields)


def same_or_nan(one: object, other: object) -> bool:
    """Bit for bit, but for the sign and payload of a NaN, which mean nothing."""
    if isinstance(one, float) and isinstance(other, float) and np.isnan(one):
        return bool(np.isnan(other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same_or_nan(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_or_nan, one, other))
    return same(one, other)


@dataclass(frozen=True)
class _Note:
    text: str


def test_a_text_beyond_the_limit_of_attributes_is_kept(tmp_path: Path) -> None:
    text = "long " * 50_000
    with Visit.create(tmp_path / "v.h5", robot_toml=text) as visit:
        key = visit.add_result("note", _Note(text))
        assert visit.result(key, _Note) == _Note(text)
        assert visit.robot_toml == text
