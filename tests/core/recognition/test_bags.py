"""Bags of ROS 1 and ROS 2 and MCAP: stamps are the time, joints go by name, skipped messages are gaps."""

from pathlib import Path

import numpy as np
import pytest

from core.errors import BadFile
from core.recognition.reading import look_at, read_recordings
from core.recognition.user_answers import Answers
from core.recording import Quantity, TorqueKind
from core.robot.library import load_robot
from tests.core.recognition.written_forms import UR_JOINTS, Motion, made_motion

rosbags = pytest.importorskip("rosbags", reason="bags need rosbags")
SHUFFLED = (2, 1, 0, 3, 4, 5)
"""Order of the joints in the messages of Universal Robots' driver: elbow first."""
STAMP_NS = 1_700_000_000_000_000_000
FRANKA = "std_msgs/Header header\n" + "".join(
    f"float64[7] {name}\n"
    for name in ("tau_J", "tau_J_d", "q", "q_d", "dq", "theta", "dtheta", "tau_ext_hat_filtered")
)
DOOSAN = "std_msgs/Header header\n" + "".join(
    f"float64[6] {name}\n"
    for name in (
        "actual_joint_position",
        "actual_joint_position_abs",
        "actual_joint_velocity",
        "actual_motor_torque",
        "raw_joint_torque",
        "actual_tcp_position",
        "joint_temperature",
    )
)


