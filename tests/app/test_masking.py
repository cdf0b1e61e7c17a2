"""No name, however it is written, is left in a text that was masked; what is no name stays."""

import json
import os
import re
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import quote, unquote

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.health.masking import COMPUTER, HOME, USER, Mask, mask_here
from app.health.problem_report import PartKey, VisitOutline, parts_of
from app.visit.settings import Settings

LETTERS = (
    "abcdefghijklmnopqrstuvwxyz",
    "äöüéèñøßłçžàåabcmnost",
    "абвгдежзиклмноп",
    "αβγδεζηθλμσ",
    "张伟李娜王芳陈静",
    "あいかさたナハマ",
)
WRITTEN: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "capitals": str.upper,
    "small": str.lower,
    "title": str.title,
    "accents apart": lambda text: unicodedata.normalize("NFD", text),
    "JSON": lambda text: json.dumps(text)[1:-1],
    "JSON with its letters": lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
    "JSON twice": lambda text: json.dumps(json.dumps(text))[3:-3],
    "Python": lambda text: ascii(text)[1:-1],
    "web address": quote,
    "web address, everything": lambda text: "".join(f"%{byte:02x}" for byte in text.encode()),
    "web address twice": lambda text: quote(quote(text)),
    "with underlines": lambda text: re.sub(r"[ .'-]+", "_", text),
    "without signs": lambda text: re.sub(r"[ .'-]+", "", text),
    "over two lines": lambda text: re.sub(r" ", "\n    ", text) if " " in text else f"{text[:2]}\n{text[2:]}",
    "in the middle over two lines": lambda text: f"{text[: len(text) // 2]}\n  {text[len(text) // 2 :]}",
}
PLACES = (
    "2026-11-22 10:00:00 7 ERROR app.health.crash: %s did it.",
    'File "C:\\Users\\%s\\torsion\\x.py", line 3',
    'File "/home/%s/torsion/x.py", line 3',
    "file:///home/%s/visits/cell4.h5",
    '{"path": "C:\\\\Users\\\\%s\\\\cell4.h5"}',
    "/media/%s/stick/cell4.h5",
    "visit_%s_4.h5 (%s)",
    '{"who": "%s", "n": 1}',
    "\\\\server\\share\\%s.h5",
    "at the end of a line: %s\n2026-11-22 10:00:01 7 ERROR",
)


@st.composite
def names(draw: st.DrawFn) -> str:
    letters = st.text(draw(st.sampled_from(LETTERS)), min_size=2, max_size=7)
    words = draw(st.lists(letters, min_size=1, max_size=3))
    name = words[0]
    for word in words[1:]:
        name += draw(st.sampled_from((" ", " ", "-", ".", "'", "  ", "_"))) + word
    name = draw(st.sampled_from((str, str.title)))(name)
    assume(name.casefold() not in {"false", "null", "true"})  # words of JSON itself
    least = 5 if _bare(name).isascii() else 2
    assume(len(_bare(name)) >= least and _bare(name) not in _bare(" ".join((*PLACES, HOME, USER, COMPUTER))))
    return name


