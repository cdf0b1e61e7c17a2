"""Signals written for other programs: foreign readers find the same numbers, to the last bit."""

import contextlib
import csv
import json
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.diagnostics import named_signals as named
from core.diagnostics.named_signals import RecordedSignals
from core.errors import BadRequest
from core.exchange.export_file import SignalFile
from core.exchange.export_signals import (
    EVENTS_TOPIC,
    SIGNALS_TOPIC,
    UnpackedSignals,
    ask_signals,
    export_signals,
)
from core.monitor import NullMonitor
from core.recording import Event, Mark, Origin, Quantity, Recording
from core.robot.library import load_robot
from core.storage import unpacked
from core.storage.unpacked import unpack

ROBOT = load_robot("ec66")
LINES = (
    "twist_2",
    "position_2",
    "torque_6",
    "tool_z",
    "missed_2 = torque_2 - 0.1 N·m",
    "abs(twist_3) > 0.1 rad",
)
NAMES = ("twist_2", "position_2", "torque_6", "tool_z", "missed_2", "worked_out_1")


def recording(count: int = 500, seed: int = 4) -> Recording:
    """An arm in motion whose numbers use all their bits; the last joint has no torque for a while."""
    rng = np.random.default_rng(seed)
    position = np.cumsum(rng.normal(size=(count, 6)) * 1e-3, axis=0)
    torque = rng.normal(size=(count, 6)) * np.array([1e3, 1.0, 1e-3, 1e-12, 1e12, 1.0])
    torque[count // 3 : count // 2, 5] = np.nan
    columns = {
        Quantity.POSITION: position,
        Quantity.MOTOR_POSITION: position + rng.normal(size=(count, 6)) * 0.1,
        Quantity.LINK_POSITION: position,
        Quantity.VELOCITY: rng.normal(size=(count, 6)),
        Quantity.TORQUE: torque,
    }
    return Recording(
        'run 1, "quoted"',
        1e6 + np.cumsum(rng.uniform(0.0009, 0.0011, size=count)),
        columns,
        origin=Origin(device="virtual:ec66", recorded_at="2026-11-28T10:42:00+00:00", mark=Mark.VIRTUAL),
        events=(
            Event(1e6 + 0.1, "trigger", {"when": "twist_3 > 4 arcmin"}),
            Event(1e6 + 0.2, "stop", {"by": "person"}),
        ),
    )


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    monkeypatch.setattr(named, "ROWS_AT_ONCE", 64)


@pytest.fixture
def asked():
    return ask_signals(RecordedSignals(recording(), ROBOT), LINES)


def expected(asked) -> dict[str, np.ndarray]:
    """All columns at once."""
    signals, whole = asked.signals, asked.signals.recording
    columns = signals._values.of(signals.units, whole.columns, whole.sample_count)
    lines = {name: line.values(columns, whole.time).astype(float) for name, line in asked.lines.items()}
    return {"time": whole.time, **lines}


def same(found, asked) -> None:
    wanted = expected(asked)
    assert list(found) == ["time", *NAMES]
    for name, values in wanted.items():
        assert np.asarray(found[name], dtype="<f8").tobytes() == values.astype("<f8").tobytes(), name


def test_a_csv_has_units_and_the_same_numbers(asked, tmp_path):
    export_signals(asked, tmp_path / "x.csv", kind=SignalFile.CSV)
    lines = (tmp_path / "x.csv").read_text("utf-8").splitlines()
    remarks = [line for line in lines if line.startswith("#")]
    assert any("VIRTUAL" in line for line in remarks)
    assert any("missed_2: torque_2 - 0.1 N·m" in line for line in remarks)
    assert any("trigger" in line for line in remarks)
    header, *rows = csv.reader(lines[len(remarks) :])
    assert header == ["time [s]", "twist_2 [rad]", "position_2 [rad]", "torque_6 [N·m]", "tool_z [m]",
                      "missed_2 [N·m]", "worked_out_1"]  # fmt: skip
    columns = zip(*([float(cell or "nan") for cell in row] for row in rows), strict=True)
    same(dict(zip(("time", *NAMES), columns, strict=True)), asked)


def test_the_maker_of_mcap_reads_the_same_numbers(asked, tmp_path):
    from mcap.reader import make_reader

    export_signals(asked, tmp_path / "x.mcap", kind=SignalFile.MCAP)
    found: list[tuple[float, ...]] = []
    stamps, events = [], []
    with (tmp_path / "x.mcap").open("rb") as stream:
        reader = make_reader(stream)
        assert {one.name: one.metadata for one in reader.iter_metadata()}["torsion"]["mark"] == "VIRTUAL"
        for schema, channel, message in reader.iter_messages():
            if channel.topic == EVENTS_TOPIC:
                events.append(message)
                continue
            assert channel.topic == SIGNALS_TOPIC
            assert channel.metadata["twist_2"] == "rad"
            assert "float64 missed_2  # N·m" in schema.data.decode()
            found.append(tuple(np.frombuffer(message.data[4:], dtype="<f8")))
            stamps.append(message.log_time)
    same(dict(zip(("time", *NAMES), np.array(found).T, strict=True)), asked)
    assert np.diff(stamps) == pytest.approx(np.diff(asked.signals.recording.time) * 1e9, abs=2000)
    assert len(events) == 2


def test_a_reader_of_ros_finds_the_same_numbers_and_the_events(asked, tmp_path):
    from rosbags.highlevel import AnyReader

    export_signals(asked, tmp_path / "x.mcap", kind=SignalFile.MCAP)
    found, events = [], []
    with AnyReader([tmp_path / "x.mcap"]) as reader:
        for connection, _, raw in reader.messages():
            message = reader.deserialize(raw, connection.msgtype)
            if connection.topic == EVENTS_TOPIC:
                events.append((message.time, message.code, json.loads(message.facts)))
            else:
                found.append([getattr(message, name) for name in ("time", *NAMES)])
    same(dict(zip(("time", *NAMES), np.array(found).T, strict=True)), asked)
    assert events == [(one.time, one.code, one.facts) for one in asked.signals.recording.events]


def test_parquet_has_units_and_the_same_numbers(asked, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    export_signals(asked, tmp_path / "x.parquet", kind=SignalFile.PARQUET)
    table = parquet.read_table(tmp_path / "x.parquet")
    assert table.schema.field("twist_2").metadata == {b"unit": b"rad"}
    assert table.schema.metadata[b"mark"] == b"VIRTUAL"
    same({name: table.column(name).to_numpy() for name in table.column_names}, asked)


def test_parquet_without_its_library_names_it_and_writes_nothing(asked, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadRequest, match="export-library-missing") as refused:
        export_signals(asked, tmp_path / "x.parquet", kind=SignalFile.PARQUET)
    assert refused.value.facts["library"] == "pyarrow"
    assert not list(tmp_path.iterdir())


def test_all_signals_are_written_where_none_is_named():
    asked = ask_signals(RecordedSignals(recording(), ROBOT), ())
    assert set(asked.lines) == set(asked.signals.units)
    assert {"twist_6", "tool_speed", "tool_twist"} <= set(asked.lines)


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (("twist_2", "twist_2"), "expression-taken"),
        (("time = twist_2",), "expression-taken"),
        (("torque_2 = twist_2",), "expression-taken"),
        (("abs = twist_2",), "expression-taken"),
        (("A = twist_2",), "column-name"),
        (("a__b = twist_2",), "column-name"),
        (("a = twist_2", "b = a"), "expression-name"),
        (("twist_2 - torque_2",), "expression-units"),
        (("model_2",), "expression-name"),
    ],
)
def test_what_other_programs_could_not_read_is_refused(lines, code):
    with pytest.raises(BadRequest, match=code):
        ask_signals(RecordedSignals(recording(20), ROBOT), lines)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_a_line_or_refused(text):
    signals = RecordedSignals(_SHORT, ROBOT)
    with contextlib.suppress(BadRequest):
        assert all(name.isidentifier() for name in ask_signals(signals, [text]).lines)


