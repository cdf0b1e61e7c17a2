"""Drives without a table: what an EDS file and the drives' answers make of it, and what they leave open."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadFile
from core.recording import Quantity
from core.robot.library import load_robot
from devices.capabilities import ControllerKind
from devices.cia402 import eds as room
from devices.cia402 import map_from_eds
from devices.cia402.drive_map import Homing, ObjectAt, Side, map_text, read_map, read_object
from devices.cia402.eds import read_drive, read_eds
from devices.cia402.map_from_eds import draft_head, work_out
from devices.connection import open_controller
from devices.driving.pulse import Pulse
from devices.emulated.cia402 import DrivenArm, eds_of, table_of
from devices.emulated.cia402_drive import Drive, Encoders
from devices.errors import ConfigurationError, MotionRejected

U8, U16, U32, I16, I32 = 5, 6, 7, 3, 4


@pytest.fixture(autouse=True)
def _no_wait(monkeypatch):
    monkeypatch.setattr(map_from_eds, "_CLOCK_TIMEOUT_S", 0.05)


class Made:
    """A made EDS file of a drive, and the drive's answers by index and sub-index."""

    def __init__(self, *sections, **answers):
        self.text = "[FileInfo]\nFileName=made.dcf\n[DeviceComissioning]\nNodeID=5\n" + "".join(sections)
        self.answers = {read_object(f"0x{name.replace('_', ':')}"): each for name, each in answers.items()}

    def ask(self, _node, at):
        answer = self.answers.get(ObjectAt(at.index, at.sub, 4, signed=True))
        return next(answer) if hasattr(answer, "__next__") else answer

    def read(self, folder):
        path = folder / "made.eds"
        path.write_text(self.text, encoding="latin-1")
        return read_drive(path)

    def worked_out(self, folder, *, gear=1.0):
        return work_out(self.read(folder), [5], self.ask, gears=np.array([gear]))


def entry(place, kind, *, name="Object", sent=0, access="ro"):
    return (
        f"\n[{place}]\nParameterName={name}\nObjectType=0x7\nDataType=0x{kind:04X}\n"
        f"AccessType={access}\nPDOMapping={sent}\n"
    )


def record(index, *kinds, sent=0):
    """An object with sub-objects of these types, after its count."""
    head = f"\n[{index}]\nParameterName=Object\nObjectType=0x8\nSubNumber={len(kinds) + 1}\n"
    return head + "".join(entry(f"{index}sub{sub}", kind, sent=sent) for sub, kind in enumerate((U8, *kinds)))


DRIVE = entry("6041", U16, sent=1) + entry("6064", I32, sent=1)
SCALES = record("608F", U32, U32) + record("6091", U32, U32)
BEHIND = record("60E4", I32, sent=1) + "".join(record(each, U32) for each in ("60E6", "60EB", "60E8", "60ED"))
TORQUE = entry("6076", U32) + entry("6077", I16, sent=1)
MOTOR = {"608F_1": 4096, "608F_2": 1, "6091_1": 100, "6091_2": 1}
LINK = {"60E4_0": 1, "60E6_1": 65536, "60EB_1": 1, "60E8_1": 1, "60ED_1": 1}
BOTH = DRIVE + SCALES + BEHIND


def shape_of(encoder):
    return encoder.side, encoder.counts_per_turn, encoder.gear_ratio, encoder.sign


def test_both_encoders_torque_and_clock_follow_from_the_standard_objects(tmp_path):
    clock = entry("1013", U32, sent=1)
    made = Made(BOTH, TORQUE, clock, **MOTOR, **LINK, **{"6076_0": 900, "1013_0": iter(range(1000, 2000))})
    (drive,) = made.worked_out(tmp_path).drives(tmp_path)
    assert (drive.node, drive.clock.name, drive.homing) == (5, "0x1013", Homing.REQUIRED)
    assert (drive.position.at.name, drive.link.at.name) == ("0x6064", "0x60E4:1")
    assert shape_of(drive.position) == (Side.MOTOR, 4096, 100, 1)
    assert shape_of(drive.link) == (Side.LINK, 65536, 1, 1)
    assert (drive.torque.at.name, drive.torque.rated.name, drive.torque.gear_ratio) == (
        "0x6077",
        "0x6076",
        100,
    )


def test_a_drive_that_is_commanded_by_the_encoder_behind_the_gear(tmp_path):
    scales = {**MOTOR, "608F_1": 65536, "6091_1": 1}
    made = Made(BOTH, **scales, **{**LINK, "60E6_1": 4096, "60E8_1": 100})
    (drive,) = made.worked_out(tmp_path).drives(tmp_path)
    assert (drive.position.side, drive.position.counts_per_turn, drive.position.gear_ratio) == (
        "link",
        65536,
        1,
    )
    assert (drive.link.side, drive.link.counts_per_turn, drive.link.gear_ratio) == ("motor", 4096, 100)


