"""The sentences about joining and splitting recordings on import: F-33x."""

from app.errors.sentence import Wording

ARRANGING_ERRORS: dict[str, Wording] = {
    "join-no-common-channel": Wording(
        "F-330",
        "{first} and {second} have no quantity in common.",
        "Their clocks can only be compared by one that both recorded: {first} has {first_has}, {second} has "
        "{second_has}. Nothing was imported.",
        "Record one quantity with both programs, such as the position.",
    ),
    "join-poor-correlation": Wording(
        "F-331",
        "{second} does not move as {first} does.",
        "At the best offset of their clocks the correlation of {common:words} is {correlation:apart least}; "
        "{least:apart correlation} is needed. Nothing was imported.",
        "Name files of one run.",
    ),
    "join-nothing-new": Wording(
        "F-332",
        "{second} has no column that {first} lacks.",
        "Joining would add nothing. Nothing was imported.",
        "Import the files without --join.",
    ),
    "join-too-short": Wording(
        "F-333",
        "{first} and {second} overlap with too little motion.",
        "It was enough for {blocks} comparisons of their clocks; {needed} are needed. Nothing was imported.",
        "Name files that overlap for longer.",
    ),
    "no-split-column": Wording(
        "F-334",
        "{file} has no column {column}.",
        "It has: {has}. Nothing was imported.",
        "Name one of these.",
    ),
}
