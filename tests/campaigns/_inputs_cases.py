"""Bad command lines and bad files, generated from the parsers themselves and from sound files."""

import argparse
import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from _inputs_commands import BASES, RUNS_LONG

from app.shell.commands.command_line import build_parser
from app.terminal.options import NumberOption
from core.bounds import Bounds

ANY, REFUSED, NOT_GOOD = "any", "refused", "not-good"
"""What may come of a case: anything that is orderly; exit 2; anything but exit 0."""
NO_NUMBERS = (
    *("nan", "inf", "-inf", "1e400", "-1e400", "", " ", "abc", "true", "None", "0x10", "1_000", "1,,2"),
    *("\uff11\uff12", "\u00bd", "1e", "--json", "\x1b[31m1", "9" * 400, "1e9999999999", "1 2", "+-1"),
)
NO_TEXTS = ("", " ", "../..", "\x07bell", "\x1b[2J", "x" * 5000, "\u202eabc", "a/b", "no such thing", "0")
NO_CHOICES = ("", "magic", "LS ", "--json", "0", "x" * 3000)
BAD_URIS = (
    *("", "virtual:", "virtual:nope", "virtual:ec66?worn=99", "virtual:ec66?worn=0", "virtual:ec66?worn=-1"),
    *(
        "virtual:ec66?worn=7",
        "virtual:ec66?seed=3.3",
        "virtual:ec66?seed=-1",
        "virtual:ec66?seed=" + "9" * 50,
    ),
    *("virtual:ec66?payload_kg=1e9", "virtual:ec66?payload_kg=nan", "virtual:ec66?payload_com=1,2"),
    *("virtual:ec66?payload_com=1e9,0,0", "virtual:ec66?uptime=-1", "virtual:ec66?uptime=1e300"),
    *("virtual:ec66?pace=never", "virtual:ec66?kind=", "virtual:ec66?nonsense=1", "virtual:ec66?fault=x"),
    *("virtual:ec66?fault=cable-pulled@nan", "virtual:ec66?black_box=%00", "virtual:/etc/passwd"),
    *("virtual:../../x.toml", "serial:", "serial:/dev/none?baud=0", "serial:/dev/none?baud=1e9"),
    *(
        "serial:/dev/none?baud=" + "9" * 40,
        "serial:/dev/none?usb=zz",
        "serial:%00",
        "replay:",
        "replay:none.h5",
    ),
    *("replay:visit.h5?label=nope", "replay:visit.h5?pace=x", "replay:visit.h5?x=1", "ftp:x", "ur:1.2.3.4"),
    *("virtual", ":", "?", "replay:folder", "virtual:loop.toml", "virtual:" + "a" * 5000),
    *("virtual:ec66?seed", "virtual:ec66?worn=", "virtual:ec66?worn=a,b", "virtual:ec66?stream=x"),
)


@dataclass(frozen=True)
class Case:
    """One command line, in the folder of the material, and what may come of it."""

    name: str
    arguments: tuple[str, ...]
    expected: str = ANY
    spoilt: dict[str, bytes] = field(default_factory=dict)
    """Files that are written before it, by their names."""

    @property
    def command(self) -> str:
        """The command, with its procedure."""
        first = 2 if self.arguments[:1] == ("run",) else 1
        return " ".join(part for part in self.arguments[:first] if not part.startswith("-"))[:40] or "torsion"


