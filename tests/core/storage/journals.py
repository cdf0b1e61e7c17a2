"""Journals to write, damage and read back."""

from pathlib import Path

import numpy as np

from core.recording import Event, Mark, Origin, Quantity, TorqueKind
from core.storage.journal import JournalHeader, JournalRows, JournalWriter

QUANTITIES = (Quantity.POSITION, Quantity.CURRENT)


def example_header(label: str = "run", *, joints: int = 2, quantities=QUANTITIES) -> JournalHeader:
    return JournalHeader(
        label=label,
        quantities=quantities,
        joint_count=joints,
        torque_kind=TorqueKind.MOTOR_CURRENT,
        payload_mass=1.25,
        origin=Origin(
            mark=Mark.VIRTUAL,
            device="virtual:ec66",
            serial="机-7",
            power_on="p1",
            recorded_at="2024-05-06T07:08:09+00:00",
            software="torsion",
        ),
    )


def example_rows(first: int, last: int, *, joints: int = 2, quantities=QUANTITIES) -> JournalRows:
    """Rows whose every value follows from the sequence number, one each millisecond."""
    sequence = np.arange(first, last, dtype=np.int64)
    time = 100.0 + sequence * 1e-3
    columns = {
        quantity: np.sin(sequence[:, np.newaxis] * 0.01 + place + np.arange(joints))
        for place, quantity in enumerate(quantities)
    }
    return JournalRows(sequence, time, time + 7.0, columns)


def write_journal(
    visit: Path, *, label: str = "run", samples: int = 600, block: int = 100, end: str | None = ""
) -> Path:
    """A journal of consecutive rows with an event after each block; ``end`` None leaves it open."""
    writer = JournalWriter.create(visit, example_header(label))
    for first in range(0, samples, block):
        rows = example_rows(first, min(first + block, samples))
        writer.append(rows)
        writer.note(Event(float(rows.time[-1]), "passed", {"samples": writer.row_count}))
    if end is not None:
        writer.end(end)
    writer.close()
    return writer.path


def assert_rows_from(rows: JournalRows, *, first: int, last: int) -> None:
    """Bit for bit the rows that were written."""
    expected = example_rows(first, last)
    assert rows.sequence.tolist() == expected.sequence.tolist()
    assert rows.time.tobytes() == expected.time.tobytes()
    assert rows.host_time.tobytes() == expected.host_time.tobytes()
    for quantity, column in expected.columns.items():
        assert rows.columns[quantity].tobytes() == column.tobytes()
