"""The sentences about recognised recordings: the evidence for a column, and what a person must say."""

from collections.abc import Mapping

from app.errors.sentence import Wording

RECOGNITION_ERRORS: Mapping[str, Wording] = {
    "columns-open": Wording(
        "F-050",
        "The numbers and names in {file} do not tell what all of its columns are.",
        "Nothing was imported, and nothing was guessed.",
        "Say what they are with --column, or write the layout to a file with --layout-out and complete it.",
    ),
    "no-clock-found": Wording(
        "F-051",
        "{file} has no column that can be its clock.",
        "Nothing was imported.",
        "Give the sample rate in Hz with --rate, or name the clock's column: --column 1=time.",
    ),
    "nothing-recognised": Wording(
        "F-052",
        "Nothing in the {columns} columns of {file} was recognised: {names}.",
        "Nothing was imported.",
        "Say what the columns are with --column, or with --layout; the nearest one shipped is {layout}, "
        "which torsion layouts explains.",
    ),
    "file-faults": Wording("F-053", "{file} cannot be imported as it is.", "Nothing was imported.", ""),
    "not-a-table": Wording(
        "F-054",
        "{file} has no rows of numbers that are separated alike.",
        "Nothing was imported.",
        "Name a text table, an array file, a Parquet or Excel file, or a bag.",
    ),
    "number-format-unclear": Wording(
        "F-055",
        "Numbers such as {example} in {file} can be read in two ways.",
        "A comma is a decimal sign or separates thousands; nothing was imported.",
        'Save the file without separators of thousands, or name a layout with decimal = ",".',
    ),
    "library-missing": Wording(
        "F-056",
        "Reading {file} needs the library {library}, which is not installed.",
        "Nothing was imported.",
        "Install it with: pip install {library}",
    ),
    "not-a-table-file": Wording(
        "F-057", "{file} could not be read ({reason}).", "Nothing was imported.", "Check the file."
    ),
    "bad-archive": Wording(
        "F-058", "{file} is damaged or cut off ({reason}).", "Nothing was imported.", "Copy it again."
    ),
    "not-npy": Wording(
        "F-059", "{file} is not a NumPy array ({reason}).", "Nothing was imported.", "Check the file."
    ),
    "not-a-bag": Wording(
        "F-081",
        "{file} is not a bag that can be read ({reason}).",
        "Nothing was imported.",
        "Check the file.",
    ),
    "bag-without-joints": Wording(
        "F-082",
        "No topic of {file} holds the joints of an arm.",
        "It has: {topics}.",
        "Name the topic to read with --topic.",
    ),
    "bag-topic-open": Wording(
        "F-083",
        "Several topics of {file} hold joints: {topics}.",
        "Nothing was imported.",
        "Name one of them with --topic.",
    ),
    "bag-topic-unknown": Wording(
        "F-084", "{file} has no topic {topic}.", "It has: {topics}.", "Name one of these with --topic."
    ),
    "bag-without-definition": Wording(
        "F-085",
        "{file} does not say how messages of the type {message} are built.",
        "Nothing was imported.",
        "Record it as MCAP, which holds the definitions, or convert it where the type is installed.",
    ),
    "sheet-open": Wording(
        "F-192",
        "Several sheets of {file} have a table: {sheets}.",
        "Nothing was imported.",
        "Name one of them with --topic.",
    ),
    "sheet-unknown": Wording(
        "F-193", "{file} has no sheet {sheet}.", "It has: {sheets}.", "Name one of these with --topic."
    ),
    "column-answer": Wording(
        "F-086",
        "'{text}' does not say what a column is.",
        "Nothing was imported.",
        'Write columns, an equals sign and the meaning, such as --column "14-19=current A" or '
        '"2-7=position 524288 counts/turn".',
    ),
    "column-meaning": Wording(
        "F-087", "{meaning} is no meaning of a column.", "There are: {meanings}.", "Choose one of these."
    ),
    "column-unit": Wording(
        "F-088", "{unit} is no unit of {meaning:words}.", "There are: {units}.", "Choose one of these."
    ),
    "column-unit-count": Wording(
        "F-190",
        "{units} units were named for {columns} columns.",
        "Nothing was imported.",
        "Name one unit for all of them, or one for each column in their order.",
    ),
    "column-unknown": Wording(
        "F-089",
        "{file} has no column {column}.",
        "It has {columns} columns, counted from 1.",
        "torsion show lists them.",
    ),
}
"""Errors that prevent the recognition of a recording, by code."""

