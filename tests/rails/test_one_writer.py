"""Every file for the user goes through one writer, and every option that names one is declared as such."""

import argparse
import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.shell.commands.command_line import build_parser
from app.terminal.command import Parser, PlaceOption, VisitOption, add_command
from core.storage.output_kinds import OutputKind

REPOSITORY = Path(__file__).resolve().parent.parent.parent
PRODUCT = ("app", "core", "devices")

ALLOWED = {
    "core/storage/output_writer.py": "the writer itself",
    "core/storage/replacement.py": "the visit: a copy is changed and takes its place in one step",
    "core/storage/draft.py": "the visit: the copy that is changed",
    "core/storage/draft_file.py": "the visit: what HDF5 writes into that copy",
    "core/storage/unpacked.py": "temporary files of a recording that is looked at, in a folder of their own",
    "core/storage/recovery.py": "a damaged journal is put aside under another name, never over one",
    "core/batch/run.py": "the journal of a batch grows while it runs",
    "core/storage/journal.py": "the journal of a recording grows while it is made",
    "core/given_file.py": "the descriptor of a lock, opened so that no link is followed",
    "core/storage/seal.py": "the visit: the seal behind the copy that is changed",
    "core/storage/listing.py": "a dataset within the copy of a visit that is changed",
    "app/rehearsal/examples.py": "the visit of an example takes its place when it is whole",
    "app/rehearsal/demo_folder.py": "the three files of the demo take their places together",
    "app/shell/commands/command_line.py": "standard output that nobody reads any more",
    "app/terminal/command.py": "standard output that nobody reads any more",
    "app/health/log_file.py": "the log of the program",
    "core/storage/background_file.py": "what the program notes for itself, while the window answers",
    "app/visit/settings.py": "settings that cannot be read are set aside",
    "app/health/running.py": "the note of a program that has ended is put aside",
    "app/visit/known_visits.py": "the program's own memory of visits it has looked into",
    "tests/gallery/kept_pictures.py": "pictures of the manual and of the gallery",
    "app/widgets/view_saving.py": "a picture into memory",
    "tests/gallery/hall.py": "copies of a visit that the pictures of the gallery are taken of",
    "tests/gallery/made_visit.py": "the made-up visit of the gallery",
    "app/health/problem_report.py": "a file within an archive in memory",
    "devices/virtual/black_box.py": "notes of a virtual robot, appended line by line; the rules are asked",
    "devices/transport/pseudo_terminal.py": "the link to a serial port; the rules are asked",
}
"""Files that may write without the writer, each with its reason."""

_WRITING_MODE = re.compile(r"[rb]*[wxa+][rwxabt+]*")
_WRITES = frozenset(
    {
        *("write_text", "write_bytes", "savefig", "savez", "savez_compressed", "savetxt", "tofile"),
        *("savemat", "mkstemp", "mkdtemp", "NamedTemporaryFile", "symlink_to", "hardlink_to", "touch"),
        *("copyfile", "copy2", "rename", "QSaveFile", "QPdfWriter", "QPrinter", "QImageWriter"),
        *("setFileName", "to_csv", "truncate"),
    }
)
_INTO_STREAMS = frozenset({"savez", "savetxt", "savemat"})
_MAY_WRITE = _WRITES | {"open", "File", "save", "replace", "copy", "dump"}
_CALLED = re.compile(rf"\b({'|'.join(sorted(_MAY_WRITE))})\(")
"""One of these is in every file that may write."""
_STREAMS = frozenset({"stream", "file"})
"""What is in memory, or a file within an archive in memory."""


def writing_calls(path: Path) -> Iterator[str]:
    """Calls in a module that open or make a file for writing."""
    text = path.read_text("utf-8")
    if not _CALLED.search(text):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and (what := _written_by(node)):
            yield f"{path.as_posix()}:{node.lineno} {what}"