UNITS = entry("60A8", U32) + record("6092", U32, U32)
SCALED = DRIVE + SCALES + UNITS
FEED = {"6092_1": 360_000, "6092_2": 1}


@pytest.mark.parametrize(
    ("answers", "per_turn"),
    [
        ({}, 409_600),
        ({"6092_1": 409_600, "6092_2": 1}, 409_600),
        (FEED, 360_000),
        ({"60A8_0": 0xFD410000}, 360_000),  # thousandths of a degree
        ({"60A8_0": 0xFD410000, **FEED}, 360_000),
        ({"60A8_0": 0xFD410000, "6092_1": 1, "6092_2": 1}, 360_000),
        ({"60A8_0": 0x00B50000, "6092_1": 1, "6092_2": 1}, 409_600),
    ],
)
def test_the_unit_of_a_position_is_the_one_that_the_drive_tells(tmp_path, answers, per_turn):
    made = Made(DRIVE, SCALES, UNITS, **MOTOR, **answers)
    (drive,) = made.worked_out(tmp_path).drives(tmp_path)
    assert 2.0 * np.pi / drive.position.scale == pytest.approx(per_turn)
    assert drive.position.gear_ratio == 100


MANY = record("60E4", I32, I32, sent=1) + "".join(
    record(each, U32, U32) for each in ("60E6", "60EB", "60E8", "60ED")
)
SECOND = {"60E4_0": 2, "60E6_2": 4096, "60EB_2": 1, "60E8_2": 1, "60ED_2": 1}


@pytest.mark.parametrize(
    ("sections", "answers", "code", "part"),
    [
        (DRIVE, {}, "cia402-not-told", "position, gear_ratio"),
        (DRIVE + record("6091", U32, U32), MOTOR, "cia402-not-told", "position, counts_per_turn"),
        (DRIVE + SCALES, {**MOTOR, "608F_1": None}, "cia402-not-told", "position, counts_per_turn"),
        (DRIVE + SCALES, {**MOTOR, "608F_2": 0}, "cia402-not-told", "position, counts_per_turn"),
        (DRIVE + SCALES, {**MOTOR, "6091_2": 0}, "cia402-side-open", "position, side"),
        (DRIVE + SCALES, {**MOTOR, "6091_1": 1}, "cia402-side-open", "position, side"),
        (DRIVE + SCALES, {**MOTOR, "6091_2": 300}, "cia402-side-open", "position, side"),
        (DRIVE + SCALES, {**MOTOR, "608F_2": 101}, "cia402-side-open", "position, side"),
        (BOTH, {**MOTOR, **LINK, "60E8_1": 100}, "cia402-side-open", "link, side"),
        (BOTH, {**MOTOR, **LINK, "60ED_1": None}, "cia402-not-told", "link, gear_ratio"),
        (DRIVE + SCALES + MANY, {**MOTOR, **LINK, **SECOND}, "cia402-many-encoders", "link, object"),
        (SCALED, {**MOTOR, "6092_1": 1, "6092_2": 1}, "cia402-unit-open", "position, counts"),
        (SCALED, {**MOTOR, **FEED, "60A8_0": 0x410000}, "cia402-unit-open", "position, counts"),
    ],
)  # fmt: skip
def test_what_the_answers_leave_open_is_refused_with_the_entry_that_settles_it(
    tmp_path, sections, answers, code, part
):
    found = Made(sections, **answers).worked_out(tmp_path)
    with pytest.raises(ConfigurationError, match=code) as raised:
        found.drives(tmp_path)
    assert raised.value.facts["node"] == 5
    assert str(raised.value.facts["entry"]).startswith(f"joint 1, {part}")
    # the table is refused there too, or before it where a person has to fill something else in
    path = tmp_path / "arm.toml"
    path.write_text(map_text(found.rows, head="made"), encoding="utf-8")
    with pytest.raises(BadFile, match="cia402-map-wrong"):
        read_map(path)


def test_a_drive_set_up_for_another_gear_than_the_description_is_refused(tmp_path):
    made = Made(DRIVE, SCALES, **MOTOR)
    assert made.worked_out(tmp_path, gear=-100.5).problem is None
    problem = made.worked_out(tmp_path, gear=50.0).problem
    assert (problem.code, problem.facts["found"], problem.facts["expected"]) == (
        "cia402-ratio-differs",
        100,
        50,
    )