RECOGNITION_PROBLEMS: dict[str, tuple[str, str]] = {
    "column-open": ("columns {columns}: {choices}", "F-220"),
    "no-position": ("no column holds positions of joints", "F-221"),
    "clocks-differ": (
        "the {columns} columns {name} hold different times, so the values beside them are not of the same "
        "moments; export all channels at one rate",
        "F-223",
    ),
    "motor-at-shaft": (
        "columns {columns} turn {ratio} times as far as the joints, so they are at the motor shaft; say so "
        "in the robot's description (motor_position_at_shaft = true), or leave them out with --column",
        "F-222",
    ),
}

EVIDENCE: dict[str, str] = {
    "said": "you said so",
    "layout": "the numbers agree with the shipped layout {layout}",
    "not-in-layout": "the shipped layout {layout} has no use for it",
    "form": "a documented name of {form}",
    "known-field": "a field of {form} that is not needed",
    "stated": "the message {message} says so",
    "name": "the name {name} says so",
    "weak-name": "the name {name} says the joint",
    "unit-named": "the name says {unit}",
    "units-differ": "the names state different units or none: {units}",
    "ratios-differ": "the joints differ in their unit: columns {columns} change {ratios} times as fast",
    "unknown-unit": "{unit} is no known unit",
    "order-by-number": "joints in the order of their numbers",
    "order-by-joint-names": "joints in the order of their names",
    "order-of-file": "joints in the order of the file",
    "one-joint": "one joint",
    "joint-order-open": "the order of the joints {joints} is not known",
    "joint-number-missing": "the joints are numbered {joints}",
    "same-name-twice": "several columns have the same name",
    "two-of-a-kind": "other columns hold the same quantity",
    "another-said": "you named other columns for it",
    "another-clock": "another column is the clock",
    "clock-named": "rises row by row in {unit}, {rate} Hz",
    "clock-by-step": "rises by {step} from row to row; in {unit} that is {rate} Hz",
    "clock-of-text": "moments as text, {rate} Hz",
    "clock-unit-open": "rises by {step} from row to row; its unit can be one of several",
    "clock-in-two-parts": "whole seconds, and the rest in nanoseconds",
    "only-rising": "the first column that rises throughout",
    "is-derivative": "its integral follows columns {columns} (correlation {share})",
    "is-derivative-of-velocity": "its integral follows the speeds in columns {columns}",
    "has-derivative": "columns {columns} are its derivative",
    "copy-of": "follows columns {columns} one to one",
    "has-copy": "other columns follow it, so it can be the motor's, the link's or the controller's",
    "copy-of-position": "follows the positions with a ratio of {ratio}: another encoder, or the command",
    "does-not-follow": "its integral does not follow columns {columns} (correlation {share})",
    "sign-differs": "it has the opposite sign of the change of columns {columns}",
    "ratio-without-unit": "its integral is {ratio} times the change of columns {columns}: no known unit",
    "unit-by-limits": "within the limits of {robot} only in {unit}",
    "unit-by-size": "up to {peak}, so the unit is {unit}",
    "unit-by-weights": "the weights of {robot} explain columns {columns} only in {unit}",
    "unit-by-masses": "columns {columns} are the torques that the masses of {robot} need only in {unit}",
    "torque-of-masses": "the torques that the masses of the robot need, in {unit}",
    "unit-of-si-file": "up to {peak}, and the angles are in rad, so the unit is {unit}",
    "unit-without-size": "written in {unit}; how much one is in SI is not in the file",
    "whole-numbers": "whole numbers up to {peak}: counts of an encoder, or rounded angles",
    "unit-outside-limits": "up to {peak}, beyond the limits of {robot} in rad and in deg",
    "unit-after": "its unit follows once columns {columns} are settled",
    "unit-by-speed": "the speeds in columns {columns} fit {unit}",
    "unit-open": "up to {peak}, which leaves the unit open",
    "unit-of-sliding-joint": "the robot has a sliding joint, so the unit is open",
    "too-far-for-rad": "up to {peak}, too far for rad",
    "weak-name-alone": "the names say the joints, but not the quantity",
    "motor-torque-side": "at the motor shaft, or already times the gear ratio",
    "effort-said": "the effort is what you said",
    "effort-of-ur": "drivers of Universal Robots write the current in A as effort",
    "effort-torque": "the effort of a joint is a torque in N·m",
    "all-zero": "all values are zero",
    "nothing-tells": "no name, and no block of columns is the derivative of another",
    "torque-or-current": "the numbers do not tell a torque from a current, nor measured from computed",
    "no-numbers": "not made of numbers",
    "unknown-name": "the name says no quantity of a joint",
    "unplaced": "fits into no block of one column for each joint",
    "left-by-message": "a field of the message that is not needed",
    "left-other": "the name says a quantity that is not needed",
    "left-reference": "commanded, not measured",
    "left-index": "counts rows or messages",
    "left-time": "another clock, or one that does not rise",
    "left-fine-time": "part of another clock",
}
"""Reasons for the meaning of a column, by the code of the evidence."""
