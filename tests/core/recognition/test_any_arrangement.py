"""However a program arranges its columns and writes its numbers: values as they were, or asked for."""

from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from core.errors import BadFile
from core.exchange.file_units import UNITS_OF
from core.recognition.layout_text import layout_of
from core.recognition.reading import look_at, read_recordings
from core.recording import Quantity
from core.robot.library import load_robot
from tests.core.recognition.makers_forms import truth_of
from tests.core.recognition.written_forms import made_motion

SCALES = (1.0, 1.0, 0.1, 0.02)
"""Of the motions: a small one has small numbers in any unit."""
MOTIONS = {scale: made_motion(6, seconds=4.0, rate=100.0, seed=5, scale=scale) for scale in SCALES}
ROBOT = load_robot("ur10e")
UNITS = {
    Quantity.POSITION: ("rad", "deg", "mrad", "rev"),
    Quantity.VELOCITY: ("rad/s", "deg/s", "rpm", "rev/s"),
    Quantity.CURRENT: ("A", "mA"),
    Quantity.TORQUE: ("N·m", "Nm", "mNm"),
}
NAMES = {
    Quantity.POSITION: ("q{j}", "actual_position_{j}", "Joint{j}Pos", "J{j}.angle", "pos[{j}]"),
    Quantity.VELOCITY: ("dq{j}", "qd_{j}", "Joint{j}Vel", "J{j}.speed", "vel[{j}]"),
    Quantity.CURRENT: ("i{j}", "motor_current_{j}", "Joint{j}Cur", "J{j}.current", "cur[{j}]"),
    Quantity.TORQUE: ("tau{j}", "measured_torque_{j}", "Joint{j}Trq", "J{j}.torque", "trq[{j}]"),
}
STATED = ("{name} [{unit}]", "{name} ({unit})", "{name}", "below")
OTHERS = {"counter": "{row}", "status": "OK", "tcp_x [mm]": "{row}.5", "remark": ""}


@dataclass(frozen=True)
class Arrangement:
    """One way to write the motion."""

    units: dict[Quantity, str]
    style: int
    stated: dict[Quantity, str]
    order: list[int]
    delimiter: str
    decimal: str
    digits: int
    others: list[str]
    is_quoted: bool
    scale: float


@st.composite
def arrangements(draw) -> Arrangement:
    quantities = [Quantity.POSITION, *draw(st.lists(st.sampled_from(list(UNITS)[1:]), unique=True))]
    others = draw(st.lists(st.sampled_from(list(OTHERS)), unique=True))
    delimiter = draw(st.sampled_from([",", ";", "\t", "|"]))
    decimal = draw(st.sampled_from([".", ","]))
    stated = draw(st.sampled_from(["all", "none", "some"]))
    of = {one: draw(st.sampled_from(STATED[:3])) if stated == "some" else STATED[0 if stated == "all" else 2]
          for one in quantities}  # fmt: skip
    of = of if draw(st.integers(0, 3)) else dict.fromkeys(quantities, "below")
    units = {one: draw(st.sampled_from(UNITS[one])) for one in quantities}
    # Numbers from 30 to 800 without a unit are taken for degrees; no one writes mrad without saying so.
    assume(units[Quantity.POSITION] != "mrad" or of[Quantity.POSITION] != "{name}")
    return Arrangement(
        units,
        draw(st.integers(0, 4)),
        of,
        draw(st.permutations(range(1 + 6 * len(quantities) + len(others)))),
        delimiter,
        decimal,
        draw(st.integers(4, 9)),
        others,
        decimal == delimiter or draw(st.booleans()),
        draw(st.sampled_from(SCALES)),
    )


def truth(quantity: Quantity, made: Arrangement) -> np.ndarray:
    return truth_of(MOTIONS[made.scale], quantity)


def write(made: Arrangement, path: Path) -> None:
    time = MOTIONS[made.scale].time
    columns: dict[str, tuple[str, list[str]]] = {"time [s]": ("s", [f"{one:.4f}" for one in time])}
    for quantity, unit in made.units.items():
        table = truth(quantity, made) / UNITS_OF[quantity][unit]
        for joint in range(6):
            plain = NAMES[quantity][made.style].format(j=joint + 1)
            name = (
                plain
                if made.stated[quantity] == "below"
                else made.stated[quantity].format(name=plain, unit=unit)
            )
            columns[name] = (unit, [f"{value:.{made.digits}g}" for value in table[:, joint]])
    for name in made.others:
        columns[name] = ("", [OTHERS[name].format(row=row) for row in range(time.size)])
    entries = [list(columns.items())[place] for place in made.order]
    rows = [[name for name, _ in entries]]
    if "below" in made.stated.values():
        rows = [[name.removesuffix(" [s]") for name in rows[0]], [unit for _, (unit, _) in entries]]
    rows += [list(cells) for cells in zip(*(cells for _, (_, cells) in entries), strict=True)]
    if made.decimal == ",":
        rows = [[cell.replace(".", ",") if place else cell for cell in row] for place, row in enumerate(rows)]
    text = [
        made.delimiter.join(
            f'"{cell}"' if made.is_quoted and made.delimiter in cell else cell for cell in row
        )
        for row in rows
    ]
    path.write_text("\n".join(text) + "\n", encoding="utf-8")


def check(made: Arrangement, *, with_robot: bool) -> None:
    robot = ROBOT if with_robot else None
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run.csv"
        write(made, path)
        found = look_at(path, robot=robot)
        variant = layout_of(found).variants[0]
        for quantity, source in variant.quantities.items():
            values = source.to_si(found.table.matrix(found.quantities[quantity].columns))
            assert_equal(values, quantity, made)
        if not found.is_complete:
            with pytest.raises(BadFile):
                read_recordings(path, found=found, robot=robot)
            return
        (recording,) = read_recordings(path, found=found, robot=robot)
        time = MOTIONS[made.scale].time
        assert recording.sample_count == time.size
        np.testing.assert_allclose(recording.time, time, atol=1e-9)
        for quantity, column in recording.columns.items():
            assert_equal(np.asarray(column[:]), quantity, made)


def assert_equal(values: np.ndarray, quantity: Quantity, made: Arrangement) -> None:
    expected = truth(quantity, made)
    error = np.abs(values - expected).max() / np.abs(expected).max()
    assert error < 2.0 * 10.0 ** (1 - made.digits), (quantity, error)


@given(made=arrangements(), with_robot=st.booleans())
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_arrangement(*, made: Arrangement, with_robot: bool) -> None:
    check(made, with_robot=with_robot)


@pytest.mark.thorough
@given(made=arrangements(), with_robot=st.booleans())
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_many_arrangements(*, made: Arrangement, with_robot: bool) -> None:
    check(made, with_robot=with_robot)


@pytest.mark.parametrize("stated", STATED[:2])
def test_stated_units_ask_nothing(stated: str, tmp_path: Path) -> None:
    units = {Quantity.POSITION: "deg", Quantity.VELOCITY: "rpm", Quantity.TORQUE: "N·m"}
    order = list(chain(range(18, 0, -1), [0]))
    made = Arrangement(units, 0, dict.fromkeys(units, stated), order, ";", ",", 8, [], False, 1.0)  # noqa: FBT003
    write(made, tmp_path / "run.csv")
    assert look_at(tmp_path / "run.csv").is_complete
