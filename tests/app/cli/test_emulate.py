"""``torsion emulate``: says where the robot is, obeys its lines, ends cleanly however it is ended."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.shell.commands.keyboard import Keyboard
from core.storage.visit import Visit
from tests.waiting import LIMIT_S, wait_until

IDS = "ids=1,2,3,4,5,6"


pytestmark = pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminals")


@contextlib.contextmanager
def emulating(repository, *arguments, stdin=subprocess.PIPE):
    """The command as a process of its own, once it has said where the robot is."""
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "emulate", *map(str, arguments)],
        cwd=repository,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        process.said = process.stdout.readline()
        yield process
    finally:
        process.kill()
        process.communicate()


def order(process, line, *, until):
    process.stdin.write(line + "\n")
    process.stdin.flush()
    wait_until(until, line)


def test_lines_pull_plug_and_quit(tmp_path, repository):
    link = tmp_path / "port"
    with emulating(repository, "virtual:ec66?stream=full", "--link", link, "--baud", "921600") as process:
        assert process.said == f"serial:{link}?baud=921600\n"
        before = link.readlink()
        held = os.open(link, os.O_RDWR | os.O_NOCTTY)  # so that the next port has another name
        order(process, "pull", until=lambda: not os.path.lexists(link))
        order(process, "  plug ", until=lambda: os.path.lexists(link))
        assert link.readlink() != before
        os.close(held)
        _, err = process.communicate("dance\nquit\n", timeout=LIMIT_S)
        assert process.returncode == 0
        assert err == "torsion: 'dance' is none of pull, plug, quit.\n"
        assert not os.path.lexists(link)


@pytest.mark.thorough
def test_ctrl_c_ends_it_and_is_no_failure(tmp_path, repository):
    link = tmp_path / "port"
    arguments = ("virtual:ec66", "--link", link, "--json")
    with emulating(repository, *arguments, stdin=subprocess.DEVNULL) as process:
        said = process.said + "".join(iter(process.stdout.readline, "}\n")) + "}"
        assert json.loads(said) == {"uri": f"serial:{link}", "port": str(link), "baud": 2_000_000}
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=LIMIT_S)
        assert (process.returncode, err) == (0, ""), "without input it went on until then"
        assert not os.path.lexists(link)


def test_a_lost_process_is_told(tmp_path, repository):
    link = tmp_path / "port"
    with emulating(repository, "virtual:ec66", "--link", link) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text("utf-8").split()
        robot = next(pid for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes())
        os.kill(int(robot), signal.SIGKILL)
        _, err = process.communicate(timeout=LIMIT_S)
        assert process.returncode == 1
        assert link.is_symlink(), "nobody was left to take it away"
        assert "The virtual robot's own process ended (exit code -9)" in err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["virtual:ec66"], "one of the arguments --link --port is required"),
        (["virtual:ec66", "--link", "x", "--port", "y"], "not allowed with argument"),
        (["virtual:ec66", "--link", "x", "--baud", "0"], "'0' is no whole number from 300 to 100000000 baud"),
        (["virtual:nobody", "--link", "x"], "There is no robot nobody"),
        (["serial:x", "--link", "x"], "Understood are: virtual:ROBOT"),
        (["virtual:ec66?pace=fast", "--link", "x"], "pace cannot be fast"),
    ],
)
def test_wrong_arguments_are_told_before_anything_is_started(run, arguments, sentence):
    code, out, err = run("emulate", *arguments)
    assert code == 2
    assert not out
    assert sentence in err


# The lines


@pytest.fixture
def pipe():
    reading, writing = os.pipe()
    ends = {"writing": writing}
    yield Keyboard(reading), ends
    for end in (reading, *ends.values()):
        os.close(end)


def test_lines_come_whole(pipe):
    keyboard, ends = pipe
    assert keyboard.lines(0.0) == []
    os.write(ends["writing"], b"pu")
    assert keyboard.lines(1.0) == []
    os.write(ends["writing"], b"ll\r\n\n plug\nqu")
    assert keyboard.lines(1.0) == ["pull", "plug"]
    assert not keyboard.has_ended


def test_closing_an_input_that_was_open_is_the_end(pipe):
    keyboard, ends = pipe
    assert keyboard.lines(0.0) == []
    os.close(ends.pop("writing"))
    keyboard.lines(1.0)
    assert keyboard.has_ended


def test_an_input_that_never_was_open_ends_nothing(pipe):
    keyboard, ends = pipe
    os.close(ends.pop("writing"))
    for _ in range(3):
        assert keyboard.lines(0.01) == []
    assert not keyboard.has_ended


def test_the_ready_line_names_the_bus_and_it_ends_cleanly(tmp_path, repository):
    link = tmp_path / "bus"
    with emulating(repository, "moteus:moteus-6", "--link", link) as process:
        told = f"interface=fdcanusb channel={link} {IDS} uri=moteus:{link}?{IDS}"
        assert process.said == f"ready {told}\n"
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=LIMIT_S)
        assert "Traceback" not in err
    assert not os.path.lexists(link)


@pytest.mark.usefixtures("patient_drives")
def test_without_a_pseudo_terminal_the_adapter_speaks_slcan_at_a_port(tmp_path, repository, run):
    with emulating(repository, "moteus:moteus-6", "--port", "0") as process:
        word, *told = process.said.split()
        named = dict(each.split("=", 1) for each in told)
        assert (word, named["interface"], f"ids={named['ids']}") == ("ready", "slcan", IDS)
        assert named["channel"].startswith("socket://127.0.0.1:")
        name = f"{named['uri']}&rate=100"
        assert name.startswith(f"moteus:slcan?channel={named['channel']}&{IDS}")
        options = ("--controller", name, "--robot", "moteus-6", "--into", tmp_path / "a.h5")
        code, out, err = run("run", "record", "1", *options, "--json")
        assert code in {0, 1}, err
        assert json.loads(out).get("samples", 0) > 10, err


@pytest.mark.usefixtures("patient_drives")
def test_it_is_recorded_with_both_encoders_and_moved_only_with_consent(tmp_path, repository, run):
    link, visit = tmp_path / "bus", tmp_path / "a.h5"
    with emulating(repository, "moteus:moteus-6?worn=2", "--link", link):
        name = f"moteus:{link}?{IDS}&rate=100"
        options = ("--controller", name, "--robot", "moteus-6", "--into", visit)
        code, out, err = run("run", "record", "1", *options, "--json")
        assert code in {0, 1}, err
        document = json.loads(out)
        assert "serial" in document, err
        serial = document["serial"]
        code, _, err = run("run", "record", "1", *options, "--motion", "sway", "--confirm", serial)
        assert code == 2
        assert "motion=allowed" in err
        wrong = ("--controller", f"{name}&serial=MT-0", *options[2:])
        assert run("run", "record", "1", *wrong)[0] == 2
    with Visit.open(visit) as found:
        (label,) = found.labels
        columns = set(map(str, found.recording(label).columns))
    assert {"motor_position", "link_position", "torque"} <= columns


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["moteus:moteus-6", "--port", "x"], "'x' is no port"),
        (["moteus:moteus-6", "--host", "127.0.0.2"], "--host does not go with moteus:moteus-6"),
        (["moteus:moteus-6?worn=9"], "worn cannot be 9"),
        (["moteus:moteus-6?drift=x"], "drift cannot be x"),
        (["moteus:nobody"], "nobody"),
    ],
)
def test_wrong_arguments_are_refused(run, arguments, sentence):
    code, out, err = run("emulate", *arguments)
    assert (code, out) == (2, "")
    assert sentence in err
