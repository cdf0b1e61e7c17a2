"""A text table cut anywhere: every stored row is one that was written, and only the last one is lost."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.exchange.csv_file import read_csv
from core.exchange.layout import FileKind, Layout, Source, Variant
from core.recording import Quantity, TorqueKind

ROWS = 12
NUMBERS = {
    "decimals of any length": repr,
    "nine digits": lambda value: f"{value:.9g}",
    "six decimals": lambda value: f"{value:.6f}",
    "exponents": lambda value: f"{value:.8e}",
    "whole numbers": lambda value: f"{value * 1e3:.0f}",
}


def layout(delimiter: str) -> Layout:
    position = Source((2, 3), (), (1.0,), (0.0,))
    time = Source((1,), (), (1.0,), (0.0,))
    variant = Variant(3, time, None, None, {Quantity.POSITION: position})
    return Layout(
        name="cut", kind=FileKind.CSV, delimiter=delimiter, decimal=".", header_lines=0,
        torque_kind=TorqueKind.UNKNOWN, variants=(variant,),
    )  # fmt: skip


@pytest.mark.parametrize("form", NUMBERS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_cut_stores_a_number_that_was_not_written(form: str, data: st.DataObject, tmp_path: Path) -> None:
    delimiter = data.draw(st.sampled_from([",", ";", "\t", "whitespace"]))
    end = data.draw(st.sampled_from(["\n", "\r\n"]))
    finite = st.floats(-3.0, 3.0, allow_nan=False).filter(lambda value: value == 0.0 or abs(value) > 1e-90)
    pairs = data.draw(st.lists(st.tuples(finite, finite), min_size=ROWS, max_size=ROWS))
    number = NUMBERS[form]
    sign = " " if delimiter == "whitespace" else delimiter
    lines = [
        sign.join([f"{0.004 * row:.3f}", number(one), number(two)]) for row, (one, two) in enumerate(pairs)
    ]
    content = end.join([*lines, ""]).encode()
    cut = content[: data.draw(st.integers(len(content) // 2, len(content)))]
    path = tmp_path / "run.csv"
    path.write_bytes(cut)
    found = read_csv(path, layout(delimiter), None)
    written = np.array([[float(number(value)) for value in pair] for pair in pairs])
    whole = cut.count(b"\n")
    assert found.count in {whole, whole + 1}
    np.testing.assert_array_equal(found.columns[Quantity.POSITION], written[: found.count])


def test_a_last_row_without_a_line_end_counts_where_its_decimals_show_that_it_is_whole(
    tmp_path: Path,
) -> None:
    path = tmp_path / "run.csv"
    path.write_text("\n".join(f"{0.004 * row:.3f},{row / 7:.6f},{row / 9:.6f}" for row in range(20)))
    assert read_csv(path, layout(","), None).count == 20
    path.write_text(path.read_text()[:-1])
    found = read_csv(path, layout(","), None)
    assert found.count == 19
    assert [entry.code for entry in found.dropped] == ["truncated-last-row"]