def test_a_drive_of_another_maker_than_its_file_is_refused(tmp_path):
    identity = "[1018]\nParameterName=I\nObjectType=9\n[1018sub1]\nDataType=0x7\nDefaultValue=0x1A3\n"
    Made(DRIVE, SCALES, identity, **MOTOR, **{"1018_1": 0x1A3}).worked_out(tmp_path)
    made = Made(DRIVE, SCALES, identity, **MOTOR, **{"1018_1": 0xFB})
    with pytest.raises(ConfigurationError, match="cia402-eds-other-drive") as raised:
        made.worked_out(tmp_path)
    assert (raised.value.facts["expected"], raised.value.facts["found"]) == ("0x1A3", "0xFB")


def test_what_a_drive_has_and_cannot_give_is_left_out_and_named(tmp_path):
    quiet = (
        DRIVE + SCALES + BEHIND.replace("PDOMapping=1", "PDOMapping=0") + entry("1013", U32, sent=1) + TORQUE
    )
    made = Made(quiet, **MOTOR, **LINK, **{"6076_0": 0, "1013_0": 7})
    found = made.worked_out(tmp_path)
    (drive,) = found.drives(tmp_path)
    assert (drive.link, drive.torque, drive.clock) == (None, None, None)  # a clock that stands is none
    assert set(found.not_sent) == {"0x60E4:1", "0x1013", "0x6076"}


def test_an_additional_encoder_that_is_not_set_up_is_none(tmp_path):
    first_only = {**MOTOR, **LINK, "60E4_0": 2, "60E6_2": 0, "60EB_2": 1, "60E8_2": 1, "60ED_2": 1}
    (drive,) = Made(DRIVE, SCALES, MANY, **first_only).worked_out(tmp_path).drives(tmp_path)
    assert drive.link.at.name == "0x60E4:1"


def test_joints_with_and_without_a_second_encoder_are_read_without_it(tmp_path):
    made = Made(BOTH, **MOTOR, **LINK)

    def ask(node, at):
        return 0 if node == 6 and (at.index, at.sub) == (0x60E4, 0) else made.ask(node, at)

    found = work_out(made.read(tmp_path), [5, 6], ask, gears=np.ones(2))
    assert [drive.link for drive in found.drives(tmp_path)] == [None, None]
    assert "0x60E4 (5)" in found.not_sent


@pytest.mark.parametrize("consent", ["", "&motion=allowed"])
def test_an_arm_without_a_table_is_never_moved(tmp_path, consent):
    made = Made(BOTH, TORQUE)
    made.read(tmp_path)
    uri = f"cia402:socketcan:can0?eds={tmp_path / 'made.eds'}&nodes=1-6{consent}"
    arm = open_controller(uri, robot=load_robot("ec66"), pulse=Pulse())
    assert (arm.capabilities.kind, arm.capabilities.motions) == (ControllerKind.READ_ONLY, frozenset())
    assert arm.capabilities.joint_count == 6
    assert Quantity.LINK_POSITION in arm.capabilities.quantities
    with pytest.raises(MotionRejected, match="cia402-no-directions"):
        arm.arm()


# Forms in which makers write: made files with the structure of published ones


def test_a_makers_second_feedback_is_asked_and_not_taken(tmp_path):
    own = (
        entry("2088", I32, name="Motor Position", sent=1)
        + entry("208D", I32, name="Auxiliary encoder position", sent=1)
        + entry("202B", I32, name="second encoder value", sent=1, access="RO")
        + "[2110]\nParameterName=Feedback\nObjectType=0x9\n"
        + entry("2110sub1", I32, name="load_encoder_position")
        # none of these is one
        + entry("2081", I32, name="Set/change the actual motor position", access="rww")
        + entry("2106", I32, name="Auxiliary encoder captured position")
        + entry("2103", I32, name="Number of encoder Counts per Revolution")
        + entry("2017", I32, name="Master actual position")
        + entry("2105", U8, name="Auxiliary encoder position")
        + entry("60C1", I32, name="Second encoder position")
    )
    made = Made(DRIVE, SCALES, own, **MOTOR)
    named = made.read(tmp_path).second_positions
    assert [each.partition(" ")[0] for each in named] == ["0x202B", "0x2088", "0x208D", "0x2110:1"]
    (drive,) = made.worked_out(tmp_path).drives(tmp_path)
    assert drive.link is None
    assert any("0x208D (Auxiliary encoder position)" in line for line in draft_head(made.read(tmp_path)))


