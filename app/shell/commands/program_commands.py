"""The commands that belong to no feature, each imported when it is meant."""

from typing import TYPE_CHECKING

from app.guide.feature import Command

if TYPE_CHECKING:
    import argparse


def _demo(parser: "argparse.ArgumentParser") -> None:
    from app.rehearsal.demo import fill

    fill(parser)


def _story(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.story import fill

    fill(parser)


def _robots(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.robots import fill

    fill(parser)


def _ports(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.ports import fill

    fill(parser)


def _emulate(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.emulate import fill

    fill(parser)


def _import(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.importing import fill

    fill(parser)


def _show(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.show import fill

    fill(parser)


def _layouts(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.layouts import fill

    fill(parser)


def _info(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.info import fill

    fill(parser)


def _rescue(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.rescue import fill

    fill(parser)


def _state(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.state import fill

    fill(parser)


def _fleet(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.fleet import fill

    fill(parser)


def _batch(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.batch import fill

    fill(parser)


def _run(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.run import fill

    fill(parser)


def _watch(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.watch import fill

    fill(parser)


def _bench(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.bench import fill

    fill(parser)


def _self_test(parser: "argparse.ArgumentParser") -> None:
    from app.shell.commands.self_test import fill

    fill(parser)


# a negative place is before the commands of the features
OWN = (
    Command(
        "demo",
        "Commission the virtual robot: check, sweep, load, excite, identify, verify, weigh, report.",
        _demo,
        place=-12,
    ),
    Command(
        "story",
        "Two minutes on a virtual arm: its encoders, a tool's mass, a worn gear, the report.",
        _story,
        place=-11,
    ),
    Command("robots", "The shipped robots, or one of them.", _robots, place=-10),
    Command("ports", "The serial ports of this computer, and how controllers are named.", _ports, place=-9),
    Command(
        "emulate",
        "A virtual robot behind a serial port of its own, or behind the controller of a maker. "
        "Takes the lines pull, plug and quit, and of a controller further ones.",
        _emulate,
        place=-8,
    ),
    Command("import", "Recordings from files into a visit.", _import, place=-7),
    Command("show", "What is in a recording, and what it can serve.", _show, place=-6),
    Command("layouts", "The shipped layouts of files, and how to write one.", _layouts, place=-5),
    Command("info", "What is in a visit.", _info, place=-4),
    Command(
        "state",
        "State of an arm: one word, one number and one thing to do for each subject.",
        _state,
        place=-4,
    ),
    Command("rescue", "What is whole in a damaged visit, taken into a new visit.", _rescue, place=-3),
    Command(
        "fleet", "Many visits to many arms: list, search, and see which arm needs care.", _fleet, place=-2
    ),
    Command("batch", "The same work on many visits; goes on where it stopped.", _batch, place=-1),
    Command("run", "A guided procedure on a controller. This moves an arm.", _run, place=90),
    Command(
        "watch", "Record around a condition of the stream, however long it takes to come.", _watch, place=91
    ),
    Command("bench", "Run the side-by-side benchmarks of a source checkout.", _bench, place=200),
    Command("self-test", "Check that everything works on this computer; no robot.", _self_test, place=210),
)
