"""The sentences about a disk without room."""

from collections.abc import Mapping

from app.errors.sentence import Wording

DISK_ERRORS: Mapping[str, Wording] = {
    # What the system alone says
    "no-room": Wording("F-004", "The disk is full.", "{file} was not written.", "Make room and try again."),
    # With numbers; see core.storage.disk_room
    "disk-full": Wording(
        "F-020",
        "The disk is too full for {file}: {needed:MB} MB are needed, {free:MB free} MB are free.",
        "Nothing was changed.",
        "Make room and try again.",
    ),
    "disk-quota": Wording(
        "F-021",
        "Your share of the disk (quota) is used up: {file} needs {needed:MB} MB.",
        "Nothing was changed.",
        "Remove files that are not needed, or ask for a larger share, and try again.",
    ),
    "file-too-large": Wording(
        "F-022",
        "{file} cannot grow beyond {free:MB free} MB here, and {needed:MB} MB are needed.",
        "The disk's format or a limit of the system allows no larger file; nothing was changed.",
        "Use another disk, or raise the limit.",
    ),
    "disk-takes-no-file": Wording(
        "F-023",
        "The disk refused {file}: {needed:MB} MB are needed, and the {free:MB free} MB that are free cannot "
        "be used.",
        "It may hold too many files, or keep the rest for the system; nothing was changed.",
        "Remove files that are not needed and try again.",
    ),
    "part-without-room": Wording(
        "V-035",
        "There is no room on the disk to take {file} into the visit: {needed:MB} MB are needed, "
        "{free:MB free} MB are free.",
        "The recording is kept in that file; the rest of the visit is untouched.",
        "Make room on the disk, then open the visit again.",
    ),
    "recording-disk-full": Wording(
        "F-025",
        "The disk is too full to go on recording: {free:MB free} MB are free for {file}.",
        "The recording ended; {samples} samples are kept.",
        "Make room, then record again.",
    ),
}
"""By code."""
