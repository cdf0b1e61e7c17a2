"""Every command line that README and help print works as printed.

The lines of a text are typed one after the other in a folder of its own, in this process. Virtual robots
are real processes, and a serial port is the pseudo-terminal of an emulated arm. Only the motion itself,
minutes of robot time, is left out: in its place the visit gets recordings that were computed.
"""

import importlib
import os
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.__main__ import main
from app.arm.procedure import Outcome
from app.shell.commands import emulate
from app.shell.commands import run as procedures
from app.shell.commands.command_line import build_parser
from app.terminal.command import check_outputs
from core.identification.synthetic import synthesize, synthetic_arm
from core.recording import Quantity
from core.robot.inertia import about_origin, moved
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from devices.connection import described_robot
from devices.virtual.emulated_arm import EmulatedArm
from devices.virtual.settings import VirtualSettings
from tests.app.cli.documented_lines import (
    REPOSITORY,
    DocumentedLine,
    documented_lines,
    named_commands,
    texts,
)
from tests.core.payload.sweep_examples import MadeArm, both_runs, ways

INSTALLER = "python3 packaging/run.py"
PARSED_ONLY = {
    "torsion demo": "takes minutes; test_virtual_commissioning.py runs it",
    "torsion story": "takes minutes; test_story.py runs it",
    "torsion self-test": "takes ten seconds; tests/app/test_self_test.py runs it",
    INSTALLER: "installs packages or builds; tests/rails check what it does",
}
"""Command lines that are parsed and not carried out, each with its reason."""
PLANNED_ELSEWHERE = {
    "run friction": "test_run_friction.py",
    "run load-steps": "test_run_load_steps.py",
    "run verify": "test_run_verify.py",
    "run payload": "test_run_payload.py",
    "run compensate": "test_run_compensate.py",
    "run torque-ramps": "test_run_torque_ramps.py",
}
"""Procedures whose lines are only parsed here, since each takes seconds to plan; the test that runs them."""
QUICKER = {
    "excite": ("--seconds", "0.2"),
    "identify": ("--friction", "coulomb-viscous"),
    "gains": ("--friction", "coulomb-viscous"),
    "run excite": ("--seconds", "0.5"),
    "run verify": ("--motions", "points"),
}
"""Options that are appended so that a line takes less time."""
IMPORTED, WEIGHED_KG = ("monday", "tuesday", "weighed"), 2.8
TWIST = 1e-6
"""rad per N·m, of every gear in a computed recording."""
STORY = "command-line.md"
"""The text that the others quote: a line that it prints too is typed there."""


def name(words: tuple[str, ...]) -> str:
    """The command, with the procedure of ``run``."""
    return " ".join(words[: 2 if words[0] == "run" else 1])


def is_parsed_only(line: DocumentedLine) -> bool:
    """Whether the list of lines that are not carried out has it."""
    whole = " ".join(line.plain)
    return whole in PARSED_ONLY or " ".join(line.plain[:2]) == INSTALLER


@pytest.fixture(scope="module")
def arm(tmp_path_factory):
    """The emulated arm that stands for every serial port."""
    if os.name != "posix":
        yield None
        return
    link = tmp_path_factory.mktemp("port") / "arm"
    with EmulatedArm.start(VirtualSettings("ec66"), link=link, baud=2_000_000) as emulated:
        yield emulated


@pytest.fixture(scope="module")
def runs():
    """Short recordings of a UR10e as its real-time interface writes them, one for each file of the texts."""
    robot = load_robot("ur10e")
    quantities = (Quantity.POSITION, Quantity.VELOCITY, Quantity.CURRENT)
    found = {}
    for label in IMPORTED:
        carried = loaded(robot) if label == "weighed" else robot
        run = synthesize(carried, seed=1, duration_s=10.0, label=label)
        found[label] = np.column_stack([run.time, *(run.columns[one] for one in quantities)])
    return found


def loaded(robot):
    """The robot whose synthetic version carries exactly the weighed mass on its flange."""
    body = about_origin(WEIGHED_KG, center=np.array([0.2, 0.15, 0.1]), inertia=0.01 * np.eye(3))
    own = synthetic_arm(robot, seed=1).parameters[-1, 0] / robot.inertial_parameters[-1, 0]
    parameters = robot.inertial_parameters.copy()
    parameters[-1] += moved(body, placement=robot.flange) / own
    return replace(robot, inertial_parameters=parameters)


@pytest.fixture
def desk(tmp_path, monkeypatch, runs, arm):
    """A folder with the files that a person would have, and what stands for motions and for waiting."""
    monkeypatch.chdir(tmp_path)
    for label, rows in runs.items():
        np.savetxt(f"{label}.csv", rows, delimiter=",")
    shutil.copy(REPOSITORY / "tests/core/robot/wild/cobot_five.urdf", "arm.urdf")
    monkeypatch.setattr(emulate, "_serve", lambda arm, context: arm.check())
    declared = [replace(one, make=still(one.make)) for one in procedures._procedures()]
    monkeypatch.setattr(procedures, "_procedures", lambda: declared)
    return tmp_path


def still(make):
    """The same maker of a procedure that then moves nothing."""
    return lambda arguments, session, monitor: Still(make(arguments, session, monitor))


class Still:
    """A procedure that plans as it does and then moves nothing: its recordings are computed."""

    def __init__(self, procedure):
        self._procedure, self.name = procedure, procedure.name

    def prepare(self, session, monitor):
        return self._procedure.prepare(session, monitor)

    def run(self, session, prepared, _monitor):
        label = getattr(self._procedure, "label", self.name)
        labels = record_instead(session.visit, session.robot, label)
        return Outcome(self.name, recordings=labels, seconds=6.0, samples=600)


