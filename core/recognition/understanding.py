"""Understanding of a file: one meaning and its evidence for each column, and open questions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from core.errors import Fact
from core.recognition.found_table import FoundTable
from core.recording import Quantity, TorqueKind

Facts = dict[str, Fact]
TIME = "time"
LEAVE = "leave"
"""Meanings beside the quantities: the clock, and a column that is not imported."""
WAITS = "unit-after"
"""Code of the evidence of columns whose unit follows from that of others which are asked for."""


@dataclass(frozen=True)
class Evidence:
    """Reason for a meaning: a stable code and facts, worded elsewhere."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True)
class Group:
    """Columns of one meaning, in the order of the joints.

    ``meaning`` is a quantity's name, ``time`` or ``leave``. ``choices`` are the meanings with units, such
    as ``current A``, among which only a person can choose; empty where the evidence decides.
    """

    columns: tuple[int, ...]
    meaning: str
    units: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    choices: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """True if only a person can say what these columns are."""
        return bool(self.choices)

    @property
    def waits(self) -> bool:
        """True if the answer about other columns settles these as well."""
        return self.is_open and self.evidence[-1].code == WAITS

    @property
    def span(self) -> str:
        """The columns as they are written in a layout and in ``--column``: ``2-7`` or ``2,5,8``."""
        return column_span(self.columns)


def column_span(columns: tuple[int, ...]) -> str:
    """Column numbers as a short text, in their order.

    >>> column_span((2, 3, 4)), column_span((2, 5, 8))
    ('2-4', '2,5,8')
    """
    first, last = columns[0], columns[-1]
    if len(columns) > 1 and columns == tuple(range(first, last + 1)):
        return f"{first}-{last}"
    return ",".join(map(str, columns))


@dataclass(frozen=True)
class Understanding:
    """A table, the meaning of each of its columns, its clock and the source of its torque."""

    table: FoundTable
    groups: tuple[Group, ...]
    rate_hz: float | None = None
    torque_kind: TorqueKind = TorqueKind.UNKNOWN
    layout: str = ""
    """Shipped layout that describes this file completely; empty if there is none."""
    faults: tuple[Evidence, ...] = ()
    """Reasons that prevent an import and that no choice of columns removes."""

    @property
    def questions(self) -> tuple[Group, ...]:
        """Columns of which only a person can say what they are, and no answer about others does."""
        return tuple(group for group in self.groups if group.is_open and not group.waits)

    @property
    def has_clock(self) -> bool:
        """True if the file has a clock, or its rate is known."""
        return self.rate_hz is not None or any(group.meaning == TIME for group in self.groups)

    @property
    def quantities(self) -> dict[Quantity, Group]:
        """Settled columns by their quantity."""
        return {Quantity(group.meaning): group for group in self.groups if _is_quantity(group)}

    @property
    def is_complete(self) -> bool:
        """True if the file can be imported without another answer."""
        return not self.questions and not self.faults and self.has_clock and bool(self.quantities)

    def by_column(self) -> Iterator[tuple[int, Group]]:
        """Each column of the file with its group, in the order of the file."""
        owner = {column: group for group in self.groups for column in group.columns}
        yield from sorted(owner.items(), key=lambda entry: entry[0])


def _is_quantity(group: Group) -> bool:
    return not group.is_open and group.meaning not in {TIME, LEAVE}