def test_a_scanned_file_with_arrays_written_in_short_and_other_spellings(tmp_path):
    text = (DRIVE + record("608F", U32, U32)).replace("608F", "608f").replace("sub", "SUB")
    text = text.replace("ParameterName", "parametername").replace("\n", "\r\n")
    short = "".join(
        f"[{index}]\nParameterName=A\nObjectType=0x8\nDataType=0x0007\nPDOMapping=1\nCompactSubObj=2\n"
        for index in ("6091", "60E6", "60EB", "60E8", "60ED")
    )
    position = (
        "[60E4]\nObjectType=8\nDataType=04\nPDOMapping=1  ; as scanned\n\tCompactSubObj=1\n#DataType=5\n"
    )
    (drive,) = Made(text, short, position, **MOTOR, **LINK).worked_out(tmp_path).drives(tmp_path)
    assert (drive.link.at.name, drive.link.counts_per_turn) == ("0x60E4:1", 65536)


def test_types_that_a_file_defines_itself(tmp_path):
    own = "[A0]\nParameterName=T\nObjectType=9\n[A0sub1]\nParameterName=Type\nDefaultValue=0x0004\n"
    made = Made(DRIVE.replace("DataType=0x0004", "DataType=0x00A0"), own, SCALES, **MOTOR)
    assert made.worked_out(tmp_path).problem is None


def test_every_sensor_of_a_drive_among_the_additional_ones_is_asked(tmp_path):
    made = Made(DRIVE, record("60E4", I32, I32, I32, sent=1), entry("60A8", U32),
                **{"60E4_0": 3, "60A8_0": 0x00B50000})  # fmt: skip
    found = made.worked_out(tmp_path)
    assert found.rows[0]["link"]["object"] is None
    problem = found.problem
    assert (problem.code, problem.facts["objects"]) == (
        "cia402-many-encoders",
        ("0x60E4:1", "0x60E4:2", "0x60E4:3"),
    )


@pytest.mark.parametrize("before", ["6041", "6064"])
def test_a_file_of_another_device_and_a_position_that_is_not_sent_are_refused(tmp_path, before):
    with pytest.raises(BadFile, match="cia402-eds-no-drive"):
        Made(DRIVE.replace(before, "6000"), SCALES).read(tmp_path)
    with pytest.raises(BadFile, match="cia402-eds-not-sent"):
        Made(DRIVE.replace("PDOMapping=1", "PDOMapping=0"), SCALES).read(tmp_path)


@pytest.mark.parametrize(
    ("content", "code", "reason"),
    [
        (b"", "cia402-eds-no-drive", None),
        (b"\x7fELF" + bytes(range(256)) * 40, "cia402-eds-wrong", "line 1 is in no section"),
        (
            DRIVE.encode() + b"\n[6064]\nDataType=0x0004\n",
            "cia402-eds-wrong",
            "line 16: [6064] is there twice",
        ),
        (b"[6041SUB1]\n[6041sub01]\n", "cia402-eds-wrong", "[6041sub01] is there twice"),
        (b"[6064]\nA=4\na=5\n", "cia402-eds-wrong", "line 3: an entry of [6064] is there twice"),
        (b"[6064]\nDataType\n", "cia402-eds-wrong", "line 2 is no entry"),
        (DRIVE.replace("0x0004", "four").encode(), "cia402-eds-no-drive", None),
        (b"; " + b"x" * room.LARGEST_EDS, "given-file-too-large", None),
    ],
)
def test_broken_files_are_refused(tmp_path, content, code, reason):
    path = tmp_path / "drive.eds"
    path.write_bytes(content)
    with pytest.raises(BadFile, match=code) as raised:
        read_drive(path)
    assert raised.value.facts["file"] == str(path)
    assert raised.value.facts.get("reason") == reason
    with pytest.raises(BadFile, match="cia402-eds-missing"):
        read_drive(tmp_path / "none.eds")


@pytest.mark.parametrize("coding", ["utf-8-sig", "utf-16", "cp1252", "gbk"])
def test_files_in_other_character_sets_are_read(tmp_path, coding):
    path = tmp_path / "drive.eds"
    name = "编码器" if coding == "gbk" else "Lagegeber für Abtrieb"
    path.write_bytes(DRIVE.replace("Object\n", f"{name}\n").encode(coding))
    assert read_drive(path).find(0x6064) == ObjectAt(0x6064, signed=True)