def parsers(parser: argparse.ArgumentParser, path: str = "") -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command with its parser."""
    nested = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not nested:
        yield path, parser
    for action in nested:
        for name, inner in action.choices.items():
            yield from parsers(inner, f"{path} {name}".strip())


def argument_cases(random_: random.Random, *, most_values: int) -> Iterator[Case]:
    """Every option of every command with values that it must refuse, or may take in good order."""
    for command, parser in parsers(build_parser()):
        base = BASES[command]
        for action in parser._actions:
            if isinstance(action, argparse._HelpAction):
                continue
            flag = action.option_strings[0] if action.option_strings else ""
            for value, expected in _values(action, random_, most_values):
                if expected is ANY and command in RUNS_LONG:
                    continue
                name = f"{command} {flag or action.dest}={value[:30]!r}"
                yield Case(name, _with(base, action, value), expected)
        yield Case(f"{command} unknown option", (*base, "--no-such-option"), REFUSED)
        yield Case(f"{command} spare argument", (*base, "spare", "\x00"[:0] or "spare"), ANY)
        for size in range(1, len(base)):
            if command not in RUNS_LONG:
                yield Case(f"{command} cut to {size}", base[:size], ANY)


def _with(base: tuple[str, ...], action: argparse.Action, value: str) -> tuple[str, ...]:
    """The base with one option more, or with another value in the first place."""
    count = action.nargs if isinstance(action.nargs, int) else 1
    values = (value, *["1"] * (count - 1)) if count else ()
    if not action.option_strings:
        first = 2 if base[0] == "run" else 1
        return (*base[:first], value, *base[first + 1 :])
    flag = action.option_strings[0]
    if action.nargs in ("+", "*", "?") or value.startswith("-"):
        return (*base, f"{flag}={value}", *values[1:])
    return (*base, flag, *values)


def _values(action: argparse.Action, random_: random.Random, most: int) -> list[tuple[str, str]]:
    if isinstance(action.type, NumberOption):
        chosen = [*_outside(action.type), *_sample(random_, NO_NUMBERS, most)]
        return [(value, REFUSED) for value in chosen]
    if action.choices is not None:
        return [(value, REFUSED) for value in _sample(random_, NO_CHOICES, most)]
    if action.nargs == 0:
        return []
    if action.dest == "controller":
        return [(value, REFUSED) for value in _sample(random_, BAD_URIS, 4 * most)]
    if action.dest == "json":
        return []  # what a command writes is another campaign's
    if action.dest in {"out", "export", "map", "corrected", "report", "into", "link", "port", "confirm"}:
        return []
    return [(value, ANY) for value in _sample(random_, NO_TEXTS, most)]


def _sample(random_: random.Random, values: tuple[str, ...], most: int) -> list[str]:
    return random_.sample(values, min(most, len(values)))


def _outside(option: NumberOption) -> list[str]:
    """Numbers just outside the bounds of an option, and of the wrong kind."""
    bounds: Bounds = option.bounds
    ends = []
    if bounds.upper < 1e300:
        ends.append(bounds.upper * 1.01 + 1.0)
    if bounds.lower > -1e300:
        ends.append(bounds.lower if bounds.above else bounds.lower - 1.0 - 0.01 * abs(bounds.lower))
    typed = [end / option.si + option.first for end in ends]
    return [f"{round(end)}" if bounds.whole else f"{end:.6g}" for end in typed] + ["3.3"] * bounds.whole


FILES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("visit.h5", ("info", "visit.h5")),
    ("visit.h5", BASES["identify"]),
    ("visit.h5", BASES["verify"]),
    ("visit.h5", BASES["rescue"]),
    ("visit.h5", BASES["gains"]),
    ("visit.h5", BASES["payload"]),
    ("visit.h5", BASES["deflection"]),
    ("visit.h5", BASES["compare"]),
    ("visit.h5", BASES["report"]),
    ("visit.h5", BASES["export"]),
    ("visit.h5", ("stiffness", "--visit", "visit.h5")),
    ("visit.h5", ("run", "record", "0.2", "--controller", "replay:visit.h5?pace=fast", "--into", "new.h5")),
    ("run.csv", BASES["import"]),
    ("run.npz", ("import", "run.npz", "--robot", "arm.toml", "--into", "new.h5")),
    ("run.mat", ("import", "run.mat", "--robot", "arm.toml", "--into", "new.h5")),
    ("layout.toml", BASES["import"]),
    ("arm.toml", ("robots", "arm.toml")),
    ("arm.toml", BASES["import"]),
    ("arm.toml", BASES["excite"]),
    ("arm.urdf", ("robots", "arm.urdf")),
    ("arm.urdf", ("import", "run.csv", "--robot", "arm.urdf", "--into", "new.h5", "--layout", "layout.toml")),
    ("gains.json", (*BASES["identify"], "--gains", "gains.json")),
    ("gains.json", (*BASES["payload"], "--gains", "gains.json")),
    ("trajectory.json", ("excite", "--robot", "arm.toml", "--evaluate", "trajectory.json")),
    ("limits.toml", (*BASES["excite"], "--limits", "limits.toml")),
    ("loads.csv", ("stiffness", "--robot", "mikhel-3", "--loads", "loads.csv")),
    ("loads.csv", ("stiffness", "--robot", "mikhel-3", "--loads", "loads.csv", "--tracker", "loads.csv")),
)
"""Every kind of file that is read, and a command that reads it."""
_NUMBER = re.compile(rb"(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])")
_NEW_NUMBERS = (b"-1", b"0", b"nan", b"inf", b"1e300", b"-1e300", b"true", b'"x"', b"[]", b"null", b"9" * 400)


def file_cases(sound: Path, random_: random.Random, *, rounds: int) -> Iterator[Case]:
    """Every kind of file, spoilt in every way that text or bytes can be."""
    for file, arguments in FILES:
        content = (sound / file).read_bytes()
        for how, bad, expected in _spoilt(file, content, random_, rounds, sound):
            yield Case(f"{' '.join(arguments[:2])}: {file} {how}", arguments, expected, {file: bad})
        for other in ("folder", "fifo", "loop" + Path(file).suffix, "missing" + Path(file).suffix):
            swapped = tuple(part.replace(file, other) for part in arguments)
            yield Case(f"{' '.join(swapped[:2])}: {other} as {file}", swapped, REFUSED)


def _spoilt(
    file: str, content: bytes, random_: random.Random, rounds: int, sound: Path
) -> Iterator[tuple[str, bytes, str]]:
    is_text = file.endswith((".csv", ".toml", ".json", ".urdf"))
    yield "empty", b"", REFUSED
    yield "garbage", random_.randbytes(3000), REFUSED
    yield "zeros", bytes(5000), REFUSED
    other = "run.csv" if not file.endswith(".csv") else "visit.h5"
    yield f"is {other}", (sound / other).read_bytes(), REFUSED
    for _ in range(rounds):
        yield "truncated", content[: random_.randrange(1, max(len(content) - 1, 2))], ANY
    for _ in range(2 * rounds):
        place = random_.randrange(len(content))
        yield "a byte changed", content[:place] + random_.randbytes(1) + content[place + 1 :], ANY
    if is_text:
        yield from _spoilt_text(file, content, random_, rounds)


def _spoilt_text(
    file: str, content: bytes, random_: random.Random, rounds: int
) -> Iterator[tuple[str, bytes, str]]:
    yield "BOM", b"\xef\xbb\xbf" + content, ANY
    yield "CRLF", content.replace(b"\n", b"\r\n"), ANY
    yield "CR", content.replace(b"\n", b"\r"), ANY
    yield "UTF-16", content.decode().encode("utf-16"), ANY
    yield "not UTF-8", content.replace(b"a", b"\xe9\xff", 1), ANY
    yield "a NUL", content.replace(b"a", b"\0", 1), ANY
    yield "a huge line", content + b"#" * 3_000_000, ANY
    yield "a line of dots", content + b"\na" + b".a" * 50_000 + b" = 1\n", ANY
    yield "twice", content + b"\n" + content, ANY
    yield "lines shuffled", b"\n".join(random_.sample(content.split(b"\n"), content.count(b"\n") + 1)), ANY
    yield from _deep(file, content)
    lines = content.split(b"\n")
    for _ in range(rounds):
        place = random_.randrange(len(lines))
        yield "a line gone", b"\n".join(lines[:place] + lines[place + 1 :]), ANY
        yield "a line twice", b"\n".join([*lines[:place], lines[place], *lines[place:]]), ANY
    numbers = list(_NUMBER.finditer(content))
    for number in random_.sample(numbers, min(len(numbers), 4 * rounds)):
        new = random_.choice(_NEW_NUMBERS)
        yield (
            f"{number[0][:9]!r} is {new[:9]!r}",
            content[: number.start()] + new + content[number.end() :],
            ANY,
        )


def _deep(file: str, content: bytes) -> Iterator[tuple[str, bytes, str]]:
    many = 100_000
    if file.endswith(".json"):
        yield "nested", b"[" * many + b"]" * many, REFUSED
        yield "nested inside", b'{"drive_gain": ' + b"[" * many + b"]" * many + b', "a": 1}', REFUSED
        yield "a key twice", content.replace(b"{", b'{"drive_gain": [1], "a": 1, "q0": 3, ', 1), REFUSED
    elif file.endswith(".toml"):
        yield "nested", content + b"\nx = " + b"[" * 9000 + b"]" * 9000, REFUSED
        yield "nested tables", content + b"\n[" + b"a." * 9000 + b"a]\n", REFUSED
        yield "unclosed", content + b'\nx = """' + b'\\"' * 9000, REFUSED
    elif file.endswith(".urdf"):
        laughs = (
            b'<!DOCTYPE r [<!ENTITY a "ha">'
            + b"".join(
                b'<!ENTITY a%d "%s">' % (level, b"&a%d;" % (level - 1) * 10 if level else b"ha")
                for level in range(1, 12)
            )
            + b"]>"
        )
        yield (
            "laughs",
            content.replace(b"?>", b"?>" + laughs).replace(b'name="bars"', b'name="&a11;"'),
            REFUSED,
        )
        outside = b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
        yield "outside", content.replace(b"?>", b"?>" + outside).replace(b"</robot>", b"&x;</robot>"), REFUSED
        yield "nested", b"<robot>" + b"<link>" * many + b"</link>" * many + b"</robot>", REFUSED
        yield "a circle", content.replace(b'<child link="two"/>', b'<child link="base"/>'), REFUSED
        chain = b"".join(
            b'<link name="l%d"/><joint name="j%d" type="revolute"><parent link="%s"/><child link="l%d"/>'
            b'<axis xyz="0 0 1"/><limit lower="-1" upper="1" velocity="1" effort="1"/></joint>'
            % (n, n, b"l%d" % (n - 1) if n else b"base", n)
            for n in range(3000)
        )
        yield "3000 joints", b'<robot name="r"><link name="base"/>' + chain + b"</robot>", REFUSED
    elif file.endswith(".csv"):
        yield "one long row", content + b"1," * 500_000 + b"1\n", ANY
        yield "a quote", content + b'"' + b"x," * 1000, ANY


