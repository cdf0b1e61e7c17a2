"""Facts in the name of a column: quantity, unit, joint, side of the gear, and whether it is commanded."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from core.exchange.file_units import TIME_UNITS, UNITS_OF
from core.recording import Quantity

_BRACKETS = re.compile(r"[\[(<{]([^\])>}]*)[\])>}]")
_WORDS = re.compile(r"[^\W\d_]+|\d+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_MIXED_UNITS = re.compile(r"(?<![A-Za-z])(mA|mNm|kNm|Ncm|degC|kHz|radPs|degPs)(?![A-Za-z])")
"""Units in small and capital letters, which are no two words."""
_HEX = re.compile(r"0x[0-9a-fA-F]+")
_LONGEST_NUMBER = 4


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_WORDS_OF = {
    "position": "q pos position positions angle angles winkel lage "
    "posición posicion posizione posição angolo ángulo jpos theta istposition istwinkel qpos "
    "lageistwert istlage achswinkel achsposition encoder enc",
    "velocity": "qd dq qdot dqdt qp vel velocity velocities velo speed speeds omega dtheta geschwindigkeit "
    "vitesse velocidad velocidade velocità velocita qv qvel jvel drehzahl drehzahlistwert "
    "istdrehzahl istgeschwindigkeit",
    "acceleration": "qdd ddq qddot qpp acc accel acceleration accelerations beschleunigung",
    "current": "current currents cur curr i iq amps courant corriente corrente "
    "strom motorstrom stromistwert iststrom",
    "torque": "tau torque torques trq effort efforts moment moments mom drehmoment torq "
    "eff qfrc drehmomentistwert istmoment couple coppia momento",
    "temperature": "temp temperature temperatures temperatur motortemperatur",
}
_QUANTITY_WORDS = {word: quantity for quantity, words in _WORDS_OF.items() for word in words.split()}
_CURRENT_WORDS = frozenset(_WORDS_OF["current"].split())
_DOTS = {"dot": "velocity", "ddot": "acceleration"}
_EAST_ASIAN_WORDS = {
    "加速度": "acceleration", "位置": "position", "角度": "position", "速度": "velocity", "电流": "current",
    "力矩": "torque", "扭矩": "torque", "温度": "temperature", "时间": "time", "关节": "joint", "轴": "axis",
    "指令": "command", "目标": "target", "实际": "actual", "电机": "motor",
    "時間": "time", "時刻": "time", "電流": "current", "トルク": "torque", "溫度": "temperature",
    "関節": "joint", "關節": "joint", "軸": "axis", "目標": "target", "現在": "actual", "實際": "actual",
    "モータ": "motor", "馬達": "motor", "시간": "time", "가속도": "acceleration", "위치": "position",
    "각도": "position", "속도": "velocity", "토크": "torque", "전류": "current", "관절": "joint",
    "축": "axis",
}  # fmt: skip
_FULL_WIDTH = {0xFF01 + place: 0x21 + place for place in range(94)}
"""Letters and signs as wide as Chinese characters, and the usual ones that they stand for."""
TIME_WORDS = _words(
    "t ts time times timestamp timestamps stamp tstamp zeit clock sec secs seconds elapsed uptime duration "
    "tsec date datum uhrzeit datetime tout temps tiempo tempo"
)
FINE_TIME_WORDS = _words("nsec nsecs nanosec nanosecs nanoseconds nano tnsec")
_ENDS_OF_CLOCKS = _words("time times timestamp timestamps stamp")
INDEX_WORDS = _words(
    "index idx sample samples n nr no row count counter seq sequence cycle tick packet frame"
)
_LABELS = _words(
    "joint joints axis axes achse j a jnt articulation articulaire axe eje articulación giunto asse junta"
)
_MOTOR = _words("motor motors mot mtr rotor inc incremental dtheta")
_LINK = _words("link output abs absolute secondary load")
_REFERENCE = _words(
    "ref reference target cmd command commanded desired des set setpoint goal soll planned nominal d "
    "sollposition sollmoment sollstrom solldrehzahl sollgeschwindigkeit"
)
_NOTHING = _words(
    "actual act meas measured msr ist real feedback fb state states data field robot arm log rec record run "
    "msg in value values signals inst ur rob kuka iiwa lbr franka panda of arrival received reception"
)
_OTHER = _words(
    "tcp cartesian cart pose wrench force fx fy fz mx my mz voltage volt power mode status error err fault "
    "digital analog io id scaling fraction ext external gravity coriolis friction deviation following lag "
    "inertia payload cog quaternion quat x y z rx ry rz std var variance limit limits override model "
    "schleppfehler positionsschleppfehler geschwindigkeitsdifferenz"
)
_UNIT_TAILS: dict[tuple[str, ...], str] = {
    ("deg", "s"): "deg/s", ("deg", "per", "s"): "deg/s", ("rad", "s"): "rad/s", ("rad", "per", "s"): "rad/s",
    ("degps",): "deg/s", ("dps",): "deg/s", ("radps",): "rad/s", ("rads",): "rad/s", ("rpm",): "rpm",
    ("rad", "s2"): "rad/s²", ("rad", "s", "2"): "rad/s²", ("deg", "s", "2"): "deg/s²",
    ("deg",): "deg", ("degree",): "deg", ("degrees",): "deg", ("grad",): "deg", ("rad",): "rad",
    ("rev",): "rev", ("mrad",): "mrad", ("mm",): "mm", ("a",): "A", ("amp",): "A", ("amps",): "A",
    ("ampere",): "A", ("ma",): "mA",
    ("nm",): "Nm", ("mnm",): "mNm", ("ncm",): "N·cm", ("knm",): "kN·m", ("mdeg",): "mdeg",
    ("rev", "s"): "rev/s", ("rps",): "rev/s", ("revs",): "rev", ("turns",): "rev",
    ("degc",): "°C", ("celsius",): "°C", ("c",): "°C", ("kelvin",): "K",
    ("counts",): "counts", ("cts",): "counts", ("ticks",): "counts", ("increments",): "counts",
    ("pulses",): "counts", ("pulse",): "counts", ("s",): "s", ("ms",): "ms", ("us",): "us", ("µs",): "us",
    ("ns",): "ns", ("msec",): "ms", ("usec",): "us",
}  # fmt: skip
_SPELLINGS = {
    "degree": "deg", "degrees": "deg", "grad": "deg", "º": "°", "radian": "rad", "radians": "rad", "a": "A",
    "amp": "A", "amps": "A", "ampere": "A", "arms": "A", "ma": "mA", "nm": "Nm", "n.m": "Nm", "n*m": "Nm",
    "n·m": "N·m", "n m": "Nm", "mnm": "mNm", "deg/sec": "deg/s", "°/sec": "°/s", "rad/sec": "rad/s",
    "deg/s": "deg/s", "rad/s": "rad/s", "1/min": "rpm", "u/min": "rpm", "rev/min": "rpm", "r/min": "rpm",
    "rpm": "rpm", "c": "°C", "celsius": "°C", "degc": "°C", "°c": "°C", "k": "K", "sec": "s", "secs": "s",
    "second": "s", "seconds": "s", "msec": "ms", "usec": "us", "μs": "us", "nsec": "ns", "nanosec": "ns",
    "%": "%", "‰": "%", "percent": "%", "prozent": "%", "permille": "%",
    "counts": "counts", "count": "counts", "cts": "counts", "inc": "counts", "incs": "counts",
    "increments": "counts", "ticks": "counts", "pulse": "counts", "pulses": "counts", "inkremente": "counts",
    "ncm": "N·cm", "n.cm": "N·cm", "n·cm": "N·cm", "n*cm": "N·cm", "n cm": "N·cm",
    "knm": "kN·m", "kn.m": "kN·m", "kn·m": "kN·m", "kn*m": "kN·m", "kn m": "kN·m", "mdeg": "mdeg",
    "turn": "rev", "revs": "rev", "revolution": "rev", "revolutions": "rev", "rps": "rev/s",
    "turns/s": "rev/s",
    "rad/s^2": "rad/s²", "rad/s2": "rad/s²", "deg/s^2": "deg/s²", "deg/s2": "deg/s²", "turns": "rev",
    "minute": "min", "minutes": "min", "秒": "s", "毫秒": "ms", "ミリ秒": "ms", "초": "s", "度": "deg",
    "度/秒": "deg/s", "弧度": "rad", "弧度/秒": "rad/s",
    "millisecond": "ms", "milliseconds": "ms", "microseconds": "us", "nanoseconds": "ns",
}  # fmt: skip
_OF_WEIGHTS = {("lb", "ft"): "lbf·ft", ("lb", "in"): "lbf·in", ("kg", "m"): "kgf·m", ("kg", "cm"): "kgf·cm"}
_SPELLINGS |= {
    spelt: unit
    for (weight, arm), unit in _OF_WEIGHTS.items()
    for force in (weight, f"{weight}f", *([f"{weight}s"] if weight == "lb" else []))
    for sign in ("", "·", ".", "*", "-", " ", "_")
    for spelt in (f"{force}{sign}{arm}", f"{arm}{sign}{force}")
}
_UNIT_TAILS |= {
    words: unit
    for spelt, unit in _SPELLINGS.items()
    if unit in _OF_WEIGHTS.values() and len(words := tuple(re.findall(r"[a-z]+", spelt))) < 3
}
_KNOWN_UNITS = set(TIME_UNITS).union(*UNITS_OF.values())

UR_JOINTS = (
    "shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint",
    "wrist_1_joint", "wrist_2_joint", "wrist_3_joint",
)  # fmt: skip
_UR_SHORT = ("base", "shoulder", "elbow", "wrist_1", "wrist_2", "wrist_3")


@dataclass(frozen=True)
class NameFacts:
    """Facts that one name states; a part that it does not state is empty."""

    stem: str
    """The name without unit, joint and numbers: columns of one stem belong together."""
    meaning: str
    """A quantity's name, ``time``, ``fine-time``, ``index``, ``reference``, ``other`` or empty."""
    unit: str
    unknown_unit: str
    numbers: tuple[int, ...]
    """All short numbers in the name, those in brackets last: one of them counts the joints."""
    joint: str
    is_reference: bool
    is_weak: bool
    """True if the name says no more than the joint, such as J1."""


