"""Recognises the columns of a table: by what its container states, by names, by numbers, by answers.

An answer of a person comes first, then what a message or a recorder's form states, then names, then
physics. What the evidence leaves open stays a question: no column is guessed.
"""

from collections import defaultdict
from dataclasses import dataclass, replace

import numpy as np

from core.exchange.file_units import UNITS_OF
from core.recognition.answers import Answers, chosen_columns
from core.recognition.checks import checked
from core.recognition.clock import clock_group, named_clock, nameless_clock
from core.recognition.forms import OUR_ARRAYS, UR_RTDE, Form
from core.recognition.found_table import FoundTable
from core.recognition.known_layout import known_layout
from core.recognition.nameless import nameless_groups
from core.recognition.names import NameFacts, joint_order, name_facts
from core.recognition.understanding import LEAVE, TIME, Evidence, Group, Understanding
from core.recording import Quantity
from core.robot.model import RobotModel

_ARRAY_FILES = {"npz", "mat", "npy"}
_MOTOR_TORQUES = (f"{Quantity.MOTOR_TORQUE} N·m", f"{Quantity.TORQUE} N·m")


def recognise(
    table: FoundTable, *, answers: Answers | None = None, robot: RobotModel | None = None
) -> Understanding:
    """The meaning of each column of a table, with its evidence.

    Raises
    ------
    BadRequest
        ``column-unknown`` for an answer about a column that the table does not have.
    """
    said = answers or Answers()
    known = known_layout(table, said, robot)
    if known is not None:
        return known
    work = _Work(table, said, robot)
    work.take_answers()
    work.take_names()
    work.take_nameless()
    work.take_rest()
    return checked(work.understanding(), robot)