LABELS = (
    *("still", "holed", "huge", "zero", "position", "torque", "short-1", "short-2", "short-5", "short-30"),
    *("two-loaded", "short-loaded", "still-loaded", "huge-loaded", "zero-loaded"),
)
SHORT = {"short-1", "short-2", "short-5", "two-loaded"}


BAD_GAINS = (
    *('{"drive_gain": [-10, 8]}', '{"drive_gain": [0, 8]}', '{"drive_gain": [true, 8]}', "[[10, 8]]"),
    *('{"drive_gain": [1e300, 8]}', '{"drive_gain": [null, 8]}', '{"drive_gain": [1e999, 8]}', "{}"),
    *('{"drive_gain": [1e-300, 8]}', '{"drive_gain": {}}', '{"drive_gain": "10, 8"}', '{"drive_gain": []}'),
    *('{"drive_gain": [NaN, 8]}', '{"drive_gain": [10, 8, 3]}', '{"drive_gain": [[10, 8]]}', "null", "10"),
)


def recording_cases() -> Iterator[Case]:
    """Sound files whose recordings cannot give what is asked for."""
    fast = ("--friction", "coulomb-viscous")
    for label in LABELS:
        yield Case(
            f"identify {label}",
            ("identify", "visit.h5", "--fit", label, *fast),
            NOT_GOOD if label != "torque" else ANY,
        )
        together = ("identify", "visit.h5", "--fit", "fit-1", label, *fast)
        yield Case(f"identify fit-1 {label}", together, NOT_GOOD if label in {"huge", "holed"} else ANY)
        yield Case(f"identify, {label} judges", (*BASES["identify"], "--validate", label), ANY)
        yield Case(f"verify {label}", ("verify", "visit.h5", "--recordings", label), NOT_GOOD)
        yield Case(f"deflection {label}", ("deflection", "visit.h5", "--recordings", label), NOT_GOOD)
        sweeps = ("payload", "visit.h5", "--reference", label, "--sweeps", "loaded")
        yield Case(f"payload {label}", sweeps, NOT_GOOD)
        for method in ("three-step", "deflection", "dynamic"):
            yield Case(f"payload {method} {label}", (*sweeps, "--method", method), NOT_GOOD)
    for free, loaded in (
        *(
            ("still", "still-loaded"),
            ("huge", "huge-loaded"),
            ("zero", "zero-loaded"),
            ("short-30", "short-loaded"),
        ),
        *(("short-2", "two-loaded"), ("fit-1", "still-loaded"), ("still", "loaded"), ("holed", "loaded")),
        *(
            ("position", "loaded"),
            ("torque", "loaded"),
            ("fit-1", "two-loaded"),
            ("fit-1", "fit-1"),
            ("short-1", "loaded"),
        ),
    ):
        for more in ((), ("--payload-kg", "2"), ("--friction", "coulomb-viscous")):
            pair = ("gains", "visit.h5", "--unloaded", free, "--loaded", loaded, *more)
            yield Case(f"gains {free} {loaded} {' '.join(more)}", pair, NOT_GOOD)
    for more in (("--filter-hz", "60"), ("--filter-hz", "1e5"), ("--period", "3600"), ("--period", "1e-9")):
        yield Case(f"identify {' '.join(more)}", (*BASES["identify"], *more, "--estimator", "ml"), ANY)
    for more in (
        ("--filter-hz", "1e-9"),
        ("--mass-tolerance", "1e-9"),
        ("--residual", "gmm"),
        ("--residual", "rbf"),
    ):
        yield Case(f"identify {' '.join(more)}", (*BASES["identify"], *more), ANY)
    for gains in BAD_GAINS:
        arguments = (*BASES["identify"], "--gains", "gains.json")
        yield Case(f"gains file {gains}", arguments, REFUSED, {"gains.json": gains.encode()})


