"""A procedure is one line of the list of features and a folder of its own; nothing else names it."""

import json
import sys
from pathlib import Path

import pytest

from app import features
from app.__main__ import main
from app.arm.procedure import Outcome
from app.features.report.page import report_contents
from app.features.report.tasks import write_commissioning
from app.guide.help_topics import groups, text_of, topics_containing
from app.rehearsal.demo import JourneyStep, step_lines
from app.visit.steps import GuideName, Step, step_named, steps_of
from app.visit.stored_products import products_in
from core.monitor import NullMonitor
from core.storage.visit import Visit
from core.workflow import Made, unattended
from tests.app import examples
from tests.app.made_up_procedure import FILES
from tests.app.ready_window import READY
from tests.app.reports.pdf_text import words
from tests.app.reports.report_examples import example_result
from tests.app.robot_bench import Bench

ARM = "virtual:ec66?pace=fast&seed=3"


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for place, text in FILES.items():
        file = tmp_path / "made_up_nod" / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    from made_up_nod.feature import NOD

    monkeypatch.setattr(features, "FEATURES", (*features.FEATURES, NOD))
    yield NOD
    for name in [name for name in sys.modules if name.split(".")[0] == "made_up_nod"]:
        del sys.modules[name]


def test_it_takes_five_files_of_its_own():
    assert len(FILES) <= 5, "page, command, section of the report and help beside what it does"


@pytest.fixture
def nodded(made_up, tmp_path: Path, capsys) -> tuple[Path, dict]:
    """A visit to a virtual arm that has nodded, and what was said of it."""
    visit = tmp_path / "visit.h5"
    assert main(["run", "nod", "--controller", ARM, "--into", str(visit), "--angle", "0.03", "--json"]) == 0
    return visit, json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("made_up")
def test_its_commands_are_listed_and_explained(capsys):
    assert main(["run", "nod", "--help"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Nod with the last joint." in told
    assert "--angle RAD how far the arm nods" in told
    assert "--controller URI" in told
    assert "--payload-kg" in told
    assert main(["--help"]) == 0
    assert "How the arm of a visit nodded." in " ".join(capsys.readouterr().out.split())
    assert main(["run", "--help"]) == 0
    assert "Nod with the last joint." in capsys.readouterr().out


def test_it_runs_on_a_virtual_arm_and_its_result_is_in_the_document_and_the_visit(nodded, capsys):
    visit, document = nodded
    assert document["recordings"] == ["nod"]
    assert document["verdict"] == "usable", "the judgement of what was found"
    assert document["nod"]["joint"] == 6
    assert document["nod"]["turned"] == pytest.approx(0.03, abs=2e-3)
    with Visit.open(visit) as opened:
        (key,) = [entry.key for entry in opened.results("nod")]
        assert products_in(opened)["nod"] == Made(key)
    assert main(["nods", str(visit)]) == 0
    assert capsys.readouterr().out == f"It nodded by {document['nod']['turned']:.3f} rad.\n"


@pytest.mark.usefixtures("made_up")
def test_its_lines_are_printed(tmp_path, capsys):
    assert main(["run", "nod", "--controller", ARM, "--into", str(tmp_path / "visit.h5")]) == 0
    assert "Joint 6 nodded by 0.020 rad." in capsys.readouterr().out


def test_the_report_has_its_section(nodded, tmp_path):
    visit, document = nodded
    pdf, plain = tmp_path / "report.pdf", tmp_path / "report.json"
    with Visit.open(visit) as opened:
        write_commissioning(opened, example_result(), pdf=pdf, json=plain, monitor=NullMonitor())
    text = words(pdf)
    assert "How the arm nods" in text
    assert f"It nodded by {document['nod']['turned']:.3f} rad." in text
    assert json.loads(plain.read_text())["nod"] == document["nod"]["turned"]


@pytest.fixture
def window_to_be_built(made_up):
    """No window that is ready: it was built before there was the feature."""
    if (ready := READY.take()) is not None:
        ready.close()
        ready.deleteLater()


@pytest.mark.usefixtures("window_to_be_built")
def test_its_page_is_a_step_of_the_guide(bench: Bench):
    window, nod = bench.window, Step("nod")
    steps = steps_of(GuideName.ON_ROBOT)
    assert steps[steps.index(Step.RECORD) + 1] is nod
    assert step_named("nod") is nod
    page = window.pages[nod]
    page.run.make_procedure = lambda: bench.procedure
    window.open_step(Step.CONNECT)
    assert window.rail.buttons[nod].toolTip() == "Connect a robot first."
    bench.connect()
    from made_up_nod.procedure import Nod

    assert bench.run(nod, Outcome("nod", ("nod",), found=Nod(5, 0.02))) is page
    assert window.step is nod
    assert page.run.card.words == "It nodded by 0.020 rad."
    assert "Nod" in window.rail.buttons[nod].accessibleName()
    assert not unattended("on-robot").takes(nod)
    assert unattended("on-robot").following(window.journey, nod) is not None


def test_the_report_page_says_whether_the_section_will_be_there(made_up):
    summary = examples.visit_summary()
    lines = {line.sentence for line in report_contents(summary, model_made="today")}
    assert "The arm has not nodded yet." in lines


@pytest.mark.usefixtures("made_up")
def test_the_help_has_its_topic():
    (guide,) = [group for group in groups() if "nod" in group.topics]
    assert guide.topics[guide.topics.index("nod") - 1] == "record"
    assert text_of("nod").title == "Nod"
    assert topics_containing("waggles") == ("nod",)


@pytest.mark.usefixtures("made_up")
def test_the_demonstration_can_tell_of_it():
    found = Outcome("nod", ("nod",), seconds=2.0)
    assert list(step_lines(JourneyStep("nod", 3.0, found))) == ["Nod (3 s): 2 s recorded. Good."]


def test_without_its_line_in_the_list_nobody_knows_it(capsys):
    assert main(["run", "nod", "--controller", ARM, "--into", "visit.h5"]) == 2
    assert "'nod' is not one of" in capsys.readouterr().err
    assert step_named("nod") is None
    with pytest.raises(ValueError, match="nod"):
        Step("nod")