def east_asian_words(text: str) -> int:
    """Number of known words of Chinese, Japanese and Korean headers in a text, and of degree signs."""
    return sum(text.count(word) for word in (*_EAST_ASIAN_WORDS, "°", "℃"))


def known_unit(text: str) -> str:
    """A unit in the spelling of layouts; empty for a text that is no unit."""
    plain = text.strip().replace("⋅", "·").replace("∙", "·")
    if plain in _KNOWN_UNITS:
        return plain
    found = _SPELLINGS.get(plain.lower(), "")
    if found:
        return found
    lowered = plain.lower()
    return lowered if lowered in _KNOWN_UNITS else ""


@lru_cache(maxsize=4096)
def name_facts(name: str, joints: tuple[str, ...] = ()) -> NameFacts:
    """Read the name of a column; ``joints`` are the names of the robot's joints."""
    rest, joint = _without_joint(name.translate(_FULL_WIDTH), joints)
    rest, unit, unknown, bracketed = _without_brackets(rest)
    tokens = _tokens(rest)
    numbers = tuple(int(word) for word in tokens if word.isdigit() and len(word) < _LONGEST_NUMBER)
    numbers += bracketed
    if not unit:
        tokens, unit = _without_unit_tail(tokens)
    words = [word for word in tokens if not word.isdigit()]
    meaning, is_reference, is_weak = _meaning(words, unit, has_joint=bool(joint) or bool(numbers))
    stem = " ".join(word for word in words if word not in _LABELS or not _says_more(words))
    return NameFacts(stem, meaning, unit, unknown, numbers, joint, is_reference, is_weak)


