"""Files that people give: none that never ends, is endless, or keeps a parser busy for ever."""

import os
import tomllib

import pytest

from core.errors import BadFile
from core.given_file import (
    DEEPEST,
    LARGEST_TOML,
    check_file,
    parse_given_json,
    parse_given_toml,
    read_given_bytes,
)


def code_of(call):
    with pytest.raises(BadFile) as caught:
        call()
    return caught.value.code


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes in folders")
def test_pipes_and_circular_links_are_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert code_of(lambda: read_given_bytes(tmp_path / "pipe")) == "not-a-plain-file"
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(OSError, match="loop"):
        read_given_bytes(tmp_path / "loop")


def test_folders_missing_and_large_files_are_refused(tmp_path):
    with pytest.raises(IsADirectoryError):
        check_file(tmp_path, largest=10)
    with pytest.raises(FileNotFoundError):
        check_file(tmp_path / "none", largest=10)
    (tmp_path / "large").write_bytes(bytes(11))
    assert code_of(lambda: check_file(tmp_path / "large", largest=10)) == "given-file-too-large"
    assert read_given_bytes(tmp_path / "large", largest=11) == bytes(11)


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 9000 + " = 1",
        "[" + "a." * 9000 + "a]",
        "a = " + "[" * 9000 + "]" * 9000,
        "a = " + "{b = " * 3000 + "1" + "}" * 3000,
        '"x"' + '."x"' * (DEEPEST + 1) + " = 1",
    ],
)
def test_deeply_nested_toml_is_refused_and_never_given_to_the_parser(text, monkeypatch):
    monkeypatch.setattr(tomllib, "loads", None)
    assert code_of(lambda: parse_given_toml(text)) == "text-too-deep"


def test_too_long_toml_is_refused():
    assert code_of(lambda: parse_given_toml("a" + ".a" * 50_000 + " = 1")) == "text-too-long"
    assert code_of(lambda: parse_given_toml("# x\n" * LARGEST_TOML)) == "text-too-long"


@pytest.mark.parametrize(
    "text",
    ['a = """' + '\\"""' * 4000, "a = '''" + "''" * 4000, 'a = "' + '\\"' * 4000, "a = 1" + "0" * 6000],
)
def test_unclosed_strings_and_endless_numbers_are_refused(text):
    """A search that tries every end of such a string would never come to its own."""
    with pytest.raises(tomllib.TOMLDecodeError):
        parse_given_toml(text)


def test_usual_toml_is_read():
    text = (
        'a.b = "' + "." * 100 + '"  # [[[[ ....' + "." * 100 + "\n"
        'c = """\n[[[[[\n"""\n[d.e]\nf = [[1.5, 2.5], [3.5, 4.5]]\n[[g]]\nh = {i = "]"}\n'
    )
    assert parse_given_toml(text) == tomllib.loads(text)


def test_deeply_nested_json_and_repeated_keys_are_refused():
    assert code_of(lambda: parse_given_json("[" * 100_000)) == "text-too-deep"
    with pytest.raises(ValueError, match="twice"):
        parse_given_json('{"a": 1, "b": {"c": 1, "c": 2}}')
    assert parse_given_json('{"a": "[[[[' + "[" * 100 + '", "b": [1]}')["b"] == [1]
