"""The JSON that is written for other programs is the same in every language of the window."""

import re
from dataclasses import replace

import pytest

from app.features.excitation.tasks import export_plan
from app.features.identification.tasks import export_result
from app.features.payload.report import write_payload_report
from app.features.report.tasks import write_report
from app.speech.language import Language, speaking
from core.monitor import NullMonitor
from core.payload.result import PAYLOAD
from core.quality import Judgement, Reason, Verdict
from core.robot.library import load_robot
from core.robot.toml_writing import robot_text
from core.stiffness.result import STIFFNESS
from core.storage.visit import Visit
from tests.app import payload_examples, plan_examples
from tests.app.reports import stiffness_examples
from tests.app.reports.report_examples import example_result

CHINESE = re.compile("[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")
DOUBT = Judgement.of([Reason("payload-gains-unknown", {}, Verdict.NOT_MEASURABLE)])


@pytest.fixture
def visit(tmp_path):
    path = tmp_path / "visit.h5"
    with Visit.create(path, robot_toml=robot_text(load_robot(payload_examples.ROBOT))) as made:
        made.add_result(PAYLOAD, payload_examples.uncertain())
        made.add_result(STIFFNESS, stiffness_examples.by_experiment())
    return path


def model():
    return replace(example_result(), validation=(), judgement=DOUBT)


def payload_report(visit, files):
    write_payload_report(visit=visit, monitor=NullMonitor(), **files)


def commissioning_report(visit, files):
    write_report(visit=visit, result=model(), monitor=NullMonitor(), **files)


def exported_model(visit, files):
    export_result(visit=visit, result=model(), kind="json", path=files["json"], monitor=NullMonitor())


def exported_plan(_visit, files):
    shown = plan_examples.shown(replace(plan_examples.plan(), judgement=DOUBT))
    export_plan(shown=shown, path=files["json"], monitor=NullMonitor())


@pytest.mark.parametrize("write", [payload_report, commissioning_report, exported_model, exported_plan])
def test_a_document_written_by_a_chinese_window_is_english(write, visit, tmp_path):
    files = {"pdf": tmp_path / "report.pdf", "json": tmp_path / "report.json"}
    with speaking(Language.CHINESE):
        write(visit, files)
    told = files["json"].read_text("utf-8")
    assert '"text": "' in told
    assert not CHINESE.findall(told)
