"""Understanding of a file: one meaning and its evidence for each column, and open questions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from core.errors import Fact
from core.recognition.found_table import FoundTable
from core.recording import FloatArray, Quantity, TorqueKind

Facts = dict[str, Fact]
TIME = "time"
LEAVE = "leave"
"""Meanings beside the quantities: the clock, and a column that is not imported."""
CORRECT = "correct:"
"""Begin of a choice that accepts a correction by its name."""
REST = "rows"
"""Name of the correction that takes a recording of which many rows are left out."""
REMARKS = frozenset(
    {"late", "speed-late", "speed-ahead", "zero-doubtful", "torque-unweighed", "said-too-fast"}
)
"""Evidence that a reader of a recording has to know: found beside the meaning, or taken unconfirmed."""
WAITS = "unit-after"
"""Code of the evidence of columns whose unit follows from that of others which are asked for."""


@dataclass(frozen=True, eq=False)
class ArmReading:
    """How the columns of the file are read, all (n,).

    ``order`` and ``torques`` are the places of the columns of each joint, ``size`` a factor of its position,
    ``coupled`` the share of the joint before to add, ``zero`` rad to add, ``turned`` -1 where the torque
    counts the other way round. ``kinds`` are the names of what differs from the file.
    """

    order: npt.NDArray[np.int64]
    torques: npt.NDArray[np.int64]
    size: FloatArray
    coupled: FloatArray
    zero: FloatArray
    turned: FloatArray
    kinds: tuple[str, ...] = ()

    @classmethod
    def plain(cls, joints: int) -> "ArmReading":
        """As the file has them."""
        places, ones = np.arange(joints), np.ones(joints)
        return cls(places, places, ones, np.zeros(joints), np.zeros(joints), ones)

    @property
    def joints(self) -> tuple[int, ...]:
        """Joints, from 1, that are read otherwise."""
        places = np.arange(self.order.size)
        changed = (
            (self.turned != 1.0) | (self.order != places) | (self.torques != places) | (self.size != 1.0)
        )
        return tuple((np.flatnonzero(changed | (self.coupled != 0.0) | (self.zero != 0.0)) + 1).tolist())

    def changed(self, kind: str, **values: object) -> "ArmReading":
        """The reading with a further change."""
        kinds = self.kinds if kind in self.kinds else (*self.kinds, kind)
        return replace(self, kinds=kinds, **values)  # type: ignore[arg-type]

    def of_positions(self, position: FloatArray) -> FloatArray:
        """Positions (N, n) rad of joints that are in order and counted as they are said to be."""
        read = np.array(position)
        for joint in np.flatnonzero(self.coupled):
            read[:, joint] += self.coupled[joint] * read[:, joint - 1]
        return np.asarray(read + self.zero)

    def of_rates(self, rate: FloatArray) -> FloatArray:
        """Velocities or accelerations (N, n) of the same joints."""
        return replace(self, zero=np.zeros_like(self.zero)).of_positions(rate)


@dataclass(frozen=True)
class Evidence:
    """Reason for a meaning: a stable code and facts, worded elsewhere."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True)
class Rival:
    """A meaning that columns could have: the sum of what speaks for it and against it, and those words."""

    meaning: str
    unit: str
    score: float
    words: tuple[Evidence, ...] = ()


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
    rivals: tuple[Rival, ...] = ()
    """The candidates that were weighed, the likeliest first."""

    @property
    def is_open(self) -> bool:
        """True if only a person can say what these columns are."""
        return bool(self.choices)

    @property
    def waits(self) -> bool:
        """True if the answer about other columns settles these as well."""
        return self.is_open and self.evidence[-1].code == WAITS

    def answer(self, choice: str) -> str:
        """A choice as an answer; choices of other columns have them in front."""
        return choice if "=" in choice or choice.startswith(CORRECT) else f"{self.span}={choice}"

    def option(self, choice: str) -> str:
        """A choice as it is written in a command."""
        answer = self.answer(choice)
        is_name = answer.startswith(CORRECT)
        return f"--correct {answer.removeprefix(CORRECT)}" if is_name else f'--column "{answer}"'

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
    reading: ArmReading | None = None
    """How positions are read otherwise than the file has them, where that was accepted."""
    takes_the_rest: bool = False
    """True if a person takes the recording although many of its rows are left out."""
    faults: tuple[Evidence, ...] = ()
    """Reasons that prevent an import and that no choice of columns removes."""

    @property
    def questions(self) -> tuple[Group, ...]:
        """Columns of which only a person can say what they are, and no answer about others does."""
        return tuple(group for group in self.groups if group.is_open and not group.waits)

    @property
    def remarks(self) -> tuple[Evidence, ...]:
        """What a reader of the recording has to know beside the meanings."""
        return tuple(one for group in self.groups for one in group.evidence if one.code in REMARKS)

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
