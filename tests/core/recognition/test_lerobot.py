"""Data sets of LeRobot: names and rate from their description, units asked once, tracking said."""

import json

import numpy as np
import pytest

from core.errors import BadFile
from core.recognition.layout_text import layout_toml
from core.recognition.reading import look_at, read_recordings
from core.recognition.tracking import tracking_of
from core.recognition.user_answers import parse_answers
from core.recording import Quantity
from core.robot.library import load_robot
from tests.core.recognition.lerobot_sets import FPS, write_set
from tests.core.recognition.written_forms import made_motion

pytest.importorskip("pyarrow")
JOINTS = ("base", "shoulder", "elbow", "wrist_1", "wrist_2", "wrist_3")
POS = [f"{joint}.pos" for joint in JOINTS]
RAD = ("1-6=position rad",)


@pytest.fixture(scope="module")
def motion():
    return made_motion(6, seconds=8.0, rate=FPS)


@pytest.fixture(scope="module")
def robot():
    return load_robot("ur10e")


@pytest.mark.parametrize("version", ["v2.1", "v3.0"])
@pytest.mark.parametrize("names", [POS, {"motors": list(JOINTS)}], ids=["endings", "motors"])
def test_both_layouts_come_in_with_names_and_rate(tmp_path, motion, robot, version, names):
    root = write_set(tmp_path / "set", motion, names=names, version=version, episodes=2)
    found = look_at(root, robot=robot)
    assert found.table.message.startswith(f"LeRobot {version}")
    (open_one,) = found.questions  # no version states a unit, and nothing here tells it
    assert open_one.meaning == Quantity.POSITION
    assert "position rad" in open_one.choices
    said = look_at(root, answers=parse_answers(RAD), robot=robot)
    (recording,) = read_recordings(root, found=said, robot=robot)
    assert set(recording.columns) == {Quantity.POSITION}
    twice = np.concatenate([motion.position, motion.position])
    np.testing.assert_allclose(recording.columns[Quantity.POSITION], twice, atol=1e-5)
    pauses = np.diff(recording.time)
    assert pauses.max() > 0.9, "the second episode follows the first after a pause"
    np.testing.assert_allclose(np.sort(pauses)[:-1], 1.0 / FPS, atol=1e-4)
    parts = read_recordings(root, found=said, robot=robot, split_column="episode_index")
    assert [part.sample_count for part in parts] == [motion.time.size] * 2


def test_names_decide_the_order_of_the_joints(tmp_path, motion, robot):
    order = [2, 0, 1, 5, 4, 3]
    names = [POS[place] for place in order]
    root = write_set(tmp_path / "set", motion, names=names, state=motion.position[:, order])
    (question,) = look_at(root, robot=robot).questions
    found = look_at(root, answers=parse_answers((question.answer("position rad"),)), robot=robot)
    (recording,) = read_recordings(root, found=found, robot=robot)
    np.testing.assert_allclose(recording.columns[Quantity.POSITION], motion.position, atol=1e-5)


def test_one_episode_by_its_number_and_an_unknown_one(tmp_path, motion, robot):
    root = write_set(tmp_path / "set", motion, names=POS, episodes=3)
    found = look_at(root, answers=parse_answers((*RAD, "topic:2")), robot=robot)
    (recording,) = read_recordings(root, found=found, robot=robot)
    assert recording.sample_count == motion.time.size
    with pytest.raises(BadFile, match="lerobot-episode"):
        look_at(root, answers=parse_answers(("topic:3",)), robot=robot)
    one = root / "data" / "chunk-000" / "file-000.parquet"
    assert look_at(one, robot=robot).table.container == "lerobot"