_SHORT = recording(20)


def test_a_twist_counts_from_the_first_second():
    made = recording(3000)
    asked = ask_signals(RecordedSignals(made, ROBOT), ["twist_2"])
    found = np.concatenate([block.values["twist_2"] for block in asked.signals.blocks(asked.lines)])
    first = made.time <= made.time[0] + 1.0
    raw = asked.signals._values.raw_twist(made.columns)[:, 1]
    assert found == pytest.approx(raw - raw[first].mean(), abs=1e-12)


def test_the_flange_is_where_the_kinematics_say():
    from core.robot.kinematics import flange_jacobian, flange_transforms

    made = recording(200)
    signals = RecordedSignals(made, ROBOT)
    q = ROBOT.position_from_reported(np.asarray(made.columns[Quantity.POSITION]))
    found = signals._values.of(("tool_x", "tool_z", "tool_speed"), made.columns, 200)
    assert found["tool_x"] == pytest.approx(flange_transforms(ROBOT, q)[:, 0, 3], abs=1e-12)
    assert found["tool_z"] == pytest.approx(flange_transforms(ROBOT, q)[:, 2, 3], abs=1e-12)
    speed = np.asarray(made.columns[Quantity.VELOCITY]) * ROBOT.reported_sign
    moved = np.einsum("kdn,kn->kd", flange_jacobian(ROBOT, q)[:, :3], speed)
    assert found["tool_speed"] == pytest.approx(np.linalg.norm(moved, axis=1), abs=1e-9)