def _written_by(call: ast.Call) -> str:
    """Kind of writing of a call; empty for a call that does not write."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name not in _MAY_WRITE:
        return ""
    owner = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    if (owner, name) == ("os", "open"):
        return "" if ast.unparse(call.args[1]) == "os.O_RDONLY" else "os.open"
    if name == "open" or (owner, name) == ("h5py", "File"):
        return name if any(_WRITING_MODE.fullmatch(mode) for mode in _texts(call)) else ""
    writes = {
        "save": bool(call.args),  # a painter's has none
        "replace": len(call.args) == 1 and not call.keywords,  # of a path; a text's takes two
        "copy": owner == "shutil",
        "dump": owner in {"json", "pickle"},
        **dict.fromkeys(_INTO_STREAMS, ast.unparse(call.args[0]) not in _STREAMS if call.args else False),
    }
    return name if writes.get(name, name in _WRITES) else ""


def _texts(call: ast.Call) -> Iterator[str]:
    for argument in (*call.args, *(word.value for word in call.keywords if word.arg == "mode")):
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value


def product_files() -> list[Path]:
    return sorted(path for room in PRODUCT for path in (REPOSITORY / room).rglob("*.py"))


_OUR_OWN_TEXT_OF_HDF5 = {"core/storage/visit_file.py", "core/storage/hdf5_values.py"}
"""``write_text`` here is a dataset of a visit."""


def test_nothing_is_written_beside_the_writer():
    found = [
        call
        for path in product_files()
        if (name := path.relative_to(REPOSITORY).as_posix()) not in ALLOWED
        and name not in _OUR_OWN_TEXT_OF_HDF5
        for call in writing_calls(path)
    ]
    assert not found, f"write through core.storage.output_writer.write_whole: {found}"


def test_what_is_allowed_to_write_still_does():
    idle = [name for name in ALLOWED if not list(writing_calls(REPOSITORY / name))]
    assert not idle, f"take these from the list: {idle}"


@pytest.mark.parametrize(
    "line",
    [
        'open("x", "w")',
        'Path("x").open("ab")',
        'path.open(mode="r+b")',
        "path.write_text(text)",
        "picture.save(str(path))",
        "figure.savefig(path)",
        "np.savez(path, a=a)",
        "fresh.replace(path)",
        "os.open(path, os.O_WRONLY | os.O_CREAT)",
        "json.dump(document, file)",
        "shutil.copy(a, b)",
        'h5py.File(path, "r+")',
    ],
)
def test_the_search_finds_what_writes(tmp_path, line):
    module = tmp_path / "module.py"
    module.write_text(f"{line}\n")
    assert list(writing_calls(module))


OUTPUT_LIKE = re.compile(
    r"out|export|write|save|report|dump|store|map|plot|picture|json|into|link|corrected|log"
)
"""Words in the name of an option, or of its placeholder, that speak of a file that is made."""
READS = frozenset({"--load", "--loads", "--layout", "--unloaded", "--loaded", "--leave-out"})
"""Options whose names look so and that write nothing."""


def commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """All commands with their parsers."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                inner = list(commands(command))
                yield from ((f"{name} {below}", deeper) for below, deeper in inner)
                if not inner:
                    yield name, command


def undeclared(command: argparse.ArgumentParser) -> list[str]:
    """Options that look as if they wrote and are not declared."""
    return [
        option
        for action in command._actions
        for option in action.option_strings
        if OUTPUT_LIKE.search(option) and option not in READS and not isinstance(action, PlaceOption)
    ]


def test_every_option_that_names_an_output_is_declared():
    checked = dict(commands(build_parser()))
    assert len(checked) > 20
    assert {name: found for name, command in checked.items() if (found := undeclared(command))} == {}


def test_every_command_is_checked_before_it_runs():
    for name, command in commands(build_parser()):
        assert command.get_default("command_parser") is command, name


def test_options_of_paths_are_declared_or_read_only():
    """An option that takes a path is an output by declaration, or its placeholder says that it is read."""
    for name, command in commands(build_parser()):
        for action in command._actions:
            if action.type is Path and not isinstance(action, PlaceOption):
                assert re.search(r"FILE|VISIT|RECORDING", str(action.metavar)), (name, action.dest)


def test_every_visit_that_is_made_or_added_to_is_declared():
    into = [
        action
        for _, command in commands(build_parser())
        for action in command._actions
        if action.dest == "into"
    ]
    assert len(into) > 5
    assert all(isinstance(action, VisitOption) for action in into)


def test_an_output_that_is_forgotten_is_found():
    parser = Parser(prog="torsion")
    forgetful = add_command(parser.add_subparsers(), "forget", print, summary="")
    forgetful.add_argument("--out", type=Path, metavar="FILE")
    forgetful.add_argument("--save-plot", metavar="FILE")
    assert undeclared(forgetful) == ["--out", "--save-plot"]


def test_every_kind_can_be_recognised():
    from tests.core.storage.test_output import OLDER

    assert set(OutputKind) - set(OLDER) == {OutputKind.NOTES}
