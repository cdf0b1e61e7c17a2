"""Traces of KUKA's KRC in DIAdem's form: all drives of a trace as A1 … A6, what is open is asked."""

from pathlib import Path

import numpy as np
import pytest

from core.errors import BadFile
from core.recognition.reading import look_at, read_recordings
from core.recognition.user_answers import parse_answers
from core.recording import Quantity
from core.robot.library import load_robot
from tests.core.recognition.written_forms import made_motion

RATE = 250.0
SIDE = "torque N·m"


def header(name, *lines):
    return ["#BEGINCHANNELHEADER", f"200,{name}", *lines, "#ENDCHANNELHEADER"]


def write_trace(folder: Path, motion, *, name="run", ratio=1.0, unit="Grad") -> Path:
    """A pair of files for each drive, as the controller writes them: rows of all channels as REAL64."""
    for axis in range(motion.position.shape[1]):
        stem = f"{name}_NextGenDrive#{axis + 1}"
        degrees = np.rad2deg(motion.position[:, axis]) * ratio
        channels = {
            "Sollposition": (unit, degrees + 0.5, 1.0),
            "Istposition": (unit, degrees, 0.5),
            "Iststrom": ("A", motion.current[:, axis], 1.0),
            "Istmoment": ("Nm", motion.torque[:, axis], 1.0),
            "Motortemperatur": ("K", motion.temperature[:, axis], 1.0),
        }
        lines = ["DIAEHEADERKZ,1", "#BEGINGLOBALHEADER", "1,WINDOWS 32Bit", "#ENDGLOBALHEADER"]
        clock = ("202,s", "210,IMPLIZIT", "214,REAL64", f"220,{motion.time.size}", "240,0", f"241,{1 / RATE}")
        lines += header("Zeit", *clock)
        for place, (channel, (own, _, factor)) in enumerate(channels.items(), start=1):
            lines += header(
                channel, f"202,{own}", "210,EXPLIZIT", f"211,{stem}.r64", "213,BLOCK", "214,REAL64",
                f"220,{motion.time.size}", f"221,{place}", "240,0", f"241,{factor}",
            )  # fmt: skip
        (folder / f"{stem}.dat").write_text("\n".join(lines) + "\n", encoding="latin-1")
        np.column_stack([values / factor for _, values, factor in channels.values()]).tofile(
            folder / f"{stem}.r64"
        )
    return folder / f"{name}_NextGenDrive#1.dat"


@pytest.fixture(scope="module")
def motion():
    return made_motion(6, seconds=6.0, rate=RATE)


@pytest.fixture(scope="module")
def robot():
    return load_robot("ur10e")


def test_names_in_capital_letters_are_the_same_files(tmp_path, motion, robot):
    path = write_trace(tmp_path, motion)
    for file in list(tmp_path.iterdir()):
        file.rename(file.with_name(file.name.upper()))
    found = look_at(path.with_name(path.name.upper()), robot=robot)
    assert len(found.table.channels) == 1 + 5 * 6


@pytest.mark.parametrize(("place", "length"), [(2, 50), (1, 10**11)])
def test_a_channel_of_another_length_than_the_clock_is_refused_with_its_name(
    place, length, tmp_path, motion, robot
):
    path = write_trace(tmp_path, motion)
    text = path.read_text("latin-1")
    block, count = text.split("#BEGINCHANNELHEADER")[place], f"220,{motion.time.size}"
    path.write_text(text.replace(block, block.replace(count, f"220,{length}")), encoding="latin-1")
    with pytest.raises(BadFile) as refused:
        look_at(path, robot=robot)
    assert refused.value.code == "trace-header"
    assert "Sollposition" in str(refused.value.facts["reason"])


def answer(found):
    """The one question, on the side of the gear that the torque is of, answered for the joint's side."""
    (question,) = found.questions
    assert set(question.choices[:2]) == {"motor_torque N·m", SIDE}
    return parse_answers((question.answer(SIDE),))


def test_all_drives_of_a_trace_are_one_recording(tmp_path, motion, robot):
    path = write_trace(tmp_path, motion)
    write_trace(tmp_path, motion, name="other")
    found = look_at(path, answers=answer(look_at(path, robot=robot)), robot=robot)
    (recording,) = read_recordings(path, found=found, robot=robot)
    assert set(recording.columns) == {
        Quantity.POSITION, Quantity.CURRENT, Quantity.TORQUE, Quantity.TEMPERATURE,
    }  # fmt: skip
    np.testing.assert_allclose(recording.time, motion.time, atol=1e-9)
    for quantity in recording.columns:
        truth = getattr(motion, quantity.value)
        np.testing.assert_allclose(recording.columns[quantity], truth, atol=1e-9)


def test_any_drive_names_the_trace_and_a_copied_one_stands_alone(tmp_path, motion):
    first = write_trace(tmp_path, motion)
    third = first.with_name("run_NextGenDrive#3.dat")
    assert len(look_at(third).table.channels) == len(look_at(first).table.channels) == 1 + 5 * 6
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / third.name).write_bytes(third.read_bytes())
    (alone / "run_NextGenDrive#3.r64").write_bytes(third.with_suffix(".r64").read_bytes())
    names = [channel.name for channel in look_at(alone / third.name).table.channels]
    assert names[:3] == ["Zeit", "A3 Sollposition [Grad]", "A3 Istposition [Grad]"]


def test_positions_of_motors_are_asked_for(tmp_path, motion, robot):
    """Degrees at the motor, a hundred times those of the joint, are never taken for joints."""
    path = write_trace(tmp_path, motion, ratio=101.0)
    found = look_at(path, robot=robot)
    for arm in (robot, None):
        asked = {question.meaning: question.choices for question in look_at(path, robot=arm).questions}
        assert asked[Quantity.POSITION] == ("position N deg", "leave")
    said = look_at(path, answers=parse_answers(_of_motors(found)), robot=robot)
    (recording,) = read_recordings(path, found=said, robot=robot)
    np.testing.assert_allclose(recording.columns[Quantity.POSITION], motion.position, atol=1e-9)


def _of_motors(found):
    columns = {channel.name: channel.number for channel in found.table.channels}
    places = [columns[f"A{axis} Istposition"] for axis in range(1, 7)]
    torques = [columns[f"A{axis} motor Istmoment [Nm]"] for axis in range(1, 7)]
    ratio = 1.0 / 101.0
    return (
        f"{','.join(map(str, places))}=position {ratio!r} deg",
        f"{','.join(map(str, torques))}={SIDE}",
    )


def test_broken_traces_are_named(tmp_path, motion):
    path = write_trace(tmp_path, motion)
    values = path.with_suffix(".r64")
    whole = values.read_bytes()
    values.write_bytes(whole[:-4000])
    with pytest.raises(BadFile, match="trace-values"):
        look_at(path)
    values.unlink()
    with pytest.raises(BadFile, match="trace-values"):
        look_at(path)
    values.write_bytes(whole)
    text = path.read_text("latin-1")
    path.write_text(text.replace("200,Zeit", "200,Nummer"), "latin-1")
    with pytest.raises(BadFile, match="trace-header"):
        look_at(path)
    path.write_text(text.replace(f"241,{1 / RATE}", "241,0.01", 1), "latin-1")
    with pytest.raises(BadFile, match="trace-drives-differ"):
        look_at(path)