def stamped(store: object, nanoseconds: int, *, ros1: bool = False) -> object:
    types = store.types
    time = types["builtin_interfaces/msg/Time"](nanoseconds // 10**9, nanoseconds % 10**9)
    return types["std_msgs/msg/Header"](0, time, "") if ros1 else types["std_msgs/msg/Header"](time, "")


def write_bag(folder: Path, messages: object, *, plugin: str = "SQLITE3") -> Path:
    """A ROS 2 bag of (topic, type, makers of messages); ``messages`` gets the store of types."""
    from rosbags.rosbag2 import StoragePlugin, Writer
    from rosbags.typesys import Stores, get_types_from_msg, get_typestore

    store = get_typestore(Stores.ROS2_HUMBLE)
    store.register(get_types_from_msg(FRANKA, "franka_msgs/msg/FrankaState"))
    store.register(get_types_from_msg(DOOSAN, "dsr_msgs2/msg/RobotStateRt"))
    with Writer(folder, version=9, storage_plugin=StoragePlugin[plugin]) as writer:
        connections = {}
        for topic, kind, stamp, message in messages(store):
            if topic not in connections:
                connections[topic] = writer.add_connection(topic, kind, typestore=store)
            writer.write(connections[topic], stamp + 300_000, store.serialize_cdr(message, kind))
    return folder


def joint_states(motion: Motion, *, skip: frozenset[int] = frozenset(), topic: str = "/joint_states"):
    kind = "sensor_msgs/msg/JointState"

    def made(store):
        names = [UR_JOINTS[joint] for joint in SHUFFLED]
        for row, seconds in enumerate(motion.time):
            if row in skip:
                continue
            stamp = STAMP_NS + round(1e9 * seconds)
            parts = (
                values[row, list(SHUFFLED)] for values in (motion.position, motion.velocity, motion.current)
            )
            yield topic, kind, stamp, store.types[kind](stamped(store, stamp), names, *parts)

    return made


@pytest.mark.parametrize("plugin", ["SQLITE3", "MCAP"])
def test_joints_of_a_universal_robot_go_by_name(tmp_path: Path, plugin: str) -> None:
    motion = made_motion(seconds=2.0)
    bag = write_bag(tmp_path / "bag", joint_states(motion), plugin=plugin)
    (recording,) = read_recordings(bag, robot=load_robot("ur10e"))
    assert set(recording.columns) == {Quantity.POSITION, Quantity.VELOCITY, Quantity.CURRENT}
    np.testing.assert_array_equal(recording.columns[Quantity.POSITION][:], motion.position)
    np.testing.assert_array_equal(recording.columns[Quantity.CURRENT][:], motion.current)
    np.testing.assert_allclose(recording.time, 1.7e9 + motion.time, atol=3e-7)  # the stamp, not the arrival
    assert recording.torque_kind is TorqueKind.MOTOR_CURRENT
    lone = next(bag.glob("*.db3" if plugin == "SQLITE3" else "*.mcap"))
    (again,) = read_recordings(lone, robot=load_robot("ur10e"))
    np.testing.assert_array_equal(again.columns[Quantity.POSITION][:], motion.position)


def test_effort_is_torque_where_it_is_said(tmp_path: Path) -> None:
    motion = made_motion(seconds=2.0)
    bag = write_bag(tmp_path / "bag", joint_states(motion))
    found = look_at(bag, answers=Answers(effort="torque"), robot=load_robot("ur10e"))
    (recording,) = read_recordings(bag, found=found, robot=load_robot("ur10e"))
    np.testing.assert_array_equal(recording.columns[Quantity.TORQUE][:], motion.current)


def test_skipped_messages_are_gaps(tmp_path: Path) -> None:
    motion = made_motion(seconds=2.0)
    bag = write_bag(tmp_path / "bag", joint_states(motion, skip=frozenset({100, 101, 102, 300, 301})))
    (recording,) = read_recordings(bag, robot=load_robot("ur10e"))
    assert [(gap.index, gap.missing, gap.cause) for gap in recording.missing] == [
        (99, 3, "clock"),
        (296, 2, "clock"),
    ]


def test_several_topics_are_asked_for(tmp_path: Path) -> None:
    motion = made_motion(seconds=1.0)

    def both(store):
        yield from joint_states(motion)(store)
        yield from joint_states(motion, topic="/left/joint_states")(store)

    bag = write_bag(tmp_path / "bag", both)
    with pytest.raises(BadFile) as refused:
        look_at(bag)
    assert refused.value.code == "bag-topic-open"
    assert refused.value.facts["topics"] == ("/joint_states", "/left/joint_states")
    assert look_at(bag, answers=Answers(topic="/left/joint_states")).is_complete


def test_franka_states_have_motor_side_and_a_torque_sensor(tmp_path: Path) -> None:
    motion, kind = made_motion(7, seconds=2.0), "franka_msgs/msg/FrankaState"
    theta = motion.position + motion.torque / 14_000.0

    def states(store):
        for row, seconds in enumerate(motion.time):
            stamp, zero = STAMP_NS + round(1e9 * seconds), np.zeros(7)
            yield "/franka/states", kind, stamp, store.types[kind](
                stamped(store, stamp), motion.torque[row], zero, motion.position[row], zero,
                motion.velocity[row], theta[row], motion.velocity[row], zero,
            )  # fmt: skip

    (recording,) = read_recordings(write_bag(tmp_path / "bag", states, plugin="MCAP"))
    np.testing.assert_array_equal(recording.columns[Quantity.MOTOR_POSITION][:], theta)
    np.testing.assert_array_equal(recording.columns[Quantity.TORQUE][:], motion.torque)
    assert recording.torque_kind is TorqueKind.LINK_SENSOR
    assert Quantity.TORQUE_REFERENCE not in recording.columns


def test_doosan_states_have_both_encoders_in_degrees(tmp_path: Path) -> None:
    motion, kind = made_motion(6, seconds=2.0), "dsr_msgs2/msg/RobotStateRt"
    motor = np.degrees(motion.position + motion.torque / 20_000.0)

    def states(store):
        for row, seconds in enumerate(motion.time):
            stamp = STAMP_NS + round(1e9 * seconds)
            yield "/dsr01/rt", kind, stamp, store.types[kind](
                stamped(store, stamp), motor[row], np.degrees(motion.position[row]),
                np.degrees(motion.velocity[row]),
                motion.torque[row], 0.9 * motion.torque[row], np.zeros(6), motion.temperature[row] - 273.15,
            )  # fmt: skip

    (recording,) = read_recordings(write_bag(tmp_path / "bag", states, plugin="MCAP"))
    np.testing.assert_allclose(recording.columns[Quantity.MOTOR_POSITION][:], np.radians(motor), atol=1e-12)
    np.testing.assert_allclose(recording.columns[Quantity.LINK_POSITION][:], motion.position, atol=1e-12)
    np.testing.assert_allclose(recording.columns[Quantity.TEMPERATURE][:], motion.temperature, atol=1e-9)
    assert recording.torque_kind is TorqueKind.MOTOR_TORQUE


def test_a_ros_1_bag(tmp_path: Path) -> None:
    from rosbags.rosbag1 import Writer
    from rosbags.typesys import Stores, get_typestore

    motion, kind = made_motion(seconds=2.0), "sensor_msgs/msg/JointState"
    store = get_typestore(Stores.ROS1_NOETIC)
    names = [f"panda_joint{joint + 1}" for joint in (5, 0, 1, 2, 3, 4)]
    order = [5, 0, 1, 2, 3, 4]
    with Writer(tmp_path / "run.bag") as writer:
        connection = writer.add_connection("/joint_states", kind, typestore=store)
        for row, seconds in enumerate(motion.time):
            stamp = STAMP_NS + round(1e9 * seconds)
            parts = (values[row, order] for values in (motion.position, motion.velocity, motion.torque))
            message = store.types[kind](stamped(store, stamp, ros1=True), names, *parts)
            writer.write(connection, stamp, store.serialize_ros1(message, kind))
    (recording,) = read_recordings(tmp_path / "run.bag")
    np.testing.assert_array_equal(recording.columns[Quantity.POSITION][:], motion.position)
    np.testing.assert_array_equal(recording.columns[Quantity.TORQUE][:], motion.torque)


def test_a_bag_that_is_cut_off_is_read_to_there(tmp_path: Path) -> None:
    motion = made_motion(seconds=1.0)
    bag = write_bag(tmp_path / "bag", joint_states(motion), plugin="MCAP")
    content = next(bag.glob("*.mcap")).read_bytes()
    (tmp_path / "cut.mcap").write_bytes(content[: len(content) // 2])
    (recording,) = read_recordings(tmp_path / "cut.mcap", robot=load_robot("ur10e"))
    assert [one.code for one in recording.dropped] == ["bag-not-closed", "torque-unweighed"]
    assert 10 < recording.sample_count < motion.time.size
    written = motion.position[: recording.sample_count]
    np.testing.assert_allclose(recording.columns[Quantity.POSITION][:], written, atol=1e-9)


def test_a_bag_without_a_whole_message_is_refused(tmp_path: Path) -> None:
    bag = write_bag(tmp_path / "bag", joint_states(made_motion(seconds=1.0)), plugin="MCAP")
    content = next(bag.glob("*.mcap")).read_bytes()
    (tmp_path / "cut.mcap").write_bytes(content[:60])
    with pytest.raises(BadFile):
        read_recordings(tmp_path / "cut.mcap", robot=load_robot("ur10e"))
