"""Layout files: units, headers, delimiters, and all mistakes in one go."""

from pathlib import Path

import numpy as np
import pytest

from core.errors import BadFile
from core.exchange.file_units import RATE_UNITS, TIME_UNITS, UNITS_OF
from core.exchange.import_recording import import_recording
from core.exchange.layout import layout_names, load_layout
from core.recording import Quantity, TorqueKind

GERMAN = """
kind = "csv"
delimiter = ";"
decimal = ","
header_lines = 2
torque_kind = "link-sensor"

[[variant]]
time = { columns = ["stamp"], unit = "ms" }

[variant.quantities]
position = { columns = ["q1", "q2"], unit = ["deg", "mm"] }
torque = { columns = ["m1", "m2"], unit = ["N·m", "N"] }
current = { columns = [6, 7], unit = "mA" }
temperature = { columns = "8-9", unit = "°C" }
"""

GERMAN_ROWS = """some logger
stamp;q1;q2;m1;m2;i1;i2;T1;T2;note
0;90,0;500;1,5;20;1500;-250;20;21,5;start
10;90,5;501;1,6;21;1501;-251;20;21,5;
20;91,0;502;1,7;22;1502;-252;20;21,5;end
"""


def write(folder: Path, layout: str, rows: str) -> tuple[Path, Path]:
    (folder / "logger.toml").write_text(layout, encoding="utf-8")
    (folder / "run.csv").write_text(rows, encoding="utf-8")
    return folder / "logger.toml", folder / "run.csv"


def test_units_lead_to_si_and_other_columns_do_not_matter(tmp_path: Path) -> None:
    layout, file = write(tmp_path, GERMAN, GERMAN_ROWS)
    recording = import_recording(file, layout=layout)
    assert recording.dropped == ()
    assert recording.torque_kind is TorqueKind.LINK_SENSOR
    assert recording.origin.layout == "logger"
    assert (recording.origin.first_row, recording.origin.last_row) == (1, 3)
    np.testing.assert_allclose(recording.time, [0.0, 0.01, 0.02], rtol=1e-15)
    expected = {
        Quantity.POSITION: [np.radians([90.0, 90.5, 91.0]), [0.5, 0.501, 0.502]],
        Quantity.TORQUE: [[1.5, 1.6, 1.7], [20.0, 21.0, 22.0]],
        Quantity.CURRENT: [[1.5, 1.501, 1.502], [-0.25, -0.251, -0.252]],
        Quantity.TEMPERATURE: [[293.15] * 3, [294.65] * 3],
    }
    assert set(recording.columns) == set(expected)
    for quantity, columns in expected.items():
        np.testing.assert_allclose(recording.columns[quantity][:], np.transpose(columns), rtol=1e-14)


def test_a_rate_in_the_layout_counts_the_rows_of_the_file(tmp_path: Path) -> None:
    layout, file = write(
        tmp_path,
        'kind = "csv"\ndelimiter = "whitespace"\n[[variant]]\nrate = { value = 1, unit = "kHz" }\n'
        '[variant.quantities]\nvelocity = { columns = 2, unit = "rpm" }\n',
        "a 60\nb  61\nc x\nd\t62\n",
    )
    recording = import_recording(file, layout=layout)
    np.testing.assert_allclose(recording.time, [0.0, 0.001, 0.003], rtol=1e-15)
    np.testing.assert_allclose(recording.columns[Quantity.VELOCITY][0:1], [[2 * np.pi]], rtol=1e-15)
    assert [(entry.code, entry.first_row) for entry in recording.dropped] == [("not-a-number", 3)]


def test_names_that_the_header_lacks_are_all_named(tmp_path: Path) -> None:
    layout, file = write(tmp_path, GERMAN, GERMAN_ROWS.replace("q2", "q9").replace("stamp", "time"))
    with pytest.raises(BadFile) as caught:
        import_recording(file, layout=layout)
    assert caught.value.code == "layout-does-not-fit"
    assert {problem.facts["column"] for problem in caught.value.problems} == {"q2", "stamp"}


def test_every_mistake_of_a_layout_is_named(tmp_path: Path) -> None:
    layout, file = write(
        tmp_path,
        'kind = "csv"\ndecimal = ";"\ntorque_kind = "guess"\ncolour = 1\n[[variant]]\ncolumns = 0\n'
        "[variant.quantities]\n"
        'position = { columns = "2-x4", unit = "furlong" }\nposture = 5\n'
        'velocity = { columns = [0], unit = "rad/s" }\n'
        'torque = { columns = "5-7", unit = ["N", "N"] }\n',
        "",
    )
    with pytest.raises(BadFile) as caught:
        import_recording(file, layout=layout)
    assert caught.value.code == "bad-layout"
    assert {(problem.where, problem.code) for problem in caught.value.problems} == {
        ("torque_kind", "not-a-choice"),
        ("colour", "unknown-key"),
        ("decimal", "wrong-value"),
        ("variant[1].columns", "wrong-value"),
        ("variant[1]", "no-clock"),
        ("variant[1].quantities.position.unit", "unknown-unit"),
        ("variant[1].quantities.posture", "unknown-key"),
        ("variant[1].quantities.velocity.columns", "wrong-value"),
        ("variant[1].quantities.torque.unit", "wrong-count"),
    }


def test_a_layout_without_anything_names_what_is_missing(tmp_path: Path) -> None:
    layout, _ = write(tmp_path, "", "")
    with pytest.raises(BadFile) as caught:
        load_layout(layout)
    assert {problem.where for problem in caught.value.problems} == {"kind", "variant"}


def test_no_layout_of_that_name_and_no_toml(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as caught:
        load_layout("ur10")
    assert caught.value.facts["layouts"] == ("mat", "npz", "ur10e-31")
    layout, _ = write(tmp_path, "kind = ", "")
    with pytest.raises(BadFile, match="not-toml"):
        load_layout(layout)


@pytest.mark.parametrize("name", layout_names())
def test_shipped_layouts_bear_their_file_names(name: str) -> None:
    assert load_layout(name).name == name


def test_every_quantity_has_units() -> None:
    assert set(UNITS_OF) == set(Quantity)
    for units in (TIME_UNITS, RATE_UNITS, *UNITS_OF.values()):
        assert all(factor > 0.0 for factor in units.values())
        assert 1.0 in units.values()
