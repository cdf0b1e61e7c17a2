"""Recognises the columns of a table: by what its container states, by names, by numbers, by answers.

An answer of a person comes first, then what a message or a recorder's form states, then names, then
physics. What the evidence leaves open stays a question: no column is guessed.
"""

from collections import defaultdict
from dataclasses import dataclass, replace

import numpy as np

from core.errors import BadRequest
from core.exchange.file_units import COUNTS, TIME_UNITS, UNITS_OF
from core.recognition.answers import Answers, chosen_columns
from core.recognition.checks import checked
from core.recognition.clock import clock_group, is_count, named_clock, nameless_clock
from core.recognition.forms import COUNTED, OUR_ARRAYS, PERCENT, documented, form_base
from core.recognition.found_table import FoundTable
from core.recognition.known_layout import known_layout
from core.recognition.nameless import TORQUE_CHOICES, nameless_groups
from core.recognition.names import NameFacts, joint_order, name_facts
from core.recognition.physics import (
    LEAST_CORRELATION,
    derivative_of,
    increments,
    likeness,
    moving,
    whole_rows,
)
from core.recognition.understanding import LEAVE, TIME, Evidence, Group, Understanding
from core.recognition.units import first_units
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel

_ARRAY_FILES = {"npz", "mat", "npy"}
_FEWEST_JOINTS = 3
_EFFORTS = {quantity.value for quantity in (Quantity.TORQUE, Quantity.MOTOR_TORQUE, Quantity.CURRENT)}
_MOTION = {Quantity.POSITION, Quantity.VELOCITY}
_MOTOR_TORQUES = (f"{Quantity.MOTOR_TORQUE} N·m", f"{Quantity.TORQUE} N·m")