def test_shares_of_a_range_are_never_taken_for_degrees(tmp_path, motion, robot):
    share = 100.0 * motion.position / np.abs(motion.position).max(axis=0)
    root = write_set(tmp_path / "set", motion, names=POS, state=share, robot_type="so101_follower")
    for arm in (None, robot):
        (open_one,) = look_at(root, robot=arm).questions
        assert open_one.choices[:2] == ("position deg", "position N rad")
    sizes = ",".join(f"{size:.9g}" for size in np.abs(motion.position).max(axis=0) / 100.0)
    said = look_at(root, answers=parse_answers((f"1-6=position {sizes} rad",)), robot=robot)
    (recording,) = read_recordings(root, found=said, robot=robot)
    np.testing.assert_allclose(recording.columns[Quantity.POSITION], motion.position, atol=1e-5)


def test_an_answer_is_kept_in_a_layout_for_every_such_set(tmp_path, motion, robot):
    first = write_set(tmp_path / "first", motion, names=POS)
    layout = tmp_path / "arm.toml"
    layout.write_text(layout_toml(look_at(first, answers=parse_answers(RAD), robot=robot)), encoding="utf-8")
    second = write_set(tmp_path / "second", motion, names=POS, version="v2.1", episodes=2)
    (recording,) = read_recordings(second, layout=layout, robot=robot)
    assert recording.sample_count == 2 * motion.time.size


def test_currents_come_in_and_a_gripper_stays_out(tmp_path, motion, robot):
    currents = {"observation.current": ([f"{joint}.current" for joint in JOINTS], motion.current)}
    names = [*POS, "gripper.pos"]
    with_gripper = np.column_stack([motion.position, np.linspace(0.0, 1.0, motion.time.size)])
    root = write_set(tmp_path / "set", motion, names=names, state=with_gripper, extra=currents)
    found = look_at(root, robot=robot)
    assert found.is_complete, "the arm's weights tell that the angles are in rad and the currents in A"
    (recording,) = read_recordings(root, found=found, robot=robot)
    np.testing.assert_allclose(recording.columns[Quantity.POSITION], motion.position, atol=1e-5)
    np.testing.assert_allclose(recording.columns[Quantity.CURRENT], motion.current, atol=1e-4)


def test_tracking_is_the_delay_to_the_command_and_what_is_left(tmp_path, motion, robot):
    root = write_set(tmp_path / "set", motion, names=POS, state=np.rad2deg(motion.position), late_s=0.14)
    assert tracking_of(look_at(root, robot=robot)) == (), "not before the unit is known"
    found = look_at(root, answers=parse_answers(("1-6=position deg",)), robot=robot)
    joints = tracking_of(found)
    assert [joint.command for joint in joints] == [f"{joint}.action.pos" for joint in JOINTS]
    for joint in joints:
        assert joint.lag_s == pytest.approx(0.14, abs=0.01)
        assert joint.rms < 0.01


def test_a_broken_description_is_named(tmp_path, motion):
    root = write_set(tmp_path / "set", motion, names=POS)
    info = root / "meta" / "info.json"
    whole = json.loads(info.read_text("utf-8"))
    for broken in ("{", json.dumps({**whole, "fps": 0}), json.dumps({"fps": 30})):
        info.write_text(broken, encoding="utf-8")
        with pytest.raises(BadFile, match="lerobot-info"):
            look_at(root)
    info.write_text(json.dumps(whole), encoding="utf-8")
    (root / "data" / "chunk-000" / "file-000.parquet").unlink()
    with pytest.raises(BadFile, match="lerobot-info"):
        look_at(root)


@pytest.mark.parametrize(
    "features",
    [None, [], {}, "x", {"observation.state": None}, {"observation.state": {"dtype": {}}}, {"other": {}}],
)
def test_a_description_without_usable_features_is_refused(tmp_path, motion, features):
    root = write_set(tmp_path / "set", motion, names=POS)
    info = json.loads((root / "meta" / "info.json").read_text("utf-8"))
    (root / "meta" / "info.json").write_text(json.dumps(info | {"features": features}), encoding="utf-8")
    with pytest.raises(BadFile, match="lerobot-info"):
        look_at(root)
