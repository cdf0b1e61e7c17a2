"""``torsion emulate moteus:ROBOT`` and ``torsion run`` on what it serves."""

import json
import os
import signal

import pytest

from core.storage.visit import Visit
from tests.app.cli.test_emulate import emulating
from tests.waiting import LIMIT_S

pytestmark = pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminals")
IDS = "ids=1,2,3,4,5,6"


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