def record_instead(visit, robot, label):
    """Add what a procedure would have recorded; its labels."""
    made = computed(robot, label)
    with Visit.open(visit) as opened:
        for run in made:
            opened.add_recording(run)
    return tuple(run.label for run in made)


def computed(robot, label):
    """Recordings with both encoders of each joint."""
    if label == "payload":
        without, with_load = both_runs(MadeArm(robot), ways(speed=20.0))
        return [replace(without, payload_mass=0.0), with_load]
    run = synthesize(robot, seed=1, duration_s=6.0, label=label)
    position = run.columns[Quantity.POSITION]
    torque = run.columns.get(Quantity.CURRENT, run.columns.get(Quantity.TORQUE))
    columns = {
        **{name: run.columns[name] for name in (Quantity.POSITION, Quantity.VELOCITY)},
        Quantity.MOTOR_POSITION: position + torque * TWIST,
        Quantity.LINK_POSITION: position,
        Quantity.TORQUE: torque,
    }
    return [replace(run, columns=columns)]


def parse_alone(line):
    """Check a line that another test carries out, and leave what it would have recorded of an EC66."""
    chosen = build_parser().parse_args(line.arguments)
    check_outputs(chosen)
    robot = load_robot(chosen.robot) if chosen.robot else described_robot(chosen.controller)
    if robot.name != "ec66" or chosen.procedure == "verify":
        return
    if not chosen.into.exists():
        Visit.create(chosen.into, robot_toml=write_toml(robot)).close()
    record_instead(chosen.into, robot, chosen.procedure)


def typed(line: DocumentedLine, arm) -> list[str]:
    """The arguments as they are printed; ports and serial numbers are those of the emulated arm."""
    words = []
    for word in (*line.arguments, *QUICKER.get(name(line.arguments), ())):
        if word.startswith("serial:"):
            words.append(f"serial:{arm.port}")
        elif word.startswith("virtual:") and name(line.arguments).startswith("run"):
            words.append(f"{word}{'&' if '?' in word else '?'}pace=fast")
        else:
            words.append("V-ec66-0000" if word == "SERIAL" else word)
    if words[0] == "emulate":
        words[words.index("--link") + 1] = str(Path("arm-of-its-own").absolute())
    return words


def provide(words: list[str]) -> None:
    """Files of another day: a visit of last year is today's, copied."""
    if "last-year.h5" in words:
        shutil.copy("cell5.h5", "last-year.h5")


def own_lines() -> dict[str, list[DocumentedLine]]:
    """The lines of each text that no text before it prints, by its name."""
    seen, found = set(), {}
    for file in sorted(texts(), key=lambda file: file.name != STORY):
        found[file.name] = [line for line in documented_lines(file) if line.plain not in seen]
        seen |= {line.plain for line in found[file.name]}
    return found


def carried_out() -> dict[str, list[DocumentedLine]]:
    """The lines of each text that are typed, where there are any."""
    typed = {
        file: [line for line in lines if not is_parsed_only(line)] for file, lines in own_lines().items()
    }
    return {file: lines for file, lines in typed.items() if lines}


@pytest.mark.skipif(os.name != "posix", reason="Windows has no pseudo-terminals")
@pytest.mark.parametrize("file", carried_out())
def test_every_line_of_a_text_works_as_printed(file, desk, arm, run):
    for line in carried_out()[file]:
        if name(line.arguments) in PLANNED_ELSEWHERE:
            parse_alone(line)
            continue
        words = typed(line, arm)
        provide(words)
        code, out, err = run(*words)
        assert code in {0, 1}, (str(line), err)
        assert "Traceback" not in err, (str(line), err)
        assert out or "--json" in words, (str(line), err)


def test_lines_that_are_not_carried_out_are_understood(monkeypatch):
    monkeypatch.syspath_prepend(str(REPOSITORY / "packaging"))
    commands = importlib.import_module("commands")
    left = [line for lines in own_lines().values() for line in lines if is_parsed_only(line)]
    assert {" ".join(line.plain[:2]) for line in left} == set(PARSED_ONLY)
    for line in left:
        if line.words[0] == "python3":
            assert commands.understood(line.words[2:]).carry_out, str(line)
        else:
            assert build_parser().parse_args(line.arguments).action, str(line)


def test_lines_that_are_parsed_alone_are_printed_and_run_by_another_test():
    printed = {name(line.arguments) for lines in own_lines().values() for line in lines}
    assert set(PLANNED_ELSEWHERE) <= printed
    for procedure, test in PLANNED_ELSEWHERE.items():
        text = Path(__file__).with_name(test).read_text("utf-8")
        assert f'"{procedure.split()[1]}"' in text, test


def test_every_command_that_a_sentence_names_exists(capsys):
    found = 0
    for file in texts():
        for words in named_commands(file):
            command = words[: 2 if words[0] == "run" else 1]
            if words[0].endswith(".h5"):  # opens the window
                continue
            assert main([*command, "--help"]) == 0, (file.name, words)
            found += 1
    assert found > 10
    capsys.readouterr()


def test_a_line_is_read_as_a_shell_reads_it(tmp_path):
    text = tmp_path / "text.md"
    text.write_text(
        '```sh\ntorsion run check \\\n    --into "a b.h5"  # first\n```\n\n```c\ntorsion no\n```\n'
    )
    (line,) = documented_lines(text)
    assert line.words == ("torsion", "run", "check", "--into", "a b.h5")
