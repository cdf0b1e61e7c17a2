"""Every text of the window is in every catalogue, completely, and no catalogue has unused texts."""

import importlib
import re
import string
from pathlib import Path
from types import ModuleType

import pytest

from app.arm.procedure import FlangeSettings
from app.speech.language import Language, catalogue, current_language, speaking, translate
from app.visit.settings import Settings
from core.elasticity.settings import ElasticitySettings
from core.friction.sweeps.settings import SweepSettings
from core.payload.plan import PayloadPlanSettings
from core.setting import declared

OTHERS = [language for language in Language if language is not Language.ENGLISH]
SPELLED_THE_SAME = frozenset(
    {
        "Torsion",
        "NumPy",
        "Dask",
        "cluster",
        "dask",
        "processes",
        "scheduler",
        "Excel",
        "pip",
        "install",
        "python",
        "canopen",
        "can",
        "tables",
        "CiA",
        "EDS",
        "eds",
        "write",
        "PDO",
        "SYNC",
        "socketcan",
        "slcan",
        "clock",
        "fdcanusb",
        "moteus",
        "franka",
        "FCI",
        "FER",
        "Panda",
        "Desk",
        "UDP",
        "channel",
        "ids",
        "reference",
        "Mbit",
        "servo",
        "map",
        "current",
        "effort",
        "Parquet",
        "LeRobot",
        "meta",
        "info",
        "data",
        "episode",
        "MCAP",
        "bag",
        "decimal",
        "time",
        "rad",
        "Linux",
        "dialout",
        "Universal",
        "Robots",
        "fourier",
        "modified",
        "quintic",
        "mass",
        "unloaded",
        "loaded",
        "UTF",
        "NPZ",
        "Liu",
        "kgf",
        "lbf",
        "SHA",
        "RTSI",
        "elite",
        "Esc",
        "STOP",
        "PDF",
        "JSON",
        "CSV",
        "URDF",
        "MJCF",
        "MAT",
        "HDF",
        "CAD",
        "USB",
        "CAN",
        "RMS",
        "GMM",
        "RBF",
        "GMR",
        "TCP",
        "RTDE",
        "EtherNet",
        "PROFINET",
        "PolyScope",
        "URScript",
        "MATLAB",
        "Python",
        "MuJoCo",
        "Stribeck",
        "XML",
        "PNG",
        "SVG",
        "TOML",
        "MDH",
        "torsion",
        "arcmin",
        "deg",
        "kHz",
        "Qt",
        "GB",
        "MB",
        "kg",
        "mm",
        "min",
        "rpm",
        "ABB",
        "Craig",
        "FILE",
        "Franka",
        "KRL",
        "KUKA",
        "LINK",
        "NAME",
        "RAPID",
        "ROS",
        "Spong",
        "alpha",
        "ceiling",
        "inertia",
        "loaddata",
        "lower",
        "standard",
        "table",
        "theta",
        "torque",
        "upper",
        "velocity",
        "wall",
        "xacro",
    }
)
"""Names, formats, units, and columns of files."""
CODE = re.compile(
    r"\{[^{}]*\}|`[^`]*`|yyyy|torsion( [a-z-]+)+|--[a-z-]+( still)?|\w+_\w+( = true)?|sudo [^)]*|\w+://?\S*"
    r"|\b(virtual|replay|serial|ur|elite-ec):\S*|motion=allowed|torque=per-mille|\?label=|\*?\.[a-z0-9]+\b|\(joint\)|（joint）"
    r'|"[\d,-]+=[^"]*"'
)
"""What a person types as it stands: facts, commands, options, endings, addresses."""


PACKAGING = Path(__file__).resolve().parents[2] / "packaging"


@pytest.fixture(scope="module")
def translations() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(PACKAGING)
        return importlib.import_module("translations")


@pytest.fixture(scope="module")
def said(translations: ModuleType) -> dict[str, list[str]]:
    return translations.sources()


def facts_of(sentence: str) -> list[str]:
    found = string.Formatter().parse(sentence)
    return sorted(f"{name}:{form.partition('|')[0]}" for _, name, form, _ in found if name is not None)


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated(language: Language, said: dict[str, list[str]]) -> None:
    words = catalogue(language)
    missing = {sentence: files[0] for sentence, files in said.items() if not words.translated("", sentence)}
    assert not missing, f"{len(missing)} of {len(said)}; run packaging/translations.py and translate them"


@pytest.mark.parametrize("kind", [PayloadPlanSettings, SweepSettings, Settings, FlangeSettings])
def test_what_a_setting_says_in_the_window_is_found(kind: type, said: dict[str, list[str]]) -> None:
    shown = [one.said for one in declared(kind).values() if one.said.caption]
    assert shown
    for words in shown:
        assert {words.caption, words.help, words.auto} - {""} <= set(said)


def test_what_the_window_does_not_show_of_a_setting_needs_no_translation(said: dict[str, list[str]]) -> None:
    assert declared(ElasticitySettings)["filter_hz"].said.help not in said


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_names_the_same_facts(language: Language, said: dict[str, list[str]]) -> None:
    words = catalogue(language)
    wrong = {
        sentence: words.translated("", sentence)
        for sentence in said
        if facts_of(sentence) != facts_of(words.translated("", sentence))
    }
    assert not wrong


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_is_left_in_a_translation(language: Language, said: dict[str, list[str]]) -> None:
    words = catalogue(language)
    left = {}
    for sentence in said:
        bare = CODE.sub("", words.translated("", sentence))
        found = [word for word in re.findall(r"[A-Za-z]{3,}", bare) if word not in SPELLED_THE_SAME]
        if found:
            left[sentence] = found
    assert not left


def test_english_needs_no_catalogue_and_what_one_lacks_stays_english() -> None:
    assert current_language() is Language.ENGLISH
    assert translate("Anywhere", "Connect a robot first.") == "Connect a robot first."
    with speaking(Language.CHINESE):
        assert translate("Words", "Connect a robot first.") not in {"", "Connect a robot first."}
        assert translate("Words", "nobody says this") == "nobody says this"
    assert current_language() is Language.ENGLISH


def test_sentences_are_found_wherever_they_are_said(translations: ModuleType) -> None:
    source = """
WORDS = {1: "of a table", 2: "of a table too"}
def words(self, which):
    self.tr("plain" if which else "other")
    _tr({1: "one", 2: "two"}[which])
    _tr({1: "three"}.get(which, "neither"))
    translate("Context", "with a context")
    _tr(WORDS[which])
    print("never")
"""
    assert set(translations.said_in(source)) == {
        *(
            "plain",
            "other",
            "one",
            "two",
            "three",
            "neither",
            "with a context",
            "of a table",
            "of a table too",
        )
    }
