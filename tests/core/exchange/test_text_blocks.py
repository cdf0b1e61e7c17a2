"""Lines and columns counted block by block are those counted line by line, and a bad clock costs no time."""

from pathlib import Path
from time import process_time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.exchange import text_blocks
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


def test_a_few_bad_stamps_in_a_long_recording_are_found_at_once() -> None:
    time = np.arange(400_000) / 1000.0
    time[[1_000, 200_000]] = time[[900, 300_000]]
    samples = Samples(np.arange(1, time.size + 1), time, {Quantity.POSITION: np.zeros((time.size, 1))})
    began = process_time()
    cleaned = clean(samples)
    assert process_time() - began < 0.5
    assert cleaned.count == time.size - 2