def _bare(text: str) -> str:
    """Letters and digits only, decoded as often as it was coded; a way of its own to look."""
    for _ in range(3):
        text = unquote(text)
        text = re.sub(
            r"(?:\\+u[dD][89abAB][0-9a-fA-F]{2}\\+u[dD][0-9a-fA-F]{3})",
            lambda pair: json.loads('"' + re.sub(r"\\+", r"\\", pair[0]) + '"'),
            text,
        )
        text = re.sub(r"\\+u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)
        text = re.sub(r"\\+x([0-9a-fA-F]{2})", lambda found: chr(int(found[1], 16)), text)
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(each for each in apart if each.isalnum())


@given(
    name=names(), place=st.sampled_from(PLACES), way=st.sampled_from(sorted(WRITTEN)), as_person=st.booleans()
)
def test_no_name_is_left_however_and_wherever_it_is_written(
    name: str, place: str, way: str, *, as_person: bool
) -> None:
    mask = Mask("/home/x", () if as_person else (name,), "", people=(name,) if as_person else ())
    text = place.replace("%s", WRITTEN[way](name))
    assume(_bare(name) in _bare(text))
    masked = mask.masked(text)
    assert _bare(name) not in _bare(masked), masked
    assert mask.masked(masked) == masked


@given(name=names(), way=st.sampled_from(sorted(WRITTEN)), windows=st.booleans())
def test_the_home_folder_is_left_nowhere(name: str, way: str, *, windows: bool) -> None:
    home = f"D:\\People\\{name}" if windows else f"/srv/people/{name}"
    mask = Mask(home, (name,), "")
    texts = [home, home.replace("\\", "\\\\"), home.replace("\\", "/")]
    if not way.startswith("web"):
        texts.append(f"file://{quote(home)}")
    for text in texts:
        masked = mask.masked(f'File "{WRITTEN[way](text)}/x.h5"')
        assert _bare(name) not in _bare(masked), masked
        assert "x.h5" in masked


@given(
    operator=names(), visitor=names(), user=names(), computer=names(),
    ways=st.lists(st.sampled_from(sorted(WRITTEN)), min_size=4, max_size=4),
)  # fmt: skip
def test_nobody_is_named_in_any_part_of_a_report(
    tmp_path_factory: pytest.TempPathFactory,
    operator: str, visitor: str, user: str, computer: str, ways: list[str],
) -> None:  # fmt: skip
    folder = tmp_path_factory.mktemp("log")
    everybody = (operator, visitor, user, computer)
    lines = [
        place.replace("%s", WRITTEN[way](name))
        for place in PLACES
        for name, way in zip(everybody, ways, strict=True)
    ]
    (folder / "torsion.log").write_text("\n".join(lines), encoding="utf-8")
    (folder / "faults.log").write_text("\n".join(reversed(lines)), encoding="utf-8")
    outline = VisitOutline(
        json.dumps({"file": f"{operator} {visitor}.h5", "label": visitor, "model": user}),
        f"# {operator}\n", (), people=(visitor,),
    )  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.health.masking.Path", SimpleNamespace(home=lambda: Path(f"/srv/{user}")))
        patch.setattr("app.health.masking.getpass.getuser", lambda: user)
        patch.setattr("app.health.masking.platform.node", lambda: computer)
        parts = parts_of(
            settings=Settings(operator=operator, last_folder=f"/srv/{user}/{visitor}"),
            surroundings={"robot": f"{computer} and {operator}"}, outline=outline, folder=folder,
        )  # fmt: skip
    assert {part.key for part in parts} == set(PartKey)
    for part in parts:
        for name in everybody:
            if _bare(name) not in _bare(_ordinary(part.key)):
                assert _bare(name) not in _bare(part.text), (part.key, name)
        if part.key in {PartKey.SYSTEM, PartKey.SETTINGS, PartKey.VISIT}:
            json.loads(part.text)


@cache
def _ordinary(key: PartKey) -> str:
    """Text of a part without any name to mask."""
    return {part.key: part.text for part in parts_of(
        settings=Settings(), surroundings={}, outline=VisitOutline("", "", ()), folder=Path("/nowhere"),
        mask=Mask("", (), ""),
    )}[key]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("C:\\Users\\Anna Berg\\x.h5", f"C:\\Users\\{USER}\\x.h5"),
        ("/home/anna berg/x.h5", f"/home/{USER}/x.h5"),
        ("/Users/Anna%20Berg/x.h5", f"/Users/{USER}/x.h5"),
        ('"C:\\\\Users\\\\Ren\\u00e9 O\'Neil\\\\x"', f'"C:\\\\Users\\\\{USER}\\\\x"'),
        ("'/home/anna berg'", f"'/home/{USER}'"),
        ("in /home/anna and /home/bob/x", f"in /home/{USER}/home/{USER}/x"),
        ("/run/media/anna/stick", f"/run/media/{USER}/stick"),
    ],
)
def test_the_home_of_somebody_else_is_taken_out_with_its_blanks(text: str, masked: str) -> None:
    mask = Mask("/srv/me", ("me",), "")
    found = mask.masked(text)
    assert "erg" not in found
    assert "Neil" not in found
    if "and" not in text:
        assert found == masked


@pytest.mark.parametrize("name", ["àaaaa", "张伟", "aa aa  aa"])
@pytest.mark.parametrize("way", ["JSON", "over two lines"])
def test_a_name_after_a_separator_is_found(name: str, way: str) -> None:
    masked = Mask("", (), name).masked(f"\\\\\\\\server\\\\share\\\\{WRITTEN[way](name)}.h5")
    assert _bare(name) not in _bare(masked), masked


def test_words_that_only_contain_a_short_name_stay() -> None:
    mask = Mask("/home/li", ("li", "anna"), "", people=("Li Na", "Service Team", "Jo Petersen"))
    text = "Susanna and the annals; the list of lines; robot service; limit, nation, journal"
    assert mask.masked(text) == text
    assert mask.masked("lina, Li-Na, LI NA, petersen, li") == ", ".join([USER] * 5)
    assert mask.masked("anna2 and 2anna") == f"{USER}2 and 2{USER}"


def test_a_text_without_names_stays_word_for_word() -> None:
    text = 'Traceback\n  File "C:\\new\\x.py" 100 % done %20 \\u00e9 \\x41 é\r\n{"a": "b\\"c"}\\'
    assert Mask("/home/somebody", ("somebody",), "cell-pc").masked(text) == text


def test_a_backslash_before_a_name_is_no_escape() -> None:
    mask = Mask("C:\\Users\\nina", ("nina", "ubeef", "xabc"), "")
    for name in ("nina", "ubeef", "xabc"):
        assert name not in mask.masked(f"D:\\data\\{name}\\x and C:\\\\Users\\\\{name}\\\\x")


@pytest.mark.skipif(os.name != "posix", reason="no account database")
def test_the_full_name_of_the_account_is_taken_out(monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd

    account = list(pwd.getpwuid(os.getuid()))
    account[4] = "Anna Berg,,,"
    monkeypatch.setattr(pwd, "getpwuid", lambda _uid: pwd.struct_passwd(account))
    assert mask_here().masked("made by anna_berg, Berg's cell") == f"made by {USER}, {USER}'s cell"


def test_a_long_log_is_masked_without_searching_it_again_and_again() -> None:
    """A search that takes four times as long for twice the text would not come to its end here."""
    mask = Mask("/home/anna berg", ("anna.berg",), "cell-pc-7", people=("Anna Berg-Müller",))
    text = "\n".join(PLACES).replace("%s", "somebody else entirely") * 2000
    assert "anna" not in mask.masked(text).lower()
