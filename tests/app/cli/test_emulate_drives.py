"""``torsion emulate cia402:ROBOT``: drives on a bus that another command of this program reads."""

import json
from pathlib import Path

import numpy as np
import pytest

from core.recording import Quantity
from core.storage.visit import Visit
from tests.app.cli.test_emulate import emulating
from tests.waiting import LIMIT_S

pytest.importorskip("canopen", reason="canopen is not installed")
pytest.importorskip("can", reason="python-can is not installed")


@pytest.mark.usefixtures("patient_drives")
def test_drives_are_recorded_with_both_encoders_and_obey_their_lines(run, repository, tmp_path):
    visit = tmp_path / "visit.h5"
    with emulating(repository, "cia402:ec66") as process:
        word, uri = process.said.split()
        assert (word, uri.partition(":")[0]) == ("ready", "cia402")
        recorded = ("run", "record", "0.5", "--controller", uri, "--robot", "ec66", "--into", visit)
        code, out, err = run(*recorded, "--json")
        assert code in {0, 1}, err
        document = json.loads(out)
        assert document["serial"] == "402000001"
        assert "cia402-alignment" in [event["code"] for event in document["events"]]
        code, _, err = run(*recorded, "--label", "moved", "--motion", "sway")
        assert code == 2
        assert "motion=allowed" in err
        _, err = process.communicate("dance\nfault 7\nquit\n", timeout=LIMIT_S)
        assert process.returncode == 0
        assert err.count("is none of fault, ") == 2
    with Visit.open(visit) as opened:
        columns = opened.recording("record").columns
        motor, link = (
            np.array(columns[name][:]) for name in (Quantity.MOTOR_POSITION, Quantity.LINK_POSITION)
        )
    assert np.abs(motor - link).max() < 0.05


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["cia402:ec66", "--host", "127.0.0.2"], "--host does not go with cia402:ec66"),
        (["cia402:ec66", "--label", "a"], "--label does not go with cia402:ec66"),
        (["cia402:ec66", "--port", "x"], "'x' is no port"),
        (["cia402:nobody"], "nobody"),
    ],
)
def test_wrong_arguments_are_refused(run, arguments, sentence):
    code, out, err = run("emulate", *arguments)
    assert (code, out) == (2, "")
    assert sentence in err


@pytest.mark.usefixtures("patient_drives")
def test_drives_are_recorded_by_an_eds_file_and_the_recording_says_what_was_assumed(
    run, repository, tmp_path
):
    with emulating(repository, "cia402:ec66") as process:
        interface, _, options = process.said.split()[1].partition("?map=")
        eds, table = Path(options).parent / "drive.eds", tmp_path / "arm.toml"
        uri = f"{interface}?eds={eds}&nodes=1-6&write={table}"
        recorded = ("run", "record", "0.5", "--robot", "ec66", "--into", tmp_path / "visit.h5")
        code, out, err = run(*recorded, "--controller", uri, "--json")
        assert code in {0, 1}, err
        assert "cia402-directions-assumed" in [event["code"] for event in json.loads(out)["events"]]
        assert table.read_text("utf-8").count('sign = "?"') == 18
        sway = ("--label", "moved", "--motion", "sway")
        code, _, err = run(*recorded, "--controller", f"{uri}&motion=allowed", *sway)
        assert code == 1
        assert "no EDS file says which way a joint turns" in err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "drive.eds cannot be read"),
        (b"\x00\x01", "drive.eds is damaged: line 1 is in no section"),
        (b"[1000]\nDataType=7\n", "does not have 0x6041 in the type of the standard"),
    ],
)
def test_an_eds_file_that_cannot_be_used_is_refused(run, tmp_path, content, sentence):
    eds = tmp_path / "drive.eds"
    if content is not None:
        eds.write_bytes(content)
    uri = f"cia402:socketcan:can0?eds={eds}&nodes=1-6"
    code, out, err = run(
        "run", "record", "1", "--controller", uri, "--robot", "ec66", "--into", tmp_path / "v.h5"
    )
    assert (code, out) == (2, "")
    assert sentence in " ".join(err.split())
    assert not (tmp_path / "v.h5").exists()


def test_at_a_port_the_adapter_speaks_slcan(run, repository, tmp_path):
    with emulating(repository, "cia402:ec66", "--port", "0") as process:
        word, uri = process.said.split()
        assert (word, uri.partition("?")[0].startswith("cia402:slcan:socket://127.0.0.1:")) == ("ready", True)
        into = tmp_path / "visit.h5"
        recorded = ("run", "record", "0.5", "--controller", uri, "--robot", "ec66", "--into", into)
        code, out, err = run(*recorded, "--json")
        assert code in {0, 1}, err
        assert json.loads(out).get("serial") == "402000001", out
    with Visit.open(into) as opened:
        assert opened.recording("record").sample_count > 10
