"""The table of the drives: what it means, and that a wrong entry is refused by name."""

import math

import pytest

from core.errors import BadFile
from devices.cia402.drive_map import Homing, Side, read_map

TABLE = """
[[joint]]
node = 3
homing = "absolute"
clock = "0x1013"

[joint.position]
counts_per_turn = 4096
gear_ratio = 100
sign = -1
side = "motor"
zero_deg = 90

[joint.link]
object = "0x60E4:2"
counts_per_turn = 65536
gear_ratio = 1
sign = 1
side = "link"

[joint.torque]
gear_ratio = 100
sign = -1
"""


def table(tmp_path, text):
    path = tmp_path / "arm.toml"
    path.write_text(text)
    return path


def test_a_table_says_which_object_is_what(tmp_path):
    (drive,) = read_map(table(tmp_path, TABLE))
    assert (drive.node, drive.homing, drive.clock.name) == (3, Homing.ABSOLUTE, "0x1013")
    assert (drive.position.at.name, drive.link.at.name) == ("0x6064", "0x60E4:2")
    assert drive.position.scale * 4096 * 100 == pytest.approx(-2.0 * math.pi)
    assert drive.position.zero == pytest.approx(math.pi / 2)
    assert drive.encoder(Side.LINK) is drive.link
    assert (drive.torque.at.name, drive.torque.rated.name) == ("0x6077", "0x6076")


@pytest.mark.parametrize(
    ("before", "after", "entry"),
    [
        ("node = 3", "node = 127", "joint 1, node"),
        ("node = 3", "", "joint 1, node"),
        ('homing = "absolute"', "", "joint 1, homing"),
        ('homing = "absolute"', 'homming = "absolute"', "joint 1, homming"),
        ('"0x60E4:2"', '"60E4"', "joint 1, link, object"),
        ("sign = 1", "sign = 0", "joint 1, link, sign"),
        ("gear_ratio = 1\n", "gear_ratio = -1\n", "joint 1, link, gear_ratio"),
        ("counts_per_turn = 4096", "counts_per_turn = nan", "joint 1, position, counts_per_turn"),
        ('side = "link"', 'side = "motor"', "joint 1, side"),
        ('side = "link"', 'side = "left"', "joint 1, link, side"),
        ('homing = "absolute"', 'homing = "absolute"\neds = "none.eds"', "joint 1, eds"),
        ("[joint.torque]", "[joint.torque", "the file"),
    ],
)
def test_a_wrong_entry_is_named(tmp_path, before, after, entry):
    assert before in TABLE
    with pytest.raises(BadFile, match="cia402-map-wrong") as raised:
        read_map(table(tmp_path, TABLE.replace(before, after)))
    assert raised.value.facts["entry"] == entry


def test_two_joints_cannot_share_a_drive_nor_differ_in_their_encoders(tmp_path):
    with pytest.raises(BadFile, match="cia402-map-wrong") as raised:
        read_map(table(tmp_path, TABLE + TABLE))
    assert raised.value.facts["entry"] == "node"
    bare = TABLE[: TABLE.index("[joint.link]")].replace("node = 3", "node = 4")
    with pytest.raises(BadFile, match="cia402-map-wrong") as raised:
        read_map(table(tmp_path, TABLE + bare))
    assert raised.value.facts["entry"] == "link"


def test_a_missing_table_and_an_empty_one_are_refused(tmp_path):
    with pytest.raises(BadFile, match="cia402-map-missing"):
        read_map(tmp_path / "none.toml")
    with pytest.raises(BadFile, match="cia402-map-wrong"):
        read_map(table(tmp_path, ""))