@pytest.mark.thorough
def test_torques_of_a_model_are_those_of_its_prediction():
    from core.identification.identify import identify
    from core.identification.model import predict
    from core.identification.settings import IdentificationSettings
    from tests.core.exchange.test_export_proof import ROBOT as TWO
    from tests.core.exchange.test_export_proof import run

    runs = {"fit": run("fit", 0), "fresh": run("fresh", 1)}
    result = identify(runs, TWO, fit=["fit"], validate=["fresh"], settings=IdentificationSettings())
    keep = (runs["fresh"].time < 3.0) | (runs["fresh"].time > 3.5)
    made = replace(
        runs["fresh"],
        time=runs["fresh"].time[keep],
        columns={one: column[keep] for one, column in runs["fresh"].columns.items()},
    )
    asked = ask_signals(RecordedSignals(made, TWO, result), ["model_2", "residual_2", "friction_1"])
    blocks = list(asked.signals.blocks(asked.lines))
    found = {name: np.concatenate([block.values[name] for block in blocks]) for name in asked.lines}
    whole = predict(result, TWO, made)
    known = ~np.isnan(found["model_2"])
    assert known.mean() > 0.9
    time = made.time[known] - made.time[0]
    assert found["model_2"][known] == pytest.approx(
        np.interp(time, whole.time, whole.modelled[:, 1]), abs=1e-9
    )
    missed = whole.measured[:, 1] - whole.modelled[:, 1]
    assert found["residual_2"][known] == pytest.approx(np.interp(time, whole.time, missed), abs=1e-9)
    assert np.nanstd(found["friction_1"]) > 1.0


def numbers_in(path):
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    return np.array([[float(cell) for cell in line.split(",")] for line in lines[1:]])


def test_a_part_of_an_unpacked_recording_begins_and_ends_where_it_was_asked(tmp_path, monkeypatch):
    monkeypatch.setattr(unpacked, "_WARM_UP_S", 0.6)
    made = recording(3_000)
    folder = tmp_path / "unpacked"
    folder.mkdir()
    opened = unpack(made, np.arange(3_000), load_robot("ec66"), folder, monitor=NullMonitor())
    part = UnpackedSignals(opened, 700, 1_900)
    lines = ["position_1", "smooth = low(position_2, 5 Hz)"]
    export_signals(ask_signals(part, lines), tmp_path / "x.csv", kind=SignalFile.CSV)
    rows = numbers_in(tmp_path / "x.csv")
    assert np.array_equal(rows[:, 0], made.time[700:1_900])
    assert np.array_equal(rows[:, 1], made.columns[Quantity.POSITION][700:1_900, 0])
    whole = UnpackedSignals(opened, 0, 3_000)
    export_signals(ask_signals(whole, lines), tmp_path / "y.csv", kind=SignalFile.CSV)
    assert rows[:, 2] == pytest.approx(numbers_in(tmp_path / "y.csv")[700:1_900, 2], abs=1e-6), (
        "the low-pass has settled"
    )
    late = UnpackedSignals(opened, 150, 300).recording
    assert [one.code for one in late.events] == ["stop"]
    assert late.origin.recorded_at.startswith("2026-11-28T10:42:00.1")
