"""The sentences about files that are written for the user: F-06x and F-07x."""

from collections.abc import Mapping

from app.errors.sentence import Wording

_UNCHANGED = "Nothing was changed."
_OTHER_PLACE = "Name another file."
_AS_IT_WAS = "A file that was there before is as it was."

OUTPUT_ERRORS: Mapping[str, Wording] = {
    "output-is-input": Wording(
        "F-060", "{file} is read by this work and cannot be written by it too.", _UNCHANGED, _OTHER_PLACE
    ),
    "output-is-visit": Wording(
        "F-061",
        "{file} is the name or the file of a visit, of another HDF5 file, or of a recording under way.",
        "Results never replace measurements. " + _UNCHANGED,
        _OTHER_PLACE,
    ),
    "output-is-link": Wording(
        "F-062",
        "{file} is a link.",
        "Nothing is written through a link or in its place. " + _UNCHANGED,
        "Name the file itself, or another one.",
    ),
    "output-is-folder": Wording("F-063", "{file} is a folder.", _UNCHANGED, "Name a file in it."),
    "output-is-device": Wording("F-064", "{file} is a device, not a file.", _UNCHANGED, _OTHER_PLACE),
    "output-name-reserved": Wording(
        "F-065", "{name} is a name that Windows keeps for devices or forbids.", _UNCHANGED, _OTHER_PLACE
    ),
    "output-other-kind": Wording(
        "F-066",
        "{file} exists and holds something else than an older result of the same kind ({kind}).",
        _UNCHANGED,
        "Name another file, or remove this one first.",
    ),
    "output-protected": Wording("F-067", "{file} is write-protected.", _UNCHANGED, _OTHER_PLACE),
    "output-folder-missing": Wording(
        "F-068", "There is no folder {folder}.", _UNCHANGED, "Make the folder, or name another one."
    ),
    "output-folder-closed": Wording(
        "F-069",
        "No file can be made in the folder {folder} ({text}).",
        _UNCHANGED,
        "Choose another folder, or make room and allow it.",
    ),
    "output-twice": Wording(
        "F-070",
        "Two results would be written to one file, {file}.",
        _UNCHANGED,
        "Name a file of its own for each.",
    ),
    "output-no-folder": Wording("F-071", "{file} is a file, not a folder.", _UNCHANGED, "Name a folder."),
    "visit-place-other-file": Wording(
        "F-072",
        "{file} exists and is not a visit.",
        _UNCHANGED,
        "Name a visit, or a file that is not there yet.",
    ),
    "output-disk-full": Wording(
        "F-075",
        "The disk or your share of it is full: {file} needs {missing} bytes more.",
        "It was not written. " + _AS_IT_WAS,
        "Make room and try again.",
    ),
    "output-too-large": Wording(
        "F-076",
        "The system allows no file of {needed} bytes: {file} was not written.",
        _AS_IT_WAS,
        "Raise the limit on the size of files, or write to another disk.",
    ),
    "output-folder-full": Wording(
        "F-079",
        "There is no room for another file in the folder {folder} ({text}).",
        _UNCHANGED,
        "Make room and try again.",
    ),
    "stdout-not-written": Wording(
        "F-078",
        "Standard output takes no more ({text}).",
        "Some of what was to be printed is lost.",
        "Send it to another file, or use --json FILE.",
    ),
    "output-held": Wording(
        "F-080",
        "{file} is open in another program, or its folder is closed to you.",
        "It was not written. " + _AS_IT_WAS,
        "Close that program and try again, or name another file.",
    ),
    "output-not-written": Wording(
        "F-077", "{file} could not be written ({text}).", _AS_IT_WAS, "Check the disk and its folder."
    ),
}
"""Errors of outputs, by code."""
