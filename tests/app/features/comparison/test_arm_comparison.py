"""Payload, verification, the whole arm's stiffness and their history between visits."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.__main__ import main
from app.features.comparison.front_page import front_page
from app.features.comparison.history_lines import PAYLOAD, history_lines
from app.features.comparison.numbers import NUMBERS, is_changed
from app.features.comparison.presentation import present
from app.features.comparison.report import comparison_paper, narrowed
from app.features.comparison.report_tasks import write_comparison_report
from app.features.comparison.sentences import Since, payload, stiffness
from app.features.comparison.sentences import verification as verified_rows
from app.features.comparison.tasks import compare_visits
from app.presentation import Presentation
from app.speech.language import speaking
from app.speech.words import Glyph
from core.comparison import ComparedVisits
from core.monitor import NullMonitor
from core.payload.comparison import compare_payloads
from core.quality import Verdict
from core.stiffness.comparison import compare_stiffness
from core.stiffness.result import Route
from tests.app.arm_change_examples import hanging, reduced, spring_and_winter, with_arm
from tests.app.payload_examples import MASS_STD, without_scale
from tests.app.reports.pdf_text import page_texts
from tests.app.verification_examples import verification
from tests.documented_keys import COMPARED_PAIR_KEYS, VALUE_CHANGE_KEYS


def compared(*paths: Path) -> ComparedVisits:
    return compare_visits(paths=paths, monitor=NullMonitor())


@pytest.fixture
def found(tmp_path: Path) -> ComparedVisits:
    return compared(*spring_and_winter(tmp_path))


def plain(words: str) -> str:
    return words.replace("\N{NO-BREAK SPACE}", " ")


THEN = Since("then", "then")


def shown_of(found: ComparedVisits) -> Presentation:
    return present(found, found.pairs[0])


def said_of(found: ComparedVisits) -> str:
    told = shown_of(found).rows("changes")
    assert told is not None
    return plain(" ".join(str(row.value) for row in told.rows))


def test_a_heavier_payload_a_softer_joint_and_a_lost_limit_are_reported(found: ComparedVisits) -> None:
    said = said_of(found)
    assert "The payload is 0.400 ± 0.011 kg heavier than on 3 March 2025." in said
    assert "With its links, joint 2 is 30 ± 6 % less stiff than on 3 March 2025." in said
    assert "The model of joint 3 is off by 20 % and keeps its limit of 12 % no longer" in said
    assert "centre of mass has moved" not in said
    shown = shown_of(found)
    assert shown.sign is Glyph.WARNING
    assert shown.headline == "Since 3 Mar 2025, 2 numbers of the arm got worse."
    assert found.pairs[0].is_trustworthy


def test_what_is_within_the_uncertainty_of_both_counts_as_unchanged(tmp_path: Path) -> None:
    before = with_arm(tmp_path / "a.h5", days=0.0, payload=hanging(), stiffness=reduced(1.0, 1.0, 1.0))
    after = with_arm(
        tmp_path / "b.h5", days=9.0, payload=hanging(2.0 * MASS_STD), stiffness=reduced(1.0, 0.9, 1.0)
    )
    found = compared(before, after)
    assert shown_of(found).sign is Glyph.CHECK
    said = said_of(found)
    assert "heavier" not in said
    assert "less stiff" not in said
    assert "The payload is as it was on 3 March 2025, within the uncertainty of both visits." in said


def test_a_payload_without_a_scale_compares_its_centre_only() -> None:
    result = compare_payloads(hanging(), without_scale_on_bench())
    assert result.mass.is_measured_once
    assert all(change.is_compared for change in result.center)
    assert result.judgement.verdict is not Verdict.GOOD


def without_scale_on_bench():
    from dataclasses import replace

    return replace(without_scale(), robot="bench-arm", serial="T-1")


def test_stiffness_by_two_routes_or_from_a_data_sheet_is_not_compared() -> None:
    other = compare_stiffness(reduced(1.0, 1.0, 1.0), reduced(1.0, 0.5, 1.0, route=Route.EXPERIMENT))
    stated = compare_stiffness(reduced(1.0, 1.0, 1.0, own_std=0.0), reduced(1.0, 0.5, 1.0, own_std=0.0))
    for result, code in ((other, "compare-stiffness-routes-differ"), (stated, "compare-stiffness-stated")):
        assert not result.is_compared
        assert not result.found
        assert list(stiffness(result, THEN)) == []
        assert code in {reason.code for reason in result.judgement.reasons}


def test_other_limits_are_a_reason_and_no_change(tmp_path: Path) -> None:
    before = with_arm(tmp_path / "a.h5", days=0.0, verified=verification(limit=0.3))
    after = with_arm(tmp_path / "b.h5", days=9.0, verified=verification(limit=0.05))
    changed = compared(before, after).pairs[0].verification
    assert changed is not None
    assert not changed.found
    assert list(verified_rows(changed, THEN)) == []
    assert {reason.code for reason in changed.judgement.reasons} == {"compare-verification-limits"}


def test_payload_and_friction_over_three_visits_have_a_trend(tmp_path: Path) -> None:
    paths = [
        with_arm(
            tmp_path / f"{place}.h5",
            days=200.0 * place,
            payload=hanging(0.1 * place),
            friction=1.0 + 0.2 * place,
        )
        for place in range(3)
    ]
    lines = {(one.number, one.key): one for one in history_lines(compared(*paths))}
    mass, friction = lines[PAYLOAD, "payload mass"], lines[0, "friction"]
    assert mass.trend.is_beyond_noise
    assert "The mass of the payload rises by" in mass.sentence
    assert mass.slope_per_year is not None
    assert mass.slope_per_year.value == pytest.approx(0.1 * 365.25 / 200.0)
    assert friction.trend.is_beyond_noise
    assert "of joint 1 rises by" in friction.sentence
    assert not lines[1, "friction"].trend.is_beyond_noise
    assert mass.trend.visit == (0, 1, 2)


def test_two_visits_have_no_history(found: ComparedVisits) -> None:
    assert found.history is None
    assert not found.has_trend


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_report_has_what_changed_first_and_all_numbers_behind(
    found: ComparedVisits, tmp_path: Path, language: str
) -> None:
    pdf = tmp_path / "changed.pdf"
    with speaking(language):
        paper = comparison_paper(found, found.pairs[0])
        write_comparison_report(paper=paper, pdf=pdf, monitor=NullMonitor())
    first, second, *_ = (plain(" ".join(page)) for page in page_texts(pdf))
    assert "T-1" in first
    assert "0.400 ± 0.011 kg" in first
    assert second.index("280 ± 17 kN·m/rad") < second.index("580 ± 40 kN·m/rad"), "what changed comes first"


@pytest.mark.parametrize("copies", [1, 8])
def test_numbers_without_room_on_their_page_are_in_the_appendix(
    found: ComparedVisits, tmp_path: Path, copies: int
) -> None:
    numbers = shown_of(found).table(NUMBERS)
    assert numbers is not None
    assert any(is_changed(line) for line in numbers.lines)
    many = replace(numbers, lines=numbers.lines * copies)
    shown, appendix = narrowed(many), f"and {len(many.lines) - 18} more quantities, in the appendix."
    assert [is_changed(line) for line in shown.lines] == sorted(map(is_changed, shown.lines), reverse=True)
    assert (len(shown.lines) == len(many.lines)) == (len(many.lines) <= 18)
    assert shown.note == ("" if len(many.lines) <= 18 else appendix)


def test_the_first_page_says_whether_to_act_and_what_is_missing(tmp_path: Path) -> None:
    worse, same = compared(*spring_and_winter(tmp_path)), compared(*unchanged(tmp_path))
    fronts = [front_page(found, found.pairs[0]) for found in (worse, same)]
    assert [front.outcome for front in fronts] == ["Needs care", "Unchanged"]
    assert fronts[0].act[0].startswith("Have what got worse looked at")
    assert fronts[1].act[0] == "Nothing has to be done."
    assert {row.name for row in fronts[0].found} >= {"payload", "verification", "stiffness"}
    assert "4 numbers compared, 1 changed." in {str(row.value) for row in fronts[0].found}
    before = with_arm(tmp_path / "with.h5", days=0.0, payload=hanging())
    found = compared(before, with_arm(tmp_path / "without.h5", days=9.0))
    lacking = front_page(found, found.pairs[0]).missing
    assert "Payload: measured in one of the visits only." in lacking


def unchanged(folder: Path) -> list[Path]:
    first = with_arm(folder / "first.h5", days=0.0, payload=hanging())
    return [first, with_arm(folder / "second.h5", days=9.0, payload=hanging())]


def test_the_command_prints_json_and_writes_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = spring_and_winter(tmp_path)
    target, pdf = tmp_path / "found.json", tmp_path / "found.pdf"
    assert main(["compare", str(before), str(after), "--json", str(target), "--report", str(pdf)]) == 0
    said = plain(" ".join(capsys.readouterr().out.split()))
    assert "heavier than on 3 March 2025" in said
    assert "now beyond" in said
    assert f"Written: {pdf}" in said.replace("- ", "-")
    assert pdf.read_bytes().startswith(b"%PDF")
    (pair,) = json.loads(target.read_text())["comparisons"]
    assert set(pair) == COMPARED_PAIR_KEYS
    mass = pair["payload"]["quantities"]["mass"]
    assert set(mass) == VALUE_CHANGE_KEYS
    assert mass["change"] == pytest.approx(0.4)
    assert mass["significant"]
    assert [joint["worse"] for joint in pair["stiffness"]["joints"]] == [False, True, False]
    assert [joint["worse"] for joint in pair["verification"]["joints"]].count(True) == 1


def test_a_folder_that_is_not_there_is_named_as_it_was_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = spring_and_winter(tmp_path)
    pdf = tmp_path / "nowhere" / "found.pdf"
    assert main(["compare", str(before), str(after), "--report", str(pdf)]) == 2
    said = capsys.readouterr().err
    assert f"There is no folder {pdf.parent}." in said
    assert "unfinished" not in said


def test_a_report_needs_a_name_of_its_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after = spring_and_winter(tmp_path)
    assert main(["compare", str(before), str(after), "--report", str(tmp_path / "x.txt")]) == 2
    assert "ends in .pdf" in capsys.readouterr().err


def test_nothing_common_says_nothing_of_a_payload(tmp_path: Path) -> None:
    before = with_arm(tmp_path / "a.h5", days=0.0, payload=hanging())
    after = with_arm(tmp_path / "b.h5", days=9.0)
    assert compared(before, after).pairs[0].payload is None
    assert next(payload(compare_payloads(hanging(), hanging()), THEN)).sign is Glyph.CHECK