def contradiction_cases() -> Iterator[Case]:
    """Options that contradict each other, stand twice, or ask for far too much."""
    for name, arguments in {
        "a number twice, the last bad": (*BASES["identify"], "--filter-hz", "3", "--filter-hz", "nan"),
        "fit judges itself": (*BASES["identify"], "--validate", "fit-1"),
        "a label twice": ("identify", "visit.h5", "--fit", "fit-1", "fit-1"),
        "excite with too many samples": (*BASES["excite"], "--period", "3600", "--sample-step", "1e-6"),
        "excite with few samples": (*BASES["excite"], "--sample-step", "4.9"),
        "excite with all joints locked": (*BASES["excite"], "--lock", "1,2"),
        "excite from outside": (*BASES["excite"], "--start", "9,9", "--kind", "modified"),
        "excite for other joints": (*BASES["excite"], "--start", "0,0,0,0"),
        "rows beyond the file": (*BASES["import"], "--rows", "9999999:99999999"),
        "another arm": (
            "import",
            "run.csv",
            "--robot",
            "ec66",
            "--into",
            "new.h5",
            "--layout",
            "layout.toml",
        ),
        "into another arm's visit": ("import", "run.csv", "--robot", "ec66", "--into", "visit.h5"),
        "stiffness without springs": ("stiffness", "--robot", "arm.toml"),
        "stiffness far away": ("stiffness", "--robot", "mikhel-3", "--pose", "1e5", "0", "0"),
        "gains pairs": ("gains", "visit.h5", "--unloaded", "fit-1", "check", "--loaded", "loaded"),
        "no command": ("--no-such",),
        "unknown command": ("fly",),
        "a folder as robot": ("robots", "folder"),
        "a pipe as robot": ("robots", "fifo.toml"),
    }.items():
        yield Case(name, arguments, REFUSED)


def make_odd_places(folder: Path) -> None:
    """A folder, pipes, and links that lead in a circle."""
    (folder / "folder").mkdir()
    for name in ("fifo", "fifo.toml"):
        os.mkfifo(folder / name)
    for ending in ("", ".h5", ".toml", ".csv", ".npz", ".mat", ".urdf", ".json"):
        (folder / f"loop{ending}").symlink_to(folder / f"loop{ending}")
