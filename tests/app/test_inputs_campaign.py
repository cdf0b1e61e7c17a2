"""A part of the campaign of bad inputs: command lines and files that are refused at once."""

import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "campaigns"
LIMIT_S = 20.0


@pytest.fixture
def campaign(monkeypatch):
    """The campaign's own functions; its modules are named like no others."""
    monkeypatch.syspath_prepend(str(FOLDER))
    for name in ("inputs", "_inputs_cases", "_inputs_commands", "_inputs_material", "_measurement"):
        sys.modules.pop(name, None)
    import inputs

    return inputs


@pytest.mark.skipif(sys.platform == "win32", reason="it makes pipes, and counts time by a signal")
def test_bad_inputs_end_in_good_order(campaign, tmp_path):
    sound = tmp_path / "sound"
    campaign.prepare(sound)
    cases = campaign.quick_part(campaign.all_cases(sound, campaign.SEED), campaign.SEED)
    assert len(cases) >= 100
    ends = list(campaign.run_cases(cases, sound, tmp_path / "tried", limit_s=LIMIT_S))
    assert {end.case.name: end.wrong for end in ends if end.wrong} == {}
    assert len({end.case.command for end in ends}) > 10


@pytest.mark.skipif(sys.platform == "win32", reason="it counts time by a signal")
def test_the_campaign_sees_what_is_wrong(campaign):
    case = campaign.Case("a case", ("info",), campaign.REFUSED)
    good = "torsion: This cannot be. (F-001)\n"
    assert campaign.judged(case, 2, "", good) == ""
    assert campaign.judged(case, 0, "", "")
    assert campaign.judged(case, 2, "", f"{good}{good}")
    assert campaign.judged(case, 2, "half a table", good)
    assert campaign.judged(case, 1, "", "torsion: Something went wrong: KeyError. (X-003)\n")
    assert campaign.judged(case, 2, "", f"x.py:3: RuntimeWarning: overflow\n{good}")
    not_good = campaign.Case("a case", ("info",), campaign.NOT_GOOD)
    assert campaign.judged(not_good, 0, "", "")
    assert campaign.judged(not_good, 1, "", good) == ""
