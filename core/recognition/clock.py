"""Which column is the clock of a table, and in which unit it counts."""

import numpy as np

from core.exchange.clock_text import TEXT_CLOCKS
from core.exchange.file_units import TIME_UNITS
from core.recognition.found_table import Channel, FoundTable
from core.recognition.names import NameFacts, name_facts
from core.recognition.physics import is_rising, usual_step
from core.recognition.understanding import TIME, Evidence, Facts, Group
from core.recording import FloatArray

_RATES_HZ = (12.0, 9_000.0)
"""Rates that leave no doubt about the unit of a clock; near 10 Hz and 10 kHz two units are possible."""
_COARSE_SHARE = 0.002
"""Of the rows of a column named as a clock: one that ticks slower than the rows come."""
_DAMAGED_SHARE = 0.15
"""Of the rows of a column named as a clock, those in which it may fall."""
_EXTREME_HZ = (0.5, 50_000.0)
_ROLLS_BELOW = 1e6
_NANOSECONDS = 1e9
"""In a second: the part of a second that some clocks write in a column of its own stays below."""
_EPOCHS = {
    "s": ((1e9, 4e9),), "ms": ((1e12, 4e12),), "us": ((1e15, 4e15),), "ns": ((1e18, 4e18),),
    "100ns": ((1.25e17, 1.6e17), (6.3e17, 6.6e17)), "day": ((7.2e5, 7.6e5), (3.6e4, 5.5e4)),
}  # fmt: skip
"""Stamps of the years from 2001 to 2096 since 1970; of Windows since 1601 and since 1; days of MATLAB since 0
and of spreadsheets since 1900."""
_LONGEST_STEP_DAYS = 1e-4
_GUESSED = ("s", "ms", "us", "ns")
"""Units that a clock can have that says neither its unit nor a date."""
_FINE_SHARE = 0.5


def clock_units(channel: Channel) -> tuple[str, ...]:
    """Units that a clock without a stated unit can have; one alone where its numbers decide it."""
    first = float(np.nanmin(channel.values))
    step = usual_step(channel.values)
    for unit, spans in _EPOCHS.items():
        if any(low <= first < high for low, high in spans) and (unit != "day" or step < _LONGEST_STEP_DAYS):
            return (unit,)
    clear = [unit for unit in _GUESSED if _RATES_HZ[0] < 1.0 / (step * TIME_UNITS[unit]) < _RATES_HZ[1]]
    if len(clear) == 1 and not is_count(channel.values):
        return tuple(clear)
    possible = (
        unit for unit in _GUESSED if _EXTREME_HZ[0] < 1.0 / (step * TIME_UNITS[unit]) < _EXTREME_HZ[1]
    )
    return tuple(possible) or _GUESSED


def is_count(values: FloatArray) -> bool:
    """True for a column that counts its rows from zero or one."""
    known = values[np.isfinite(values)]
    return (
        known.size > 1
        and float(known[0]) in {0.0, 1.0}
        and usual_step(known) == 1.0
        and bool(np.all(known == np.floor(known)))
    )


def named_clock(table: FoundTable, facts: dict[int, NameFacts]) -> Group | None:
    """The clock among the columns whose names say time; None where no such column rises."""
    fine = [
        number
        for number, fact in facts.items()
        if fact.meaning == "fine-time" and _is_part_of_second(table.channel(number))
    ]
    named = [number for number, fact in facts.items() if fact.meaning == TIME]
    for number in named:
        channel = table.channel(number)
        if fine and _is_seconds(channel):
            return Group((number, fine[0]), TIME, ("s", "ns"), (Evidence("clock-in-two-parts"),))
    named += [channel.number for channel in table.channels if channel.unit in TEXT_CLOCKS]
    rising = [number for number in named if _is_clock(table.channel(number))]
    if not rising:
        return None
    units = {
        number: facts[number].unit if number in facts and facts[number].unit else table.channel(number).unit
        for number in rising
    }
    chosen = min(
        rising,
        key=lambda number: (
            _is_coarse_text(table.channel(number)),
            not units[number],
            _is_received(table.channel(number).name),
            number,
        ),
    )
    return clock_group(table.channel(chosen), units[chosen])


def _is_coarse_text(channel: Channel) -> bool:
    """True for moments as text that stay the same for several rows."""
    return channel.unit in TEXT_CLOCKS and not is_rising(channel.values, least_share=_FINE_SHARE)


def _is_clock(channel: Channel) -> bool:
    """True for a column that is named as a clock and rises but for some damaged rows."""
    return is_rising(channel.values, least_share=_COARSE_SHARE, most_falls=_DAMAGED_SHARE)


def _is_received(name: str) -> bool:
    """True for the time of arrival; the stamp of the message itself comes first."""
    return "stamp" not in name.lower() and name.strip().lower() in {"%time", "time_received", "__time"}


def _is_seconds(channel: Channel) -> bool:
    values = channel.values[np.isfinite(channel.values)]
    return (
        bool(values.size)
        and bool(np.all(values == np.floor(values)))
        and float(np.ptp(values)) < _ROLLS_BELOW
    )


def _is_part_of_second(channel: Channel) -> bool:
    values = channel.values[np.isfinite(channel.values)]
    return bool(values.size) and float(values.min()) >= 0.0 and float(values.max()) < _NANOSECONDS


def clock_group(channel: Channel, unit: str) -> Group:
    """A column as the clock; open where its unit can be one of several."""
    step = usual_step(channel.values)
    if channel.unit in TEXT_CLOCKS:
        evidence = Evidence("clock-of-text", {"rate": 1.0 / step})
        return Group((channel.number,), TIME, (channel.unit,), (evidence,))
    if unit in TIME_UNITS:
        evidence = Evidence("clock-named", {"unit": unit, "rate": 1.0 / (step * TIME_UNITS[unit])})
        return Group((channel.number,), TIME, (unit,), (evidence,))
    units = clock_units(channel)
    if len(units) == 1:
        facts: Facts = {"step": step, "unit": units[0], "rate": 1.0 / (step * TIME_UNITS[units[0]])}
        return Group((channel.number,), TIME, units, (Evidence("clock-by-step", facts),))
    return Group(
        (channel.number,),
        TIME,
        (),
        (Evidence("clock-unit-open", {"step": step}),),
        tuple(f"{TIME} {unit}" for unit in units),
    )


def nameless_clock(table: FoundTable) -> Group | None:
    """The clock of a table without names: the first column that rises, but is no count of rows."""
    for channel in table.channels[: min(4, len(table.channels))]:
        if name_facts(channel.name).meaning or not is_rising(channel.values):
            continue
        if is_count(channel.values):
            continue
        group = clock_group(channel, "")
        return Group(
            group.columns, TIME, group.units, (*group.evidence, Evidence("only-rising")), group.choices
        )
    return None