def recognise(
    table: FoundTable, *, answers: Answers | None = None, robot: RobotModel | None = None
) -> Understanding:
    """The meaning of each column of a table, with its evidence.

    Raises
    ------
    BadRequest
        ``column-unknown`` for an answer about a column that the table does not have, ``column-unit-count``
        for one with another number of units than columns.
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
        self.names = frozenset(channel.name for channel in self.table.channels if channel.name)
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
            if len(answer.units) not in {0, 1, len(columns)}:
                raise BadRequest("column-unit-count", units=len(answer.units), columns=len(columns))
            self.groups = [
                replace(group, columns=rest)
                for group in self.groups
                if (rest := tuple(column for column in group.columns if column not in columns))
            ]
            evidence = (Evidence("said"),)
            if answer.meaning == TIME and not answer.units:
                group = clock_group(self.table.channel(columns[0]), "")
                self.groups.append(replace(group, evidence=(*evidence, *group.evidence)))
            else:
                self.groups.append(Group(columns, answer.meaning, answer.units, evidence))

    def take_names(self) -> None:
        """The clock, and the columns of each stem with a known quantity."""
        if self.answers.rate_hz is None and not any(group.meaning == TIME for group in self.groups):
            facts = {number: fact for number, fact in self.facts.items() if number not in self.taken}
            clock = named_clock(self.table, facts)
            self.groups += [clock] if clock else []
        stems: dict[str, list[int]] = defaultdict(list)
        for channel in self.table.channels:
            if channel.number not in self.taken and channel.name:
                stems[self._stem(channel.name, self.facts[channel.number])].append(channel.number)
        for columns in stems.values():
            group = self._named(tuple(columns))
            if group is not None:
                self.groups.append(group)
        self._join_single_columns()

    def _stem(self, name: str, fact: NameFacts) -> str:
        """Columns with the same stem belong together."""
        return form_base(name) if documented(name, self.names) is not None else f"{fact.stem}|{fact.meaning}"

    def _join_single_columns(self) -> None:
        """Columns of one quantity for joints with unknown names become one question about their order."""
        singles: dict[str, list[Group]] = defaultdict(list)
        for group in self.groups:
            if len(group.columns) == 1 and group.evidence[0].code == "name":
                singles[group.meaning].append(group)
        for meaning, groups in singles.items():
            if len(groups) < _FEWEST_JOINTS:
                continue
            columns = tuple(group.columns[0] for group in groups)
            names = tuple(self.table.channel(column).name for column in columns)
            units = {unit for group in groups for unit in group.units} or set(first_units(Quantity(meaning)))
            why = (groups[0].evidence[0], Evidence("joint-order-open", {"joints": names}))
            choices = (*(f"{meaning} {unit}" for unit in sorted(units)), LEAVE)
            self.groups = [group for group in self.groups if group not in groups]
            self.groups.append(Group(columns, meaning, (), why, choices))

    def _named(self, columns: tuple[int, ...]) -> Group | None:
        """The columns of one stem; None where the name says nothing."""
        channel, fact = self.table.channel(columns[0]), self.facts[columns[0]]
        if channel.is_left_out:
            return Group(columns, LEAVE, (), (Evidence("left-by-message"),))
        if all(self.table.channel(column).numeric_share == 0.0 for column in columns):
            return Group(columns, LEAVE, (), (Evidence("no-numbers"),))
        if fact.meaning == TIME and len({self.facts[column].numbers for column in columns}) > 2:
            return None  # t1, t2, …: a block with a column for each joint
        if channel.stated is not None:
            meaning, unit, why = (
                channel.stated.value,
                channel.unit,
                Evidence("stated", {"message": self.table.message}),
            )
        elif (form := self._form(channel.name)) is not None:
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

    def _form(self, name: str) -> tuple[tuple[Quantity, str] | None, str] | None:
        """Meaning by a documented form, and the form's name."""
        array = name.split("[", maxsplit=1)[0]
        if self.table.container in _ARRAY_FILES and array in OUR_ARRAYS:
            return OUR_ARRAYS[array], self.table.container
        found = documented(name, self.names)
        return (found[1], found[0]) if found is not None else None

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
                (*(f"{quantity} {one}" for one in ((unit,) if unit else first_units(quantity))), LEAVE),
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
        if unit in {PERCENT, COUNTED}:
            evidence.append(Evidence("unit-without-size", {"unit": unit}))
            turns = any(one.startswith("rev") for one in UNITS_OF[quantity])
            size = COUNTS if unit == COUNTED and turns else first_units(quantity)[0]
            return Group(ordered, quantity.value, (), tuple(evidence), (f"{quantity} N {size}", LEAVE))
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
        counts = [
            number
            for number in rest
            if not self.table.channel(number).name and is_count(self.table.channel(number).values)
        ]
        self.groups += [Group((number,), LEAVE, (), (Evidence("left-index"),)) for number in counts]
        rest = tuple(number for number in rest if number not in counts)
        has_quantity = any(group.meaning not in {TIME, LEAVE} for group in self.groups)
        said_by_name = any(
            name_facts(self.table.channel(number).name).meaning
            for number in rest
            if self.table.channel(number).name
        )
        if has_quantity and (said_by_name or all(self._has_stem(number) for number in rest)):
            return
        if self.answers.rate_hz is None and not any(group.meaning == TIME for group in self.groups):
            clock = nameless_clock(self.table)
            self.groups += [clock] if clock and clock.columns[0] in rest else []
        said = {column for group in self.groups if group.meaning in _MOTION for column in group.columns}
        rest = tuple(number for number in rest if number not in self.taken)
        found = nameless_groups(
            self.table, tuple(sorted({*rest, *said})), self._time(), joint_count=self.joint_count
        )
        self.groups += [group for group in found if not said.intersection(group.columns)]

    def _has_stem(self, number: int) -> bool:
        """True for a column with a name that is more than a number."""
        return bool(name_facts(self.table.channel(number).name).stem)

    def _time(self) -> FloatArray | None:
        clock = next((group for group in self.groups if group.meaning == TIME), None)
        if clock is not None:
            factor = TIME_UNITS[clock.units[0]] if clock.units else 1.0
            return self.table.matrix(clock.columns[:1])[:, 0] * factor
        rate = self.answers.rate_hz or self.table.rate_hz
        return np.arange(self.table.channels[0].values.size) / rate if rate else None

    def take_rest(self) -> None:
        """Columns of which nothing is known are left out, with that reason, unless physics knows them."""
        self._take_blocks()
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

    def _take_blocks(self) -> None:
        """Columns with an unknown name, one for each joint: a speed by its integral, else a question.

        They are a question only where the file has no torque and no current yet.
        """
        position = next((group for group in self.groups if group.meaning == Quantity.POSITION), None)
        time = self._time()
        if position is None or time is None:
            return
        stems: dict[str, list[int]] = defaultdict(list)
        for channel in self.table.channels:
            if channel.number not in self.taken and channel.name and channel.numeric_share > 0.0:
                stems[self.facts[channel.number].stem].append(channel.number)
        for columns in stems.values():
            ordered, order, is_clear = _joint_order(self.table, tuple(columns), self.facts, self.robot)
            meanings = {group.meaning for group in self.groups}
            if len(columns) != len(position.columns) or not is_clear:
                continue
            values = self.table.matrix(ordered)
            if Quantity.VELOCITY not in meanings and self._is_speed(position, values, time):
                why = (
                    Evidence("is-derivative", {"columns": position.span, "share": LEAST_CORRELATION}),
                    order,
                )
                self.groups.append(Group(ordered, Quantity.VELOCITY.value, (), why))
            elif (
                not meanings & _EFFORTS and moving(values).any() and not self._follows(position, values, time)
            ):
                unknown = (Evidence("unknown-name"), Evidence("torque-or-current"), order)
                self.groups.append(Group(ordered, LEAVE, (), unknown, TORQUE_CHOICES))

    def _is_speed(self, position: Group, values: FloatArray, time: FloatArray) -> bool:
        """True if the integrals of ``values`` follow the positions of all joints that move."""
        places = self.table.matrix(position.columns)
        likes = derivative_of(places, values, time)
        moves = moving(places)
        return bool(moves.any()) and all(
            like.is_close for like, moved in zip(likes, moves, strict=True) if moved
        )

    def _follows(self, position: Group, values: FloatArray, time: FloatArray) -> bool:
        """True for commanded positions, or another encoder."""
        rows = whole_rows(time)
        before, after = increments(self.table.matrix(position.columns), rows), increments(values, rows)
        return any(likeness(a, b).is_close for a, b in zip(before.T, after.T, strict=True))

    def understanding(self) -> Understanding:
        """Everything that was found."""
        rate = self.answers.rate_hz or (
            None if any(group.meaning == TIME for group in self.groups) else self.table.rate_hz
        )
        groups = tuple(sorted(self.groups, key=lambda group: group.columns))
        return Understanding(self.table, groups, rate, self.table.torque_kind)


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
    numbers = _counting([facts[column].numbers for column in columns])
    if numbers is None:
        return columns, Evidence("same-name-twice", {"columns": columns}), False
    placed = sorted(zip(numbers, columns, strict=True))
    first, last = placed[0][0], placed[-1][0]
    if last - first + 1 != len(placed) or first not in {0, 1}:
        return (
            columns,
            Evidence("joint-number-missing", {"joints": tuple(number for number, _ in placed)}),
            False,
        )
    return tuple(column for _, column in placed), Evidence("order-by-number", {"first": first}), True


def _counting(numbers: list[tuple[int, ...]]) -> tuple[int, ...] | None:
    """Of the numbers in the names of columns those that differ from column to column; None without any."""
    if len({len(one) for one in numbers}) != 1:
        return None
    counting = {one for one in zip(*numbers, strict=True) if len(set(one)) == len(one)}
    orders = {tuple(np.argsort(one)) for one in counting}
    return min(counting, key=lambda one: (min(one) not in {0, 1}, one)) if len(orders) == 1 else None
