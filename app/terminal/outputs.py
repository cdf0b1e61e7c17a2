"""Files that a command writes and reads: declared with its options, and checked before it runs.

Every option that names a file to be written is made with ``action=OutputOption`` (or one of its
siblings). ``check_outputs`` finds them in the command's own parser, so that a new command has
nothing to remember; files that are read are found by the placeholders of their options.
"""

import argparse
import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from core.errors import BadRequest
from core.storage.output import (
    check_output,
    check_output_folder,
    check_visit_place,
    is_same_file,
    place_key,
)
from core.storage.output_kinds import OutputKind

STDOUT = "-"
_READS = re.compile(r"FILE|VISIT|URI|ROBOT|PATH|DIR")
"""Words in the placeholder of an option that reads a file."""
_BLACK_BOX = re.compile(r"[?&]black_box=([^&]+)")
_SCHEME = re.compile(r"[a-z][a-z-]+:")

Kind = OutputKind | Callable[[argparse.Namespace, Path], OutputKind]


class PlaceOption(argparse.Action):
    """An option that names a place in the file system; each is one of the kinds below."""

    takes_folder = False

    def __init__(self, *arguments: Any, append: bool = False, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._append = append

    def __call__(
        self,
        _parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        _option: str | None = None,
    ) -> None:
        """Keep the path, or ``-`` for standard output."""
        place = self._place(str(values))
        if self._append:
            place = [*(getattr(namespace, self.dest) or []), place]
        setattr(namespace, self.dest, place)

    def _place(self, text: str) -> Any:
        if text == STDOUT and self.const == STDOUT:
            return text
        if not text:
            raise argparse.ArgumentError(self, "an empty name is no file")
        if not self.takes_folder and text.endswith(("/", os.sep)):
            raise argparse.ArgumentError(self, f"{text} is a folder, not a file")
        return Path(text)


class OutputOption(PlaceOption):
    """A file that the command writes; ``kind`` is its content."""

    def __init__(self, *arguments: Any, kind: Kind, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._kind = kind

    def kind_of(self, arguments: argparse.Namespace, path: Path) -> OutputKind:
        """Kind of the content that will be written to ``path``."""
        return self._kind(arguments, path) if callable(self._kind) else self._kind


class OutputFolderOption(PlaceOption):
    """A folder that the command fills with ``files``, by name and kind; it is made where it is missing."""

    takes_folder = True

    def __init__(self, *arguments: Any, files: dict[str, OutputKind], **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.files = files


class VisitOption(PlaceOption):
    """A visit that the command makes or adds to; it goes through the storage."""


class CatalogueOption(PlaceOption):
    """A catalogue of visits, which is made where it is missing; its own database guards what is in it."""


class PortLinkOption(PlaceOption):
    """A symbolic link to a serial port that the command makes."""


def check_outputs(arguments: argparse.Namespace) -> None:
    """Refuse, before any work, files that this command may not write.

    Raises
    ------
    BadRequest
        As ``core.storage.output.check_output``; ``output-twice`` for one place of two results.
    OSError
        When the system cannot look at the place.
    """
    visits = tuple(_visits(arguments))
    inputs = tuple(inputs_of(arguments))
    imported = tuple(inputs_of(arguments, positional_alone=True))
    for visit in visits:  # which may be read too: it is added to, and nothing in it is replaced
        check_visit_place(visit, inputs=imported)
    files = tuple(_files(arguments))
    for path, kind in files:
        check_output(path, kind=kind, inputs=(*inputs, *visits))
    _refuse_twice([*visits, *(path for path, _ in files)])


def inputs_of(arguments: argparse.Namespace, *, positional_alone: bool = False) -> Iterator[Path]:
    """Every file that the command line names to be read, whether it is there or not.

    With ``positional_alone`` only those without the name of an option, such as files to import.
    """
    for action, value in _valued(arguments):
        if isinstance(action, PlaceOption) or (positional_alone and action.option_strings):
            continue
        placeholder = action.metavar if isinstance(action.metavar, str) else " ".join(action.metavar or ())
        for one in value if isinstance(value, list | tuple) else (value,):
            if isinstance(one, Path):
                yield one
            elif isinstance(one, str) and _READS.search(placeholder):
                yield Path(one)
                yield Path(_SCHEME.sub("", one, count=1).partition("?")[0])  # of a controller's URI


def _visits(arguments: argparse.Namespace) -> Iterator[Path]:
    for action, value in _valued(arguments):
        if isinstance(action, VisitOption):
            yield value


def _files(arguments: argparse.Namespace) -> Iterator[tuple[Path, OutputKind]]:
    """Every file that will be written, with its kind."""
    for action, value in _valued(arguments):
        if isinstance(action, OutputOption):
            for path in value if isinstance(value, list) else (value,):
                if path != STDOUT:
                    yield path, action.kind_of(arguments, path)
        elif isinstance(action, OutputFolderOption):
            check_output_folder(value)
            if value.is_dir():
                yield from ((value / name, kind) for name, kind in action.files.items())
        elif isinstance(action, PortLinkOption):
            _check_port_link(value)
        elif isinstance(value, str) and value.startswith("virtual:"):
            yield from ((Path(unquote(name)), OutputKind.NOTES) for name in _BLACK_BOX.findall(value))


def _valued(arguments: argparse.Namespace) -> Iterator[tuple[argparse.Action, Any]]:
    """Options of the command with their values, given or default; those without a value are left out."""
    parser: argparse.ArgumentParser = arguments.command_parser
    for action in parser._actions:  # noqa: SLF001  argparse lists its options no other way
        value = getattr(arguments, action.dest, None)
        if value is not None and value != []:
            yield action, value


def _refuse_twice(paths: Sequence[Path]) -> None:
    seen: list[Path] = []
    for path in paths:
        if any(place_key(path) == place_key(other) or is_same_file(path, other) for other in seen):
            raise BadRequest("output-twice", file=str(path))
        seen.append(path)


def _check_port_link(link: Path) -> None:
    """Refuse to replace anything but a link to a device, which an earlier emulation left."""
    if link.is_symlink():
        if not os.path.realpath(link).startswith("/dev/"):
            raise BadRequest("output-is-link", file=str(link))
        return
    check_output_folder(link.parent)
    if link.exists():
        raise BadRequest("port-link-taken", link=str(link))