def _says_more(words: list[str]) -> bool:
    return any(word in _QUANTITY_WORDS for word in words)


def _without_joint(name: str, joints: Iterable[str]) -> tuple[str, str]:
    """The name without the joint that it names, and that joint."""
    for joint in sorted({*joints, *UR_JOINTS, *_UR_SHORT}, key=lambda joint: (-len(joint), joint)):
        found = _joint_pattern(joint).search(name) if len(joint) > 2 else None
        if found is not None:
            return f"{name[: found.start()]} {name[found.end() :]}", joint
    return name, ""


@lru_cache(maxsize=512)
def _joint_pattern(joint: str) -> re.Pattern[str]:
    """A joint's name in any case, with or without the signs between its parts."""
    return re.compile(re.escape(joint).replace("_", "[_ -]?").replace("\\ ", "[_ -]?"), re.IGNORECASE)


def _without_brackets(name: str) -> tuple[str, str, str, tuple[int, ...]]:
    """The name without brackets; unit, unknown unit and numbers found in them."""
    unit = unknown = ""
    numbers: list[int] = []
    for found in _BRACKETS.finditer(name):
        inside = found[1].strip()
        if inside.isdigit():
            numbers.append(int(inside))
        elif known_unit(inside):
            unit = known_unit(inside)
        elif inside and not re.fullmatch(r"\d+(,\s*\d+)*", inside):
            unknown = inside
    return _BRACKETS.sub(" ", name), unit, unknown, tuple(numbers)


