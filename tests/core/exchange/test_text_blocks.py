"""Lines and columns counted block by block are those counted line by line; a bad clock is searched little."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.exchange import cleaning, text_blocks
from core.exchange.cleaning import clean
from core.exchange.samples import Samples
from core.exchange.text_blocks import counted, line_blocks
from core.recording import Quantity


@given(st.lists(st.sampled_from(["1", ",", "\t", " ", "-2.5", "\n", "\r\n", "a"]), min_size=1, max_size=60))
def test_columns_are_those_of_each_line(parts: list[str]) -> None:
    content = "".join(parts).encode()
    for delimiter in (",", "whitespace"):
        block = counted(content, delimiter)
        lines = [block.line(place) for place in range(block.count)]
        assert b"".join(lines) == content
        expected = [
            len(line.split()) if delimiter == "whitespace" else line.count(b",") + 1 if line.strip() else 0
            for line in lines
        ]
        assert block.columns.tolist() == expected


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16-le"])
def test_blocks_hold_whole_lines(encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_blocks, "BLOCK_BYTES", 64)
    monkeypatch.setattr(text_blocks, "_LINES", 3)
    text = "".join(f"{row},{row * 0.5:.3f},é\n" for row in range(100)) + "100,50"
    path = tmp_path / "run.csv"
    path.write_bytes(text.encode(encoding))
    blocks = list(line_blocks(path, encoding=encoding, delimiter=",", skip=2))
    assert b"".join(block.content for block in blocks).decode() == text.split("\n", maxsplit=2)[2]
    assert np.concatenate([block.columns for block in blocks]).tolist() == [*[3] * 98, 2]


def test_of_a_long_recording_with_a_few_bad_stamps_only_the_disorder_is_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[int] = []
    genuine = cleaning._longest_of
    monkeypatch.setattr(
        cleaning, "_longest_of", lambda stretch: searched.append(stretch.size) or genuine(stretch)
    )
    time = np.arange(400_000) / 1000.0
    time[[1_000, 300_000]] = time[[900, 300_200]]
    samples = Samples(np.arange(1, time.size + 1), time, {Quantity.POSITION: np.zeros((time.size, 1))})
    assert clean(samples).count == time.size - 2
    assert 0 < sum(searched) < 1_000
