"""The name of an arm of moteus drives."""

import pytest

from core.errors import BadRequest
from devices.moteus.settings import MoteusSettings, parse_moteus

NAMES = [
    "moteus:/dev/ttyACM0?ids=1,2,3",
    "moteus:/dev/serial/by-id/usb-mjbots_fdcanusb?ids=4,2&rate=100&motion=allowed",
    "moteus:COM5?ids=1&serial=MT-0123",
    "moteus:socketcan?channel=can0&ids=1,2",
    "moteus:/dev/ttyACM0",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_gives_back_itself(name):
    assert parse_moteus(name).uri == name


def test_ids_follow_the_joints():
    assert parse_moteus("moteus:/dev/x?ids=7,3").drives(2) == (7, 3)
    assert MoteusSettings("fdcanusb", "/dev/x").drives(3) == (1, 2, 3)


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("moteus:socketcan:can0?ids=1,2", "moteus:socketcan?channel=can0&ids=1,2"),
        ("moteus:fdcanusb:/dev/ttyACM0", "moteus:/dev/ttyACM0"),
    ],
)
def test_the_channel_may_stand_behind_the_interface(name, same):
    """As it does in the names of other drives."""
    assert parse_moteus(name) == parse_moteus(same)


@pytest.mark.parametrize(
    "wrong",
    [
        "moteus:",
        "moteus:fdcanusb",
        "moteus:/dev/x?ids=1,1",
        "moteus:/dev/x?ids=0",
        "moteus:/dev/x?ids=128",
        "moteus:/dev/x?ids=a",
        "moteus:/dev/x?rate=5000",
        "moteus:/dev/x?motion=yes",
        "moteus:/dev/x?id=1",
    ],
)
def test_wrong_names_are_refused(wrong):
    with pytest.raises(BadRequest):
        parse_moteus(wrong)
