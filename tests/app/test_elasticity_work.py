"""The twist of a visit's recordings as a job: what it reads back, refuses, and hands to the live page."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.features.twist.tasks import (
    analyse_twist,
    channel_lags_of_visit,
    elasticity_of_visit,
    newest_elasticity,
    tool_shifts,
    twist_recordings,
)
from app.visit.stored_products import has_twist
from core.elasticity import locked_output
from core.elasticity.result import ELASTICITY, Elasticity
from core.errors import BadRequest
from core.monitor import NullMonitor
from core.recording import Quantity, Recording
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from tests.core.elasticity.hand_made import arm_elasticity, hidden_joint, measured_joint

WATCH = NullMonitor()


def recording(
    label: str, *, joints: int = 6, only_joint: int | None = None, single: bool = False
) -> Recording:
    time = np.arange(200) / 100.0
    motor = 0.2 * np.sin(np.outer(time, np.linspace(1.0, 2.0, joints)))
    link = motor - 1e-4
    if only_joint is not None:
        link[:, np.arange(joints) != only_joint] = np.nan
    columns = {Quantity.POSITION: motor, Quantity.TORQUE: 30.0 * motor}
    if not single:
        columns |= {Quantity.MOTOR_POSITION: motor, Quantity.LINK_POSITION: link}
    return Recording(label, time, columns)


@pytest.fixture
def visit(tmp_path: Path) -> Path:
    path = tmp_path / "visit.h5"
    with Visit.create(path, robot_toml=write_toml(load_robot("ec66"))) as made:
        made.add_recording(recording("both"))
        made.add_recording(recording("one-joint", only_joint=2))
        made.add_recording(recording("single", single=True))
    return path


def store(visit: Path, *found: Elasticity) -> None:
    with Visit.open(visit) as opened:
        for each in found:
            opened.add_result(ELASTICITY, each)


def test_recordings_with_both_encoders_of_some_joint_are_offered(visit: Path) -> None:
    with Visit.open(visit) as opened:
        assert twist_recordings(opened) == ("both", "one-joint")
        assert newest_elasticity(opened) is None
    silent = recording("silent")
    columns = {**silent.columns, Quantity.LINK_POSITION: np.full((200, 6), np.nan)}
    assert not has_twist(replace(silent, columns=columns))


def test_an_encoder_that_speaks_later_is_seen() -> None:
    late = recording("late")
    link = np.array(late.columns[Quantity.LINK_POSITION])
    link[:150] = np.nan
    assert has_twist(replace(late, columns={**late.columns, Quantity.LINK_POSITION: link}))


def test_the_newest_result_counts(visit: Path) -> None:
    assert elasticity_of_visit(path=visit, monitor=WATCH) is None
    assert channel_lags_of_visit(path=visit, monitor=WATCH) is None
    store(visit, arm_elasticity(robot="old"), arm_elasticity(robot="new"))
    found = elasticity_of_visit(path=visit, monitor=WATCH)
    assert found is not None
    assert found.robot == "new"


def test_the_live_page_gets_a_lag_for_every_joint(visit: Path) -> None:
    joints = (hidden_joint(0), measured_joint(1, lag=2e-3), measured_joint(2, lag=4e-3))
    store(visit, arm_elasticity(*joints))
    lags = channel_lags_of_visit(path=visit, monitor=WATCH)
    assert lags is not None
    np.testing.assert_allclose(lags[0], [3e-3, 2e-3, 4e-3])
    assert lags[1] == pytest.approx(2e-5)
    store(visit, arm_elasticity(hidden_joint(0), hidden_joint(1)))
    assert channel_lags_of_visit(path=visit, monitor=WATCH) is None


@pytest.mark.parametrize(
    ("labels", "code"),
    [(("both", "none"), "unknown-recording"), (("both", "single"), "recordings-without-twist")],
)
def test_what_cannot_be_analysed_is_refused(visit: Path, labels: tuple[str, ...], code: str) -> None:
    with pytest.raises(BadRequest) as refused:
        analyse_twist(visit=visit, fit=labels[:1], validate=labels[1:], monitor=WATCH)
    assert refused.value.code == code


def test_an_empty_visit_and_one_with_one_encoder_say_so(tmp_path: Path) -> None:
    path = tmp_path / "empty.h5"
    with Visit.create(path, robot_toml=write_toml(load_robot("ec66"))):
        pass
    with pytest.raises(BadRequest) as refused:
        analyse_twist(visit=path, fit=("any",), monitor=WATCH)
    assert refused.value.code == "visit-without-recordings"
    with Visit.open(path) as opened:
        opened.add_recording(recording("single", single=True))
    with pytest.raises(BadRequest) as refused:
        analyse_twist(visit=path, fit=("single",), monitor=WATCH)
    assert refused.value.code == "no-recording-with-both-encoders"


def test_the_tool_is_followed_in_each_recording(visit: Path) -> None:
    found = tool_shifts(path=visit, elasticity=arm_elasticity(), labels=("both", "one-joint"), monitor=WATCH)
    assert found["both"].joints == tuple(range(6))
    assert found["one-joint"].joints == (2,)


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    """A gear whose output is locked, with its one encoder."""
    path = tmp_path / "bench.h5"
    with Visit.create(path, robot_toml=write_toml(load_robot("gear-bench"))) as made:
        made.add_recording(recording("ramp", joints=1, single=True))
    return path


def test_a_locked_output_needs_neither_link_encoder_nor_model(
    bench: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def answer(recordings: dict[str, Recording], _robot: object, **more: object) -> Elasticity:
        asked.append((tuple(recordings), more["fit"]))
        return arm_elasticity(measured_joint(0))

    monkeypatch.setattr(locked_output, "identify_locked_output", answer)
    with Visit.open(bench) as opened:
        assert twist_recordings(opened) == ("ramp",)
    found = analyse_twist(visit=bench, fit=("ramp",), monitor=WATCH)
    assert asked == [(("ramp",), ("ramp",))]
    assert tool_shifts(path=bench, elasticity=found, labels=("ramp",), monitor=WATCH) == {}
    with Visit.open(bench) as opened:
        assert newest_elasticity(opened) is not None
        assert not opened.results("identification")


@pytest.mark.parametrize("more", [{"validate": ("ramp",)}, {"model": "identification-001"}])
def test_nothing_is_taken_beside_the_recordings_of_a_locked_output(
    bench: Path, more: dict[str, object]
) -> None:
    with pytest.raises(BadRequest) as refused:
        analyse_twist(visit=bench, fit=("ramp",), monitor=WATCH, **more)  # type: ignore[arg-type]
    assert refused.value.code == "locked-output-alone"