@dataclass
class _Work:
    """Groups that are settled so far; each column is in one of them at the end."""

    table: FoundTable
    answers: Answers
    robot: RobotModel | None

    def __post_init__(self) -> None:
        joints = self.robot.joint_names if self.robot is not None else ()
        self.facts = {
            channel.number: name_facts(channel.name, joints)
            for channel in self.table.channels
            if channel.name
        }
        self.groups: list[Group] = []

    @property
    def taken(self) -> set[int]:
        """Columns that are in a group."""
        return {column for group in self.groups for column in group.columns}

    @property
    def joint_count(self) -> int | None:
        return self.robot.joint_count if self.robot is not None else None

    def take_answers(self) -> None:
        """Columns that a person named."""
        for answer in self.answers.columns:
            columns = chosen_columns(answer, self.table)
            self.groups = [
                replace(group, columns=rest)
                for group in self.groups
                if (rest := tuple(column for column in group.columns if column not in columns))
            ]
            evidence = (Evidence("said"),)
            if answer.meaning == TIME and not answer.unit:
                group = clock_group(self.table.channel(columns[0]), "")
                self.groups.append(replace(group, evidence=(*evidence, *group.evidence)))
            else:
                units = (answer.unit,) if answer.unit else ()
                self.groups.append(Group(self._ordered(columns), answer.meaning, units, evidence))

    def _ordered(self, columns: tuple[int, ...]) -> tuple[int, ...]:
        """The columns as they were named, in the order of the joints where their names tell it."""
        return columns

    def take_names(self) -> None:
        """The clock, and the columns of each stem with a known quantity."""
        if self.answers.rate_hz is None and not any(group.meaning == TIME for group in self.groups):
            facts = {number: fact for number, fact in self.facts.items() if number not in self.taken}
            clock = named_clock(self.table, facts)
            self.groups += [clock] if clock else []
        stems: dict[str, list[int]] = defaultdict(list)
        for channel in self.table.channels:
            if channel.number not in self.taken and channel.name:
                stems[_stem(channel.name, self.facts[channel.number])].append(channel.number)
        for columns in stems.values():
            group = self._named(tuple(columns))
            if group is not None:
                self.groups.append(group)

    def _named(self, columns: tuple[int, ...]) -> Group | None:
        """The columns of one stem; None where the name says nothing."""
        channel, fact = self.table.channel(columns[0]), self.facts[columns[0]]
        if channel.is_left_out:
            return Group(columns, LEAVE, (), (Evidence("left-by-message"),))
        if all(self.table.channel(column).numeric_share == 0.0 for column in columns):
            return Group(columns, LEAVE, (), (Evidence("no-numbers"),))
        if channel.stated is not None:
            meaning, unit, why = (
                channel.stated.value,
                channel.unit,
                Evidence("stated", {"message": self.table.message}),
            )
        elif (form := self._form(channel.name, columns)) is not None:
            if form[0] is None:
                return Group(columns, LEAVE, (), (Evidence("known-field", {"form": form[1]}),))
            meaning, unit = form[0][0].value, fact.unit or channel.unit or form[0][1]
            why = Evidence("form", {"form": form[1]})
        else:
            code = "weak-name" if fact.is_weak else "name"
            meaning, unit, why = (
                fact.meaning,
                fact.unit or channel.unit,
                Evidence(code, {"name": channel.name}),
            )
        if meaning in {"other", "reference", "index", "fine-time", TIME}:
            return Group(columns, LEAVE, (), (Evidence(f"left-{meaning}"),))
        if not meaning:
            return None
        if self.facts[columns[0]].stem.split()[-1:] in (["effort"], ["efforts"]):
            return self._effort(columns, meaning)
        return self._quantity(columns, Quantity(meaning), unit, why)

    def _form(self, name: str, columns: tuple[int, ...]) -> tuple[tuple[Quantity, str] | None, str] | None:
        """Meaning by a documented form, and the form's name."""
        base = name.rstrip("0123456789").rstrip("_[")
        base = base if base in UR_RTDE else name.split("[", maxsplit=1)[0]
        if base in UR_RTDE and len(columns) > 1:
            return UR_RTDE[base], "RTDE"
        own: Form = OUR_ARRAYS if self.table.container in _ARRAY_FILES else {}
        return (own[base], self.table.container) if base in own else None

    def _effort(self, columns: tuple[int, ...], meaning: str) -> Group:
        """A field named effort: current on an arm of Universal Robots, else torque; answers come first."""
        names = tuple(self.facts[column].joint for column in columns)
        is_ur = joint_order(names) is not None and any("shoulder_pan" in name for name in names)
        is_ur = is_ur or (self.robot is not None and self.robot.name.startswith("ur"))
        said = self.answers.effort
        if said == "current" or (not said and is_ur and meaning == Quantity.TORQUE):
            why = Evidence("effort-said") if said else Evidence("effort-of-ur")
            return self._quantity(columns, Quantity.CURRENT, "A", why)
        why = Evidence("effort-said") if said else Evidence("effort-torque")
        return self._quantity(columns, Quantity.TORQUE, "N·m", why)

    def _quantity(self, columns: tuple[int, ...], quantity: Quantity, unit: str, why: Evidence) -> Group:
        """Columns of a quantity, in the order of the joints."""
        fact = self.facts[columns[0]]
        evidence = [why]
        ordered, order, is_clear = _joint_order(self.table, columns, self.facts, self.robot)
        evidence.append(order)
        if not is_clear:
            return Group(
                columns,
                quantity.value,
                (),
                tuple(evidence),
                (f"{quantity} {_unit_of(quantity, unit)}", LEAVE),
            )
        named = tuple(self.facts[column].unit or self.table.channel(column).unit for column in ordered)
        if len(set(named)) > 1:
            return self._in_own_units(ordered, quantity, named, evidence)
        if fact.unknown_unit and not unit:
            evidence.append(Evidence("unknown-unit", {"unit": fact.unknown_unit}))
            return Group(ordered, quantity.value, (), tuple(evidence), (LEAVE,))
        if quantity is Quantity.MOTOR_TORQUE and why.code == "name":
            evidence.append(Evidence("motor-torque-side"))
            return Group(ordered, quantity.value, (), tuple(evidence), _MOTOR_TORQUES)
        units = (unit,) if unit in UNITS_OF[quantity] else ()
        if unit and not units:
            evidence.append(Evidence("unknown-unit", {"unit": unit}))
            return Group(ordered, quantity.value, (), tuple(evidence), (LEAVE,))
        if units and why.code == "name":
            evidence.append(Evidence("unit-named", {"unit": unit}))
        return Group(ordered, quantity.value, units, tuple(evidence))

    def _in_own_units(
        self, columns: tuple[int, ...], quantity: Quantity, named: tuple[str, ...], evidence: list[Evidence]
    ) -> Group:
        """Columns whose names state units that differ: each has its own, unless one has none."""
        if all(unit in UNITS_OF[quantity] for unit in named):
            units = ", ".join(dict.fromkeys(named))
            return Group(columns, quantity.value, named, (*evidence, Evidence("unit-named", {"unit": units})))
        stated = tuple(dict.fromkeys(unit for unit in named if unit in UNITS_OF[quantity]))
        choices = tuple(f"{quantity} {unit}" for unit in stated)
        why = Evidence("units-differ", {"units": named})
        return Group(columns, quantity.value, (), (*evidence, why), (*choices, LEAVE))

    def take_nameless(self) -> None:
        """Columns whose names say nothing, where position or torque is still missing."""
        rest = tuple(channel.number for channel in self.table.channels if channel.number not in self.taken)
        has_quantity = any(group.meaning not in {TIME, LEAVE} for group in self.groups)
        said_by_name = any(
            name_facts(self.table.channel(number).name).meaning
            for number in rest
            if self.table.channel(number).name
        )
        if has_quantity and (said_by_name or all(self.table.channel(number).name for number in rest)):
            return
        if self.answers.rate_hz is None and not any(group.meaning == TIME for group in self.groups):
            clock = nameless_clock(self.table)
            self.groups += [clock] if clock and clock.columns[0] in rest else []
        rest = tuple(number for number in rest if number not in self.taken)
        time = self._time()
        self.groups += nameless_groups(
            self.table, rest, time, joint_count=self.joint_count, settled=self.groups
        )

    def _time(self) -> np.ndarray[tuple[int], np.dtype[np.float64]] | None:
        clock = next((group for group in self.groups if group.meaning == TIME), None)
        if clock is not None:
            return self.table.matrix(clock.columns[:1])[:, 0]
        rate = self.answers.rate_hz or self.table.rate_hz
        return np.arange(self.table.channels[0].values.size) / rate if rate else None

    def take_rest(self) -> None:
        """Columns of which nothing is known are left out, with that reason."""
        for channel in self.table.channels:
            if channel.number in self.taken:
                continue
            code = (
                "no-numbers"
                if channel.numeric_share == 0.0
                else "unknown-name"
                if channel.name
                else "unplaced"
            )
            self.groups.append(Group((channel.number,), LEAVE, (), (Evidence(code),)))

    def understanding(self) -> Understanding:
        """Everything that was found."""
        rate = self.answers.rate_hz or (
            None if any(group.meaning == TIME for group in self.groups) else self.table.rate_hz
        )
        groups = tuple(sorted(self.groups, key=lambda group: group.columns))
        return Understanding(self.table, groups, rate, self.table.torque_kind)