def _tokens(name: str) -> list[str]:
    for word, meaning in _EAST_ASIAN_WORDS.items() if not name.isascii() else ():
        name = name.replace(word, f" {meaning} ")
    plain = _MIXED_UNITS.sub(lambda found: found[0].lower(), _HEX.sub(" ", name))
    spread = _CAMEL.sub(" ", plain)
    tokens = [word.lower() for word in _WORDS.findall(spread)]
    if len(tokens) > 1 and tokens[0] == "link" and tokens[1].isdigit():
        tokens[0] = "joint"
    return tokens


def _without_unit_tail(tokens: list[str]) -> tuple[list[str], str]:
    """Take a unit from the end of a name such as ``joint_2_current_A``."""
    if tokens[-1:] == ["a"] and not _CURRENT_WORDS.intersection(tokens[:-1]):
        return tokens[:-1], ""  # the actual value, beside those with _d or _cmd
    for length in (3, 2, 1):
        tail = tuple(tokens[-length:])
        if len(tokens) > length and tail in _UNIT_TAILS and _can_have_unit(tokens[:-length]):
            return tokens[:-length], _UNIT_TAILS[tail]
    return tokens, ""


def _can_have_unit(tokens: list[str]) -> bool:
    known = _QUANTITY_WORDS.keys() | TIME_WORDS | _LABELS
    return any(word in known for word in tokens)


def _meaning(words: list[str], unit: str, *, has_joint: bool) -> tuple[str, bool, bool]:
    said = [_QUANTITY_WORDS[word] for word in words if word in _QUANTITY_WORDS]
    if "q" in words or "theta" in words:
        said += [_DOTS[word] for word in words if word in _DOTS]
    is_reference = any(word in _REFERENCE for word in words)
    labels = [word for word in words if word in _LABELS]
    if any(word in _OTHER for word in words):
        return "other", is_reference, False
    if words and all(
        word in TIME_WORDS | FINE_TIME_WORDS | _NOTHING | {"header", "ros", "unix"} for word in words
    ):
        if any(word in FINE_TIME_WORDS for word in words):
            return "fine-time", False, False
        if any(word in TIME_WORDS for word in words):
            return "time", False, False
    if words and words[-1] in _ENDS_OF_CLOCKS:
        return "time", False, False
    if not said:
        return _unsaid(words, unit, has_joint=has_joint and bool(labels))
    quantity = _strongest(said)
    return _on_side(quantity, words, is_reference=is_reference), is_reference, False


