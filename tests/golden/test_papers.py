"""The words on every kind of report, in English and Chinese."""

from pathlib import Path

import pytest

from app.features.comparison.report import comparison_paper
from app.features.comparison.report_tasks import write_comparison_report
from app.features.comparison.tasks import compare_visits
from app.speech.language import Language, speaking
from core.monitor import NullMonitor
from tests.app.arm_change_examples import spring_and_winter
from tests.app.compare_examples import three_visits
from tests.golden.command_line import tell
from tests.golden.keeping import Golden
from tests.golden.made_visits import PAYLOADS, elastic_visit, full_visit
from tests.golden.paper_words import paper_words

FIRST_PAYLOAD = 7
"""Among the results of the full visit."""
PAPERS = {
    "commissioning": ("full.h5", "identification-001"),
    **{
        name: ("full.h5", f"payload-{number:03}") for number, name in enumerate(PAYLOADS, start=FIRST_PAYLOAD)
    },
    "stiffness-algebra": ("elastic.h5", "stiffness-001"),
    "stiffness-experiment": ("elastic.h5", "stiffness-002"),
}
COMPARISONS = ("trend", "arm")


@pytest.fixture(scope="module")
def place(folder: Path) -> Path:
    """A folder with the visits."""
    full_visit(Path("full.h5"))
    elastic_visit(Path("elastic.h5"))
    return folder


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", PAPERS)
def test_a_report_says_the_same(name: str, language: Language, place: Path, golden: Golden) -> None:
    visit, key = PAPERS[name]
    told = tell("report", visit, "--result", key, "--out", "paper.pdf", "--language", language)
    golden.text(f"paper-{name}-{language}", told.text + paper_words(Path("paper.pdf")))
    if language is Language.ENGLISH:
        golden.document(f"paper-{name}", told.document, volatile=("seconds",))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", COMPARISONS)
def test_a_comparison_s_report_says_the_same(
    name: str, language: Language, tmp_path: Path, golden: Golden
) -> None:
    paths = three_visits(tmp_path) if name == "trend" else spring_and_winter(tmp_path)
    found = compare_visits(paths=paths, monitor=NullMonitor())
    pdf = tmp_path / "paper.pdf"
    with speaking(language):
        paper = comparison_paper(found, found.pairs[0])
        write_comparison_report(paper=paper, pdf=pdf, monitor=NullMonitor())
    golden.text(f"paper-compare-{name}-{language}", paper_words(pdf))
