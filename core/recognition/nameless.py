"""Columns without names: blocks of one column for each joint, distinguished by their numbers alone."""

from collections import defaultdict
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from core.recognition.found_table import FoundTable
from core.recognition.names import name_facts
from core.recognition.physics import (
    LEAST_CORRELATION,
    Likeness,
    increments,
    integrals,
    is_near,
    likeness,
    moving,
    whole_rows,
)
from core.recognition.understanding import LEAVE, Evidence, Group
from core.recording import FloatArray, Quantity

_MOST_CELLS = 0.5
_RATIOS = (1.0, np.pi / 180.0, 180.0 / np.pi, 60.0 / (2.0 * np.pi), 1.0 / 6.0, 1e3, 1e-3)
"""Ratios of speed to change of position that units can explain."""
TORQUE_CHOICES: tuple[str, ...] = (
    Quantity.CURRENT, Quantity.TORQUE, Quantity.MOTOR_TORQUE, Quantity.CURRENT_REFERENCE,
    Quantity.TORQUE_REFERENCE, LEAVE,
)  # fmt: skip
"""Meanings of columns that are no positions; the unit follows from their size, or is asked for next."""
_POSITION_CHOICES = (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION, LEAVE)
Likenesses = dict[tuple[int, int], Likeness]
_ALL_CHOICES = (Quantity.POSITION, Quantity.VELOCITY, *TORQUE_CHOICES)


@dataclass(frozen=True)
class _Blocks:
    """The columns cut into blocks of ``width``, and the places of those that hold position and velocity."""

    blocks: tuple[tuple[int, ...], ...]
    position: int
    velocity: int
    likenesses: tuple[Likeness, ...]


def nameless_groups(
    table: FoundTable,
    columns: tuple[int, ...],
    time: FloatArray | None,
    *,
    joint_count: int | None,
) -> list[Group]:
    """Position and velocity where one is the derivative of the other; questions about all other blocks."""
    numeric = tuple(column for column in columns if table.channel(column).numeric_share > _MOST_CELLS)
    if not numeric:
        return []
    found = _found(table, numeric, time, joint_count) if time is not None else None
    if found is None:
        return _open_blocks(table, numeric, joint_count)
    values = [table.matrix(block) for block in found.blocks]
    place, speed = _first(found.blocks[found.position]), _first(found.blocks[found.velocity])
    share = min(like.correlation for like in found.likenesses)
    in_order = Evidence("order-of-file")
    known = {
        found.position: (Quantity.POSITION, Evidence("has-derivative", {"columns": speed})),
        found.velocity: (Quantity.VELOCITY, Evidence("is-derivative", {"columns": place, "share": share})),
    }
    groups = [
        Group(block, known[number][0], (), (known[number][1], in_order))
        if number in known
        else _other(block, values[number], values, found, time)
        for number, block in enumerate(found.blocks)
    ]
    if any(group.evidence[0].code == "copy-of-position" for group in groups):  # which of them is the motor's?
        first = groups[found.position]
        evidence = (*first.evidence, Evidence("has-copy"))
        groups[found.position] = replace(first, evidence=evidence, choices=_POSITION_CHOICES[:3])
    return groups


def is_torque_question(group: Group) -> bool:
    """True for columns of which only a torque or a current can be said."""
    return set(group.choices) == set(TORQUE_CHOICES)


def _first(block: tuple[int, ...]) -> str:
    return f"{block[0]}-{block[-1]}"


def _open_blocks(table: FoundTable, columns: tuple[int, ...], joint_count: int | None) -> list[Group]:
    """Questions about all blocks, where no derivative tells them apart; columns of zeros are left out."""
    stems: dict[str, list[int]] = defaultdict(list)
    for column in columns:
        stems[name_facts(table.channel(column).name).stem].append(column)
    groups = []
    for block in stems.values():
        width = joint_count if joint_count and len(block) % joint_count == 0 else len(block)
        for at in range(0, len(block), width):
            part = tuple(block[at : at + width])
            if np.any(np.nan_to_num(table.matrix(part))):
                groups.append(Group(part, LEAVE, (), (Evidence("nothing-tells"),), _ALL_CHOICES))
            else:
                groups.append(Group(part, LEAVE, (), (Evidence("all-zero"),)))
    return groups


