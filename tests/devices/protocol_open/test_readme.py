"""The description for firmware authors matches the program."""

import re
from dataclasses import fields

import pytest

import resources
from app.errors.tables import DEVICE_ERRORS
from devices.connection import FIRST_PAUSE_S, LONGEST_PAUSE_S
from devices.open_arm import controller, conversation, link, plans
from devices.open_arm.intake import _UNITS
from devices.protocol_open import messages as m
from devices.protocol_open import wire
from devices.protocol_open.bodies import CODECS
from devices.virtual.firmware.supervision import ABANDONED_S

LONGEST_PAGE_LINES = 350
README = resources.path("help/open-protocol.md").read_text("utf-8")


def test_the_worked_example_has_the_bytes_on_the_line():
    plain, stuffed = [bytes.fromhex(block) for block in re.findall(r"```\n((?:[0-9a-f]{2}\s+)+)```", README)]
    message = m.JogJoint(joint=1, angle=0.03, speed=0.02)
    assert wire.encode(message, sequence=258, time_us=1_000_000) == stuffed
    assert wire.unstuff(stuffed[:-1]) == plain
    assert plain[-4:] == (0x9BB03B01).to_bytes(4, "little")
    [frame] = wire.Decoder().feed(stuffed)
    assert frame == wire.Frame(message, 258, 1_000_000)


def test_every_type_is_in_the_tables_under_its_name():
    reported = {int(number, 16): name for number, name in re.findall(r"\| (0x\w\w) \| (\w+) \|", README)}
    assert reported == {codec.number: codec.kind.__name__ for codec in CODECS}


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("at most {} bytes. A receiver", wire.LARGEST_BODY_BYTES),
        ("chunks of {} bytes", plans.CHUNK_BYTES),
        ("at most {} bytes of them", plans.WINDOW_BYTES),
        ("version {}", m.PROTOCOL_VERSION),
        ("A heartbeat comes every {} ms", round(1000 * m.HEARTBEAT_INTERVAL_S)),
        ("After {} ms without one", round(1000 * m.HOST_SILENCE_S)),
        ("heard none for {:.0f} s", ABANDONED_S),
    ],
)
def test_numbers_are_those_of_the_program(sentence, value):
    assert sentence.format(value) in README


def test_the_waits_are_those_of_the_program():
    rows = dict(re.findall(r"^\| (?:host|device), for ([^|]+?) \| ([^|]+? \|[^|]*)\|$", README, re.MULTILINE))
    reported = {
        what: [float(number) for number in re.findall(r"\d+(?:\.\d+)?", row)] for what, row in rows.items()
    }
    assert reported == {
        "the Announcement": [controller.HELLO_TIMEOUT_S, controller.HELLO_ATTEMPTS],
        "an answer": [link.ANSWER_TIMEOUT_S, link.ATTEMPTS],
        "Committed": [plans.COMMIT_TIMEOUT_S, 2],
        "TrajectoryAck to rise": [plans.RESEND_AFTER_S, plans.GIVE_UP_AFTER_S],
        "state armed after Arm": [controller.BRAKE_TIMEOUT_S],
        "a Status while the arm moves": [conversation.STATUS_SILENCE_S],
        "anything while streaming": [conversation.SILENCE_S, FIRST_PAUSE_S, LONGEST_PAUSE_S],
        "the Ack of Stop": [link.STOP_INTERVAL_S],
        "a heartbeat while moving": [m.HOST_SILENCE_S],
        "a heartbeat while armed": [ABANDONED_S],
    }
    assert f"every {1000 * link.STOP_INTERVAL_S:.0f} ms" in README
    assert len(README.splitlines()) <= LONGEST_PAGE_LINES


def test_the_default_rate_of_a_channel_is_described():
    assert f"for {m.Channel.rate:.0f} is what it has without one" in README


def test_every_field_of_the_announcement_is_described():
    for kind in (m.Announcement, m.Channel):
        for field in fields(kind):
            assert m.OFF_WIRE in field.metadata or f"`{field.name}`" in README, field.name


def test_every_quantity_is_listed_with_its_units():
    table = README.split("| quantity |")[1].splitlines()
    for quantity, units in _UNITS.items():
        [line] = [line for line in table if line.startswith("|") and f"`{quantity}`" in line]
        assert all(unit in line for unit in units)


def test_every_code_with_a_promised_sentence_has_one():
    codes = re.findall(
        r"`([a-z]+(?:-[a-z]+)+)`", README.split("Other codes that the program")[1].split("\n\n")[0]
    )
    assert len(codes) == 18
    assert set(codes) <= set(DEVICE_ERRORS)