def _unsaid(words: list[str], unit: str, *, has_joint: bool) -> tuple[str, bool, bool]:
    """The meaning of a name without a quantity: a count, a clock by its unit, or a joint alone."""
    is_reference = any(word in _REFERENCE for word in words)
    if words and all(word in INDEX_WORDS | _NOTHING for word in words) and not _LABELS.intersection(words):
        if unit in TIME_UNITS:
            return "time", False, False
        return "index" if INDEX_WORDS.intersection(words) else "", False, False
    if has_joint and all(word in _LABELS | _NOTHING | _REFERENCE for word in words):
        return _on_side(_weak_meaning(unit), words, is_reference=is_reference), is_reference, True
    return "", is_reference, False


def _weak_meaning(unit: str) -> str:
    """The quantity whose unit is beside a joint's name; nothing else shows it."""
    for quantity in (Quantity.POSITION, Quantity.VELOCITY, Quantity.CURRENT, Quantity.TEMPERATURE):
        if unit in UNITS_OF[quantity]:
            return quantity.value
    return Quantity.TORQUE.value if unit in UNITS_OF[Quantity.TORQUE] else Quantity.POSITION.value


def _strongest(said: list[str]) -> str:
    """The quantity of several words: ``current_as_torque`` is a torque, ``q_dot`` a velocity."""
    order = ("temperature", "torque", "current", "acceleration", "velocity", "position")
    return min(said, key=order.index)


def _on_side(quantity: str, words: list[str], *, is_reference: bool) -> str:
    """The quantity of the side of the gear, or of the command, that the other words name."""
    if is_reference:
        named = {"current": Quantity.CURRENT_REFERENCE.value, "torque": Quantity.TORQUE_REFERENCE.value}
        return named.get(quantity, "reference")
    after_q = words[words.index("q") + 1 :] if "q" in words else []
    if any(word in _MOTOR for word in words) or "theta" in words or "m" in after_q:
        named = {"position": "motor_position", "velocity": "motor_velocity", "torque": "motor_torque"}
        return named.get(quantity, quantity)
    if quantity == "position" and (any(word in _LINK for word in words) or "l" in after_q):
        return Quantity.LINK_POSITION.value
    return quantity


def joint_order(names: tuple[str, ...], robot_joints: tuple[str, ...] = ()) -> tuple[int, ...] | None:
    """Places of ``names`` in the order of the arm's joints; None where the names do not tell it.

    Names of the robot's description come first, then those of Universal Robots, then names that end in
    numbers, such as ``panda_joint1``. Names of fingers and grippers are left out.
    """
    place = {name: number for number, name in enumerate(names)}
    for known in (robot_joints, UR_JOINTS, _UR_SHORT):
        if known and all(joint in place for joint in known):
            return tuple(place[joint] for joint in known)
    for known in (UR_JOINTS, _UR_SHORT):  # with a prefix, such as left_shoulder_pan_joint
        ended = [[number for number, name in enumerate(names) if name.endswith(joint)] for joint in known]
        if all(len(found) == 1 for found in ended):
            return tuple(found[0] for found in ended)
    arm = [
        number
        for number, name in enumerate(names)
        if not re.search("finger|gripper|hand", name, re.IGNORECASE)
    ]
    numbers = [re.findall(r"\d+", names[number]) for number in arm]
    if not arm or not all(numbers):
        return None
    ends = [int(found[-1]) for found in numbers]
    stems = {re.sub(r"\d+(?=\D*$)", "#", names[number]) for number in arm}
    if (
        len(set(ends)) != len(ends)
        or len(stems) != 1
        or sorted(ends) != list(range(min(ends), min(ends) + len(ends)))
    ):
        return None
    return tuple(number for _, number in sorted(zip(ends, arm, strict=True)))


_CALLED = {"Universal Robots": UR_JOINTS, "Franka": ("panda_joint1", "fr3_joint1"), "Yaskawa": ("joint_s",)}
"""Joint names that only one maker's arms have."""