def _stem(name: str, fact: NameFacts) -> str:
    base = name.rstrip("0123456789").rstrip("_[")
    return base if base in UR_RTDE else f"{fact.stem}|{fact.meaning}"


def _unit_of(quantity: Quantity, unit: str) -> str:
    return unit if unit in UNITS_OF[quantity] else next(iter(UNITS_OF[quantity]))


def _joint_order(
    table: FoundTable, columns: tuple[int, ...], facts: dict[int, NameFacts], robot: RobotModel | None
) -> tuple[tuple[int, ...], Evidence, bool]:
    """The columns in the order of the joints, the reason, and False where the order is unclear."""
    names = tuple(table.channel(column).joint or facts[column].joint for column in columns)
    if len(columns) == 1:
        return columns, Evidence("one-joint"), True
    if all(names):
        order = joint_order(names, robot.joint_names if robot is not None else ())
        if order is None or len(set(names)) != len(names):
            return columns, Evidence("joint-order-open", {"joints": names}), False
        return tuple(columns[place] for place in order), Evidence("order-by-joint-names"), True
    numbers = [facts[column].index for column in columns]
    if None in numbers or len(set(numbers)) != len(numbers):
        return columns, Evidence("same-name-twice", {"columns": columns}), False
    placed = sorted(zip([number or 0 for number in numbers], columns, strict=True))
    first, last = placed[0][0], placed[-1][0]
    if last - first + 1 != len(placed) or first not in {0, 1}:
        return (
            columns,
            Evidence("joint-number-missing", {"joints": tuple(number for number, _ in placed)}),
            False,
        )
    return tuple(column for _, column in placed), Evidence("order-by-number", {"first": first}), True
