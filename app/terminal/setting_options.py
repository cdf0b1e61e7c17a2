"""Options made of settings as they are declared at their fields (``core.setting``).

An option that is not given leaves no trace in the arguments, so the default of the field holds, or the value
of the settings that the options are added to. Details beyond the declaration, such as the type of a pose,
are given to :func:`add_setting` as ``argparse`` takes them.
"""

import argparse
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeVar

from app.terminal.numbers import DEGREES, JointsOption, NumberOption
from core.bounds import Bounds
from core.setting import Declared, declared

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    T = TypeVar("T", bound=DataclassInstance)
else:
    T = TypeVar("T")

Group = argparse.ArgumentParser | argparse._ArgumentGroup  # noqa: SLF001  argparse names its type no other way
_ON_OFF = {"on": True, "off": False}
_NONE = "none"
_TYPED = {"rad": (DEGREES, "°"), "rad/s": (DEGREES, "°/s")}
"""Units that are typed instead of SI: size of one in the SI unit, and its sign."""
_METAVARS = {"rad": "DEG", "rad/s": "DEG_S", "s": "S", "kg": "M", "m": "M", "m/s": "M/S", "Hz": "F"}


def add_settings(parser: Group, kind: type, *names: str) -> None:
    """Add an option for each of these fields of a settings class; for every declared field without names."""
    for name in names or declared(kind):
        add_setting(parser, kind, name)


def add_setting(parser: Group, kind: type, name: str, *, more: str = "", **particular: Any) -> None:
    """Add the option of one field.

    ``more`` is added to its help: the meaning of the choices' names, for which the window has words.
    ``particular`` are keywords of ``argparse`` that replace those made from the declaration.
    """
    one = declared(kind)[name]
    made = {"dest": name, "default": argparse.SUPPRESS, **_taken(one), **particular}
    made.setdefault("help", _help(one, made.get("type"), more))
    if one.has_default or one.said.option:
        parser.add_argument(f"--{one.said.option or name.replace('_', '-')}", **made)
    else:
        parser.add_argument(**{**made, "metavar": name.upper()})


def settings_from(arguments: argparse.Namespace, base: T) -> T:
    """``base`` with the values of the arguments.

    Raises
    ------
    BadRequest
        For values that the class refuses.
    """
    return replace(base, **given(arguments, type(base)))


def given(arguments: argparse.Namespace, kind: type) -> dict[str, Any]:
    """The values of a settings class that the arguments name."""
    fields = declared(kind)
    return {name: _value(fields[name], value) for name, value in vars(arguments).items() if name in fields}


def _value(one: Declared, value: object) -> object:
    """Parsed value in the type of the field."""
    if value is None:
        return None
    if _is_choice(one.kind):
        return one.kind(value)
    if one.kind is bool:
        return _ON_OFF.get(str(value), value)
    return tuple(value) if isinstance(value, list) else value


def _taken(one: Declared) -> dict[str, Any]:
    """Keywords of ``argparse`` that read the option."""
    if one.kind is bool:
        is_usual = one.has_default and one.default is True
        return {"choices": list(_ON_OFF)} if is_usual else {"action": "store_const", "const": True}
    if _is_choice(one.kind):
        return {"choices": [choice.value for choice in one.kind]}
    if one.bounds is None:
        return {}
    if one.length is None:
        return _number(one, one.bounds)
    if one.length:
        return {"type": number_option(one.bounds), "nargs": one.length, "metavar": ("X", "Y", "Z")}
    if one.bounds.whole:
        return {"type": JointsOption(one.bounds, first=1, several=True), "metavar": "N,N…"}
    return {"type": number_option(one.bounds, several=True)}


def _number(one: Declared, bounds: Bounds) -> dict[str, Any]:
    """Keywords for one number; the word none is None where a number is the default."""
    none = _NONE if one.is_optional and one.default is not None else ""
    metavar = "N" if bounds.whole else _METAVARS.get(bounds.unit, "F")
    return {"type": number_option(bounds, none=none), "metavar": f"{metavar}|{none}" if none else metavar}


def number_option(bounds: Bounds, **options: Any) -> NumberOption:
    """A number within its bounds, typed in degrees where it is an angle."""
    si, unit = _TYPED.get(bounds.unit, (1.0, None))
    return NumberOption(bounds, si=si, unit=unit, **options)


def _is_choice(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


def _help(one: Declared, number: object, more: str) -> str:
    """The sentence as this command line writes it: in small letters, with the default at its end."""
    said = one.said.help.removesuffix(".")
    words = said if said[1:2].isupper() else said[:1].lower() + said[1:]
    words += f": {more}" if more else ""
    default = _default(one, number)
    if isinstance(number, NumberOption) and number.sign and number.sign not in default:
        words += f", in {number.sign}"
    return (f"{words}; default: {default}" if default else words).replace("%", "%%")


def _default(one: Declared, number: object) -> str:
    """Default of the option, in the unit in which it is typed."""
    value = one.default
    if one.said.auto or not one.has_default or value is None:
        return one.said.auto
    if isinstance(value, bool):
        return "on" if value else ""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(number, NumberOption):
        return f"{value / number.si:g} {number.sign}".strip().replace(" °", "°").replace("°/s", " °/s")
    return str(value or "")