def arm_called(names: tuple[str, ...], robot_joints: tuple[str, ...]) -> str:
    """The maker whose arm the joints of a recording are called like, if the described arm's are others.

    >>> arm_called(UR_JOINTS, ("joint_a1", "joint_a2")), arm_called(UR_JOINTS, UR_JOINTS)
    ('Universal Robots', '')
    """
    if not robot_joints or set(robot_joints) & {*names, *UR_JOINTS, *_UR_SHORT}:
        return ""
    return next((maker for maker, own in _CALLED.items() if set(own) & set(names)), "")


_NAME_WORDS = _words("name names joint joints jointname jointnames axis axes motor motors")
_UNIT_BEHIND = re.compile(r"\s*[\[(<{][^\d\[\](){}<>][^\[\](){}<>]*[\])>}]$")
_INDEX = re.compile(r"[\[_.]?(\d+)\]?$")


def array_place(name: str) -> tuple[str, int]:
    """The array that a column is of and its number there: ``field.name3`` is number 3 of ``field.name``.

    >>> array_place("field.name3"), array_place("/joint_states/name[0]"), array_place("time")
    (('field.name', 3), ('/joint_states/name', 0), ('time', -1))
    """
    name = name[: -len(unit[0])].rstrip() if (unit := _UNIT_BEHIND.search(name)) is not None else name
    found = _INDEX.search(name)
    return (name[: found.start()], int(found[1])) if found is not None else (name, -1)


def stated_joints(
    columns: Mapping[str, tuple[str, ...]], robot_joints: tuple[str, ...] = ()
) -> dict[str, tuple[str, ...]]:
    """The joints in columns of text, by the arrays that they are: ``field.name`` holds elbow_joint, ….

    ``columns`` are the texts of each column by its name. Texts are names of joints where they differ from
    column to column and where the array is called so, or the names are those of an arm.
    """
    arrays: dict[str, dict[int, tuple[str, ...]]] = {}
    for name, words in columns.items():
        base, number = array_place(name)
        arrays.setdefault(base, {})[number] = words
    found = {}
    for base, cells in arrays.items():
        firsts = tuple(cells[number][0] if cells[number] else "" for number in sorted(cells))
        is_called_so = bool(_NAME_WORDS.intersection(_tokens(base)[-2:]))
        if len(set(firsts)) == len(firsts) and all(firsts) and (
            is_called_so or (len(firsts) > 1 and joint_order(firsts, robot_joints) is not None)
        ):  # fmt: skip
            found[base] = firsts
    return found


_LETTERS = ("SLURBT", "SLEURBT")
"""Yaskawa's names of the joints, in their order."""
_LETTER = re.compile(r"([SLEURBT])(?![A-Za-z])(.*)")


def letters_as_numbers(names: Iterable[str]) -> dict[str, str]:
    """Names of columns that begin with a letter for the joint, with its number in place of the letter.

    >>> letters_as_numbers([f"{letter} [deg]" for letter in "TSLURB"])["L [deg]"]
    'joint 2 [deg]'
    """
    rests: dict[str, dict[str, str]] = {}
    for name in names:
        if (found := _LETTER.fullmatch(name.strip())) is not None:
            rests.setdefault(found[2], {})[found[1]] = name
    return {
        name: f"joint {letters.index(letter) + 1}{rest}"
        for rest, own in rests.items()
        for letters in _LETTERS
        if set(letters) == set(own)
        for letter, name in own.items()
    }


def arms(names: tuple[str, ...], robot_joints: tuple[str, ...] = ()) -> dict[str, tuple[int, ...]]:
    """Places of the joints of each arm among ``names``, by what stands before; empty for one."""
    for known in (robot_joints, UR_JOINTS, _UR_SHORT):
        if not known:
            continue
        before = [name.removesuffix(known[0]) for name in names if name.endswith(known[0])]
        found = {
            one: tuple(names.index(one + joint) for joint in known)
            for one in before
            if all(one + joint in names for joint in known)
        }
        if len(found) > 1:
            return found
    return {}
