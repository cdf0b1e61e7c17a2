"""The sentences about numbers outside their bounds, and about files that are refused unread."""

from collections.abc import Mapping

from app.errors.sentence import Wording

_NOTHING = "Nothing was computed."
_CHANGE = "Change it."

BOUNDS_ERRORS: Mapping[str, Wording] = {
    "setting-not-a-number": Wording(
        "S-120", "The setting {setting} is {value}, which is no number.", _NOTHING, _CHANGE
    ),
    "setting-not-whole": Wording(
        "S-121", "The setting {setting} is {value}, which is no whole number.", _NOTHING, _CHANGE
    ),
    "setting-out-of-bounds": Wording(
        "S-122",
        "The setting {setting} is {value}. It may be from {lower} to {upper}{unit:unit}.",
        _NOTHING,
        _CHANGE,
    ),
    "setting-not-above": Wording(
        "S-123",
        "The setting {setting} is {value}. It has to be above {lower}, and {upper}{unit:unit} at most.",
        _NOTHING,
        _CHANGE,
    ),
    "setting-too-many": Wording(
        "S-124",
        "The setting {setting} has {found} numbers. It may have {most} at most.",
        _NOTHING,
        "Leave some out.",
    ),
    "too-many-samples": Wording(
        "S-125",
        "A period of {period_s} s in steps of {step_s} s has too many samples.",
        _NOTHING,
        "Choose a longer step or a shorter period.",
    ),
    "period-too-short": Wording(
        "S-126",
        "{period_s:apart shortest_s} s are too short a period for {recording}. Its samples show "
        "{shortest_s:apart period_s} s at least.",
        _NOTHING,
        "Name the period of the excitation, or none.",
    ),
    "gain-run-without-rows": Wording(
        "I-098",
        "No joint moves long enough in {recording}.",
        "It has nothing from which drive gains can be found.",
        "Choose runs in which every joint moves.",
    ),
    "given-file-too-large": Wording(
        "F-121",
        "{file} has {size} bytes. Torsion reads {largest} of such a file at most.",
        "Nothing was read.",
        "Check that it is the right file.",
    ),
    "text-too-deep": Wording(
        "F-122",
        "The text of {file:|this file} is nested more than {deepest} times.",
        "Nothing was read.",
        "Check that it is the right file.",
    ),
    "text-too-long": Wording(
        "F-123",
        "{file:|This file} is too long, or has a line that is too long, for a description.",
        "Nothing was read.",
        "Check that it is the right file.",
    ),
    "row-too-long": Wording(
        "F-124",
        "{file} has a row of more than {longest} bytes.",
        "Nothing was imported.",
        "Check that it is the right file.",
    ),
    "gains-file-value": Wording(
        "F-098",
        "{file} gives joint {joint} the drive gain {value}. It may be from {lower} to {upper}{unit:unit}.",
        "Nothing was computed.",
        "Correct it, or name the file that torsion gains --json wrote.",
    ),
}
"""Errors of numbers and files before anything is computed, by their codes."""