def _found(
    table: FoundTable, columns: tuple[int, ...], time: FloatArray | None, joint_count: int | None
) -> _Blocks | None:
    """Blocks for the number of joints that explains most columns."""
    assert time is not None
    rows = whole_rows(time)
    values = table.matrix(columns)
    if not rows:
        return None
    alike, other = _alike(increments(values, rows), integrals(values, time, rows), moving(values))
    counts = (joint_count,) if joint_count else tuple(range(7, 0, -1))
    best: _Blocks | None = None
    for count in counts:
        if len(columns) % count:
            continue
        for interleaved in (False, True):
            found = _cut(columns, alike, other, count, interleaved=interleaved)
            if found is not None and (best is None or len(found.likenesses) > len(best.likenesses)):
                best = found
    return best


def _alike(
    change: FloatArray, area: FloatArray, moves: npt.NDArray[np.bool_]
) -> tuple[Likenesses, set[tuple[int, int]]]:
    """Pairs of columns (position, speed); the second is the derivative of the first, or surely not."""
    found, other = {}, set()
    for first in np.flatnonzero(moves):
        for second in range(change.shape[1]):
            if first != second:
                like = likeness(change[:, first], area[:, second])
                if like.correlation >= LEAST_CORRELATION and any(
                    is_near(like.ratio, ratio) for ratio in _RATIOS
                ):
                    found[int(first), int(second)] = like
                elif np.isfinite(like.ratio):
                    other.add((int(first), int(second)))
    return found, other


def _cut(
    columns: tuple[int, ...],
    alike: Likenesses,
    other: set[tuple[int, int]],
    count: int,
    *,
    interleaved: bool,
) -> _Blocks | None:
    """Blocks of ``count`` columns in which one block is the derivative of another, joint by joint."""
    number = len(columns) // count
    if number < 2:
        return None
    places = [
        [joint * number + block if interleaved else block * count + joint for joint in range(count)]
        for block in range(number)
    ]
    pairs: list[tuple[int, int, list[Likeness]]] = []
    for first in range(number):
        for second in range(number):
            likes = [alike.get((a, b)) for a, b in zip(places[first], places[second], strict=True)]
            good = [like for like in likes if like is not None]
            crossed = _crossed(places[first], places[second], alike)
            others = [pair for pair in zip(places[first], places[second], strict=True) if pair not in alike]
            if first != second and good and not crossed and not any(pair in other for pair in others):
                pairs.append((first, second, good))
    most = max((len(good) for _, _, good in pairs), default=0)
    best = [pair for pair in pairs if len(pair[2]) == most]
    velocities = {second for _, second, _ in best}
    firsts = {first for first, _, _ in best}
    positions = firsts - velocities
    if len(positions) != 1 or (len(velocities - firsts) != 1 and len(velocities) != 1):
        return None
    position = positions.pop()
    chosen = next(pair for pair in best if pair[0] == position)
    blocks = tuple(tuple(columns[place] for place in block) for block in places)
    return _Blocks(blocks, position, chosen[1], tuple(chosen[2]))


def _crossed(first: list[int], second: list[int], alike: Likenesses) -> bool:
    """True if a joint of the one block follows from another joint of the other, better than from its own."""
    return any(
        (a, b) in alike and (a, own) not in alike
        for number, a in enumerate(first)
        for place, b in enumerate(second)
        if place != number and (own := second[number]) >= 0
    )


def _other(
    block: tuple[int, ...],
    values: FloatArray,
    all_values: list[FloatArray],
    found: _Blocks,
    time: FloatArray | None,
) -> Group:
    """A question about a block that is neither position nor velocity, with what its numbers say."""
    position, velocity = all_values[found.position], all_values[found.velocity]
    if not np.any(np.nan_to_num(values)):
        return Group(block, LEAVE, (), (Evidence("all-zero"),))
    assert time is not None
    rows = whole_rows(time)
    copies = [
        likeness(a, b) for a, b in zip(increments(position, rows).T, increments(values, rows).T, strict=True)
    ]
    if copies and sum(copy.is_close for copy in copies) * 2 >= len(copies):
        ratio = float(np.median([copy.ratio for copy in copies if copy.is_close]))
        return Group(block, LEAVE, (), (Evidence("copy-of-position", {"ratio": ratio}),), _POSITION_CHOICES)
    follows = [
        likeness(a, b)
        for a, b in zip(increments(velocity, rows).T, integrals(values, time, rows).T, strict=True)
    ]
    if follows and sum(like.is_close for like in follows) * 2 > len(follows):
        facts = {"columns": _first(found.blocks[found.velocity])}
        return Group(
            block,
            Quantity.ACCELERATION,
            (),
            (Evidence("is-derivative-of-velocity", facts), Evidence("order-of-file")),
        )
    return Group(block, LEAVE, (), (Evidence("torque-or-current"),), TORQUE_CHOICES)
