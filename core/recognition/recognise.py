"""Recognises the columns of a table: by what its container states, by names, by numbers, by answers.

An answer of a person comes first, then what a message or a recorder's form states, then names, then
physics. What the evidence leaves open stays a question: no column is guessed.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from core.errors import BadRequest
from core.exchange.file_units import COUNTS, TIME_UNITS, UNITS_OF
from core.recognition.clock import clock_group, is_count, named_clock, nameless_clock
from core.recognition.forms import AT_MOTOR, COUNTED, OF_RANGE, OUR_ARRAYS, SIZELESS, documented, form_base
from core.recognition.found_table import Channel, FoundTable
from core.recognition.known_layout import known_layout
from core.recognition.nameless import TORQUE_CHOICES, nameless_groups
from core.recognition.names import (
    NameFacts,
    arm_called,
    arms,
    array_place,
    joint_order,
    letters_as_numbers,
    name_facts,
    stated_joints,
)
from core.recognition.physics import (
    LEAST_CORRELATION,
    derivative_of,
    increments,
    is_rising,
    likeness,
    moving,
    whole_rows,
)
from core.recognition.understanding import (
    LEAVE,
    REST,
    TIME,
    WAITS,
    Evidence,
    Facts,
    Group,
    Understanding,
    column_span,
)
from core.recognition.user_answers import Answers, chosen_columns
from core.recognition.weighing import weighed
from core.recognition.witnesses import first_units
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel

_ASK_ONCE = {"several-arms", "names-of-another-arm"}
"""Questions about the joints of a file, which are asked about the positions alone."""
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
        return replace(known, takes_the_rest=REST in said.corrections)
    work = _Work(table, said, robot)
    work.take_answers()
    work.take_names()
    work.take_nameless()
    work.take_rest()
    return weighed(work.understanding(), robot, said.corrections)


@dataclass
class _Work:
    """Groups that are settled so far; each column is in one of them at the end."""

    table: FoundTable
    answers: Answers
    robot: RobotModel | None

    def __post_init__(self) -> None:
        joints = tuple(self.robot.joint_names) if self.robot is not None else ()
        forwards = _forwards(self.table)
        self.is_turned = forwards is not self.table
        self.table, self.words = _with_joints(forwards, joints)
        self.arm: frozenset[str] = frozenset()
        """Joints of the columns that a person named: where a file holds several arms, they tell which."""
        spelt = letters_as_numbers([channel.name for channel in self.table.channels])
        self.facts = {
            channel.number: name_facts(spelt.get(channel.name, channel.name), joints)
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
            columns, units = chosen_columns(answer, self.table), answer.units
            if len(units) not in {0, 1, len(columns)}:
                raise BadRequest("column-unit-count", units=len(units), columns=len(columns))
            self.groups = [
                replace(group, columns=rest)
                for group in self.groups
                if (rest := tuple(column for column in group.columns if column not in columns))
            ]
            evidence = (Evidence("said"),)
            same = next((one for one in self.groups if one.meaning == answer.meaning), None)
            if same is not None and answer.meaning not in {TIME, LEAVE}:  # named joint by joint
                self.groups.remove(same)
                units = (*_each(same.units, len(same.columns)), *_each(units, len(columns)))
                columns = (*same.columns, *columns)
                if len(units) not in {0, len(columns)}:
                    raise BadRequest("column-unit-count", units=len(units), columns=len(columns))
                units = units[:1] if len(set(units)) == 1 else units
            if answer.meaning == TIME and not answer.units:
                group = clock_group(self.table.channel(columns[0]), "")
                self.groups.append(replace(group, evidence=(*evidence, *group.evidence)))
            else:
                self.groups.append(Group(columns, answer.meaning, units, evidence))
            if answer.meaning not in {TIME, LEAVE}:
                self.arm |= {self._joint(column) for column in columns}

    def _read_backwards(self, clock: Group) -> Group:
        """The clock, with that as its reason where it falls."""
        why = clock.evidence[0]
        if not (self.is_turned and "unit" in why.facts and "rate" in why.facts):
            return clock
        return replace(clock, evidence=(Evidence("clock-falls", dict(why.facts)), *clock.evidence[1:]))

    def take_names(self) -> None:
        """The clock, and the columns of each stem with a known quantity."""
        if self.answers.rate_hz is None and not any(group.meaning == TIME for group in self.groups):
            facts = {number: fact for number, fact in self.facts.items() if number not in self.taken}
            clock = named_clock(self.table, facts)
            self.groups += [self._read_backwards(clock)] if clock else []
        self.groups += [group for group in self.words if not self.taken.intersection(group.columns)]
        stems: dict[str, list[int]] = defaultdict(list)
        for channel in self.table.channels:
            if channel.number not in self.taken and channel.name:
                stems[self._stem(channel, self.facts[channel.number])].append(channel.number)
        for columns in stems.values():
            group = self._named(tuple(columns))
            if group is not None:
                self.groups.append(group)
        self._join_single_columns()
        self._ask_for_one_arm()

    def _stem(self, channel: Channel, fact: NameFacts) -> str:
        """Columns with the same stem belong together."""
        name = channel.name
        if channel.joint and name.startswith(f"{channel.joint}."):
            return name.removeprefix(f"{channel.joint}.")
        return form_base(name) if documented(name, self.names) is not None else f"{fact.stem}|{fact.meaning}"

    def _joint(self, column: int) -> str:
        """The joint that a column is of, by its container or its name; empty where neither says it."""
        fact = self.facts.get(column)
        return self.table.channel(column).joint or (fact.joint if fact is not None else "")

    def _ask_for_one_arm(self) -> None:
        """Of the questions which arm counts, that about the positions is asked; the others follow from it."""
        open_ones = [group for group in self.groups if group.evidence[-1].code in _ASK_ONCE]
        asked = next((group for group in open_ones if group.meaning == Quantity.POSITION), None)
        for group in open_ones if asked is not None else ():
            if group is not asked and asked is not None:
                waits = Evidence(WAITS, {"columns": asked.span})
                self.groups[self.groups.index(group)] = replace(group, evidence=(*group.evidence, waits))

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
        order = self._order(columns)
        ordered = order.columns
        evidence.append(order.why)
        units = _sizes(quantity, unit) if unit in SIZELESS else (unit,) if unit else first_units(quantity)
        if order.arms:
            choices = tuple(
                f"{column_span(arm)}={quantity} {one}" for one in units for arm in order.arms.values()
            )
            return Group(columns, quantity.value, (), tuple(evidence), (*choices, LEAVE))
        if not order.is_clear:
            choices = (*(f"{quantity} {one}" for one in units), LEAVE)
            return Group(columns, quantity.value, (), tuple(evidence), choices)
        foreign = tuple(column for column in columns if column not in ordered)
        if foreign:
            names = tuple(self._joint(column) for column in foreign)
            self.groups.append(Group(foreign, LEAVE, (), (Evidence("foreign-joints", {"joints": names}),)))
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
        if unit in SIZELESS:
            evidence.append(Evidence("unit-without-size", {"unit": unit}))
            choices = (*(f"{quantity} {size}" for size in _sizes(quantity, unit)), LEAVE)
            return Group(ordered, quantity.value, (), tuple(evidence), choices)
        if unit and not units:
            evidence.append(Evidence("unknown-unit", {"unit": unit}))
            return Group(ordered, quantity.value, (), tuple(evidence), (LEAVE,))
        if units and why.code == "name":
            evidence.append(Evidence("unit-named", {"unit": unit}))
        return Group(ordered, quantity.value, units, tuple(evidence))

    def _order(self, columns: tuple[int, ...]) -> "_Order":  # noqa: PLR0911  # each is another reason
        """The columns in the order of the joints, without those of joints that the arm does not have."""
        names = tuple(self._joint(column) for column in columns)
        known = tuple(self.robot.joint_names) if self.robot is not None else ()
        if all(names) and len(columns) > 1:
            several = {
                name: tuple(columns[place] for place in places)
                for name, places in arms(names, known).items()
                if not self.arm or {names[place] for place in places} & self.arm
            }
            if len(several) > 1:
                return _Order(columns, Evidence("several-arms", {"arms": tuple(several)}), several)
            if several:
                (arm,) = several.values()
                return _Order(arm, Evidence("order-by-joint-names"))
            places = joint_order(names, known)
            if places is None or len(set(names)) != len(names):
                return _Order(columns, Evidence("joint-order-open", {"joints": names}), is_clear=False)
            ordered, owner = tuple(columns[place] for place in places), arm_called(names, known)
            by_names = Evidence("order-by-joint-names")
            if not owner or self.arm:
                return _Order(ordered, by_names)
            facts: Facts = {"robots": owner, "robot": self.robot.name if self.robot is not None else ""}
            return _Order(columns, Evidence("names-of-another-arm", facts), {owner: ordered})
        if len(columns) == 1:
            return _Order(columns, Evidence("one-joint"))
        numbers = _counting([self.facts[column].numbers for column in columns])
        if numbers is None:
            return _Order(columns, Evidence("same-name-twice", {"columns": columns}), is_clear=False)
        placed = sorted(zip(numbers, columns, strict=True))
        first, last = placed[0][0], placed[-1][0]
        if last - first + 1 != len(placed) or first not in {0, 1}:
            missing = Evidence("joint-number-missing", {"joints": tuple(number for number, _ in placed)})
            return _Order(columns, missing, is_clear=False)
        by_number = Evidence("order-by-number", {"first": first})
        return _Order(tuple(column for _, column in placed), by_number)

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
        is_one_matrix = len({array_place(name)[0] for name in self.names}) == 1
        is_named = said_by_name or (all(self._has_stem(number) for number in rest) and not is_one_matrix)
        if has_quantity and is_named:
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
            order = self._order(tuple(columns))
            ordered = order.columns
            meanings = {group.meaning for group in self.groups}
            if len(columns) != len(position.columns) or not order.is_clear or order.arms:
                continue
            values = self.table.matrix(ordered)
            if Quantity.VELOCITY not in meanings and self._is_speed(position, values, time):
                why = (
                    Evidence("is-derivative", {"columns": position.span, "share": LEAST_CORRELATION}),
                    order.why,
                )
                self.groups.append(Group(ordered, Quantity.VELOCITY.value, (), why))
            elif (
                not meanings & _EFFORTS and moving(values).any() and not self._follows(position, values, time)
            ):
                unknown = [Evidence("unknown-name"), Evidence("torque-or-current"), order.why]
                units = {self.facts[column].unit for column in ordered}
                fits = [
                    one for one in TORQUE_CHOICES if one != LEAVE and units <= UNITS_OF[Quantity(one)].keys()
                ]
                if fits:  # another torque than the joints' can have the unit as well
                    unknown.append(Evidence("unit-named", {"unit": units.pop()}))
                choices = (*fits, *(one for one in TORQUE_CHOICES if one not in fits))
                self.groups.append(Group(ordered, LEAVE, (), tuple(unknown), choices))

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
        takes_the_rest = REST in self.answers.corrections
        return Understanding(self.table, groups, rate, self.table.torque_kind, takes_the_rest=takes_the_rest)


@dataclass(frozen=True)
class _Order:
    """Columns in the order of the joints and the reason; ``arms`` are those of several arms by name."""

    columns: tuple[int, ...]
    why: Evidence
    arms: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    is_clear: bool = True


def _forwards(table: FoundTable) -> FoundTable:
    """The table with its rows in the order of time, where the file has the newest row first."""
    clocks = [one for one in table.channels if one.name and name_facts(one.name).meaning == TIME]
    if not any(is_rising(-one.values) for one in clocks) or any(is_rising(one.values) for one in clocks):
        return table
    turned = tuple(replace(one, values=one.values[::-1]) for one in table.channels)
    return replace(table, channels=turned)


def _with_joints(table: FoundTable, robot_joints: tuple[str, ...]) -> tuple[FoundTable, list[Group]]:
    """The table with the joints that its columns of text name, and those columns.

    The names of an array of texts are those of the columns beside it, else of all arrays of its length.
    """
    texts = {one.name: one.words for one in table.channels if one.words and one.name}
    stated = stated_joints(texts, robot_joints)
    if not stated:
        return table, []
    numbers = {one.number: array_place(one.name) for one in table.channels if one.name}
    sizes = Counter(base for base, _ in numbers.values())
    channels = list(table.channels)
    groups = []
    for base, joints in stated.items():
        named = sorted(number for number, (own, _) in numbers.items() if own == base)
        changing = any(len(table.channel(number).words) > 1 for number in named)
        beside = base[: len(base) - len(re.split(r"[./]", base)[-1])]
        for number, (own, _) in numbers.items():
            is_near = own.startswith(beside) if beside else True
            if own == base or sizes[own] != len(joints) or not is_near or channels[number - 1].joint:
                continue
            place = sorted(at for other, at in numbers.values() if other == own).index(numbers[number][1])
            channels[number - 1] = replace(channels[number - 1], joint=joints[place])
        code = "joint-names-change" if changing else "joint-names"
        groups.append(Group(tuple(named), LEAVE, (), (Evidence(code, {"joints": joints}),)))
    return replace(table, channels=tuple(channels)), groups


def _each(units: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Units for each of ``count`` columns."""
    return units * count if len(units) == 1 else units


def _sizes(quantity: Quantity, unit: str) -> tuple[str, ...]:
    """Units among which a person chooses for numbers without a size: ``N`` stands for the size of one."""
    turns = any(one.startswith("rev") for one in UNITS_OF[quantity])
    if unit == COUNTED and turns:
        return (f"N {COUNTS}",)
    if unit == AT_MOTOR:
        return ("N deg",)
    own = (f"N {first_units(quantity)[0]}",)
    return ("deg", *own) if unit == OF_RANGE else own


def _counting(numbers: list[tuple[int, ...]]) -> tuple[int, ...] | None:
    """Of the numbers in the names of columns those that differ from column to column; None without any."""
    if len({len(one) for one in numbers}) != 1:
        return None
    counting = {one for one in zip(*numbers, strict=True) if len(set(one)) == len(one)}
    orders = {tuple(np.argsort(one)) for one in counting}
    return min(counting, key=lambda one: (min(one) not in {0, 1}, one)) if len(orders) == 1 else None