@given(st.data())
def test_a_damaged_file_is_read_or_refused(tmp_path_factory, data):
    content = bytearray((BOTH + TORQUE).encode())
    for _ in range(data.draw(st.integers(1, 12))):
        place = data.draw(st.integers(0, len(content) - 1))
        piece = data.draw(st.binary(max_size=4))
        content[place : place + data.draw(st.integers(0, 40))] = piece
        content = content or bytearray(b"x")
    path = tmp_path_factory.getbasetemp() / "damaged.eds"
    path.write_bytes(content)
    try:
        found = read_drive(path)
        work_out(found, [1], lambda _node, at: at.index % 7, gears=np.ones(1))
    except BadFile as error:
        assert error.code.startswith("cia402-eds")  # noqa: PT017


PLACES = [
    *((index, sub) for index in (0x608F, 0x6091, 0x6092) for sub in (1, 2)),
    *((index, sub) for index in (0x60E6, 0x60EB, 0x60E8, 0x60ED) for sub in (1, 2)),
    *((0x60A8, 0), (0x60E4, 0), (0x6076, 0)),
]
ANSWERS = st.sampled_from([None, 0, 1, 2, 100, 4096, 0x410000, 0xFD410000, 0x80B40000, 0x7F100000, 2**32 - 1])


@given(st.fixed_dictionaries(dict.fromkeys(PLACES, ANSWERS)))
def test_any_answers_give_scales_and_sides_or_name_an_entry(tmp_path_factory, answers):
    path = tmp_path_factory.getbasetemp() / "any.eds"
    path.write_text(DRIVE + SCALES + UNITS + MANY + TORQUE)
    found = work_out(
        read_drive(path), [1], lambda _node, at: answers.get((at.index, at.sub)), gears=np.ones(1)
    )
    text = map_text(found.rows, head="any")
    assert text.count('sign = "?"') == text.count("sign = ")
    if found.problem is not None:
        assert str(found.problem.facts["entry"]).startswith("joint 1, ")
        assert '= "?"' in text.replace('sign = "?"', "").replace('homing = "?"', "")
        return
    (drive,) = found.drives(path)
    encoders = [drive.position, *filter(None, [drive.link])]
    assert [encoder.side for encoder in encoders] in ([Side.MOTOR], [*Side], [Side.LINK, Side.MOTOR])
    assert all(np.isfinite(encoder.scale) and encoder.scale > 0.0 for encoder in encoders)
    # whatever the unit, the encoder at the motor is the one with a gear
    assert all((encoder.gear_ratio > 1.0) == (encoder.side is Side.MOTOR) for encoder in encoders)


# The emulated drives, and the reader of others


def emulated():
    encoders = Encoders(131_072, Fraction(101), 524_288)
    return Drive(
        1, serial=7, rated=900, speed=1.0, acceleration=1.0, is_homed=True, encoders=encoders
    ).objects


def test_the_reader_of_canopen_finds_the_same_in_the_file_of_an_emulated_drive(tmp_path):
    canopen = pytest.importorskip("canopen", reason="canopen is not installed")
    path, objects = tmp_path / "drive.eds", emulated()
    path.write_text(eds_of(objects))
    described, theirs = read_eds(path), canopen.import_od(str(path), 1)
    for index, sub in objects.places:
        found = described.find(index, sub)
        entry = theirs[index]
        variable = entry if hasattr(entry, "data_type") else entry[sub]
        assert (found.size, found.signed) == (objects[index, sub].size, objects[index, sub].signed)
        assert room._TYPES[variable.data_type] == (found.size, found.signed)
        assert variable.pdo_mappable == described.is_sent(index, sub)


@pytest.mark.parametrize("name", ["kr300", "moteus-6", "gear-bench"])
def test_emulated_drives_tell_what_their_table_says_but_for_the_directions(tmp_path, name):
    robot = load_robot(name)
    arm = DrivenArm(robot, seed=1, first_serial=1, is_homed=True)
    table, eds = tmp_path / "arm.toml", tmp_path / "drive.eds"
    table.write_text(table_of(arm, is_homed=True))
    eds.write_text(eds_of(arm.drives[0].objects))
    by_node = {drive.node: drive.objects for drive in arm.drives}

    def ask(node, at):
        return by_node[node].value(at.index, at.sub) if by_node[node].has(at.index, at.sub) else None

    found = work_out(read_drive(eds), list(by_node), ask, gears=robot.gear_ratio).drives(eds)
    for told, stated in zip(found, read_map(table), strict=True):
        assert (told.node, told.link is None) == (stated.node, stated.link is None)
        for one, other in zip((told.position, told.link), (stated.position, stated.link), strict=True):
            if other is not None:
                assert (one.at, one.side) == (other.at, other.side)
                assert one.scale == pytest.approx(abs(other.scale))
    assert {drive.position.sign for drive in found} == {1}
