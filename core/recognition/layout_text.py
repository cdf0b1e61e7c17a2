"""An understood file as a layout: for the importer, and as TOML for a person to save and edit."""

from core.exchange.clock_text import MONTH_FIRST, TEXT_CLOCKS
from core.exchange.file_units import TIME_UNITS, UNIT_OFFSET, UNITS_OF, factor_of
from core.exchange.layout import FileKind, Layout, Source, Variant, load_layout
from core.recognition.understanding import LEAVE, TIME, Group, Understanding


def layout_of(found: Understanding) -> Layout:
    """The layout that reads the file as it was understood; open columns are left out."""
    if found.layout:
        return load_layout(found.layout)
    form = found.table.text
    clock = next((group for group in found.groups if group.meaning == TIME and not group.is_open), None)
    variant = Variant(
        column_count=len(found.table.channels) if form is not None else None,
        time=_source(clock, TIME_UNITS) if clock is not None and found.rate_hz is None else None,
        rate=None,
        rate_hz=found.rate_hz,
        quantities={
            quantity: _source(group, UNITS_OF[quantity]) for quantity, group in found.quantities.items()
        },
    )
    return Layout(
        name="recognised",
        kind=FileKind.CSV if form is not None else FileKind.TABLE,
        delimiter=form.delimiter if form is not None else ",",
        decimal=form.decimal if form is not None else ".",
        header_lines=form.header_lines if form is not None else 0,
        torque_kind=found.torque_kind,
        variants=(variant,),
        encoding=form.encoding if form is not None else "utf-8",
        thousands=form.thousands if form is not None else "",
    )


def _source(group: Group, units: dict[str, float]) -> Source:
    factors = tuple(factor_of(unit, units) or 1.0 for unit in group.units)
    offsets = tuple(UNIT_OFFSET.get(unit, 0.0) for unit in group.units)
    is_text = bool(TEXT_CLOCKS.intersection(group.units))
    month_first = MONTH_FIRST in group.units if is_text else None
    return Source(group.columns, (), factors, offsets, is_text, month_first)


def layout_toml(found: Understanding) -> str:
    """The layout as TOML, each entry with the names of its columns; open columns are remarks."""
    table, form = found.table, found.table.text
    lines = [
        f"# How {table.path.name} was understood. Edit it and name it with --layout.",
        'name = "recognised"',
    ]
    lines.append(f"kind = {_text('csv' if form is not None else 'table')}")
    if form is not None:
        lines += [f"delimiter = {_text(form.delimiter)}", f"decimal = {_text(form.decimal)}"]
        lines += [f"thousands = {_text(form.thousands)}"] if form.thousands else []
        lines += [f"encoding = {_text(form.encoding)}"] if form.encoding != "utf-8" else []
        lines.append(f"header_lines = {form.header_lines}")
    lines += [f"torque_kind = {_text(found.torque_kind.value)}", "", "[[variant]]"]
    lines += [f"columns = {len(table.channels)}"] if form is not None else []
    clock = [group for group in found.groups if group.meaning == TIME]
    if found.rate_hz is not None:
        lines.append(f'rate = {{ value = {found.rate_hz!r}, unit = "Hz" }}')
    elif clock:
        lines += [_remarked(entry, group) for group in clock for entry in [f"time = {_entry(found, group)}"]]
    else:
        lines.append('# rate = { value = 1000, unit = "Hz" }   # the file has no clock: write its rate here')
    lines += ["", "[variant.quantities]"]
    for group in found.groups:
        if group.meaning == TIME:
            continue
        if group.meaning == LEAVE and not group.is_open:
            continue
        meaning = group.meaning if group.meaning != LEAVE else _first_choice(group).split(" ", maxsplit=1)[0]
        lines.append(_remarked(f"{meaning} = {_entry(found, group)}", group))
    return "\n".join(lines) + "\n"


def _remarked(entry: str, group: Group) -> str:
    return f"# {entry}   # choose: {' or '.join(group.choices)}" if group.is_open else entry


def _entry(found: Understanding, group: Group) -> str:
    units = group.units or tuple(_first_choice(group).split(" ")[1:]) or ("",)
    unit = _text(units[0]) if len(units) == 1 else f"[{', '.join(_text(unit) for unit in units)}]"
    if found.table.text is not None:
        first, last = group.columns[0], group.columns[-1]
        whole = group.columns == tuple(range(first, last + 1)) and first < last
        columns = _text(f"{first}-{last}") if whole else f"[{', '.join(map(str, group.columns))}]"
    else:
        columns = f"[{', '.join(_text(found.table.channel(column).name) for column in group.columns)}]"
    return f"{{ columns = {columns}, unit = {unit} }}"


def _first_choice(group: Group) -> str:
    return group.choices[0].rpartition("=")[2]


def _text(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    return f'"{escaped}"'
