"""A procedure that the program does not have, as the files that a person who adds one writes.

It nods: the last joint goes a little out and back, and what is found is how far it went.
"""

FEATURE = """
from app.guide.feature import Brief, Command, Feature
from app.visit.feature_registry import FeatureProduct, FeatureStep
from core.workflow import AddedStep, Capability, GuideStep


def _pages(around):
    from made_up_nod.page import NodPage

    yield "nod", NodPage(around.link, around.visit, around.bus)


def _procedures():
    from made_up_nod.command import NOD_RUN

    return (NOD_RUN,)


def _fill(parser):
    from made_up_nod.command import fill

    fill(parser)


def _sections():
    from made_up_nod.procedure import SECTION

    return (SECTION,)


STEP = GuideStep(
    "nod", capabilities=(Capability.CONTROLLER, Capability.MOTION), makes="nod", optional=True, seconds=20.0
)
NOD = Feature(
    "nod",
    steps=(FeatureStep("nod", "Nod", AddedStep(STEP, guide="on-robot", after="record")),),
    pages=_pages,
    procedures=_procedures,
    commands=(Command("nods", "How the arm of a visit nodded.", _fill),),
    sections=_sections,
    products=lambda: (FeatureProduct("nod", "nod"),),
    briefs=(Brief("nod", "Nod", lambda found: iter(("It nodded.",))),),
    help_pages=lambda: HELP,
)
"""

HELP_FOLDER = """
from pathlib import Path

HELP = Path(__file__).parent / "help"
"""

PROCEDURE = """
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from app.arm.motions import preview_chain
from app.arm.recorded_procedure import carry_out, reporting, rest
from app.arm.procedure import PlannedMotion, Prepared
from app.arm.recorded_procedure import record_while
from app.guide.feature import ContentLine, ReportSection
from app.jobs.task import Task
from app.presentation import Presentation
from core.monitor import Monitor, NullMonitor
from core.quality import Judgement, Verdict
from core.recording import Quantity
from core.storage.visit import Visit
from devices.motion import MoveTo


@dataclass(frozen=True)
class Nod:
    joint: int
    turned: float
    judgement: Judgement = Judgement(Verdict.USABLE)


def newest_nod(visit):
    stored = visit.results("nod")
    return visit.result(stored[-1].key, Nod) if stored else None


def _line(summary, model_made):
    is_there = bool(summary.key("nod"))
    return ContentLine(is_there, "The arm nodded." if is_there else "The arm has not nodded yet.")


SECTION = ReportSection(
    "nod",
    newest_nod,
    title=lambda: "How the arm nods",
    present=lambda found, model: Presentation(
        "Nod", f"It nodded by {found.turned:.3f} rad.", found.judgement.verdict, sections=()
    ),
    document=lambda found, robot: {"nod": None if found is None else found.turned},
    line=_line,
)


def measure_nod(monitor: Monitor, *, visit: Path, label: str) -> Nod:
    with Visit.open(visit) as opened:
        recording = opened.recording(label)
        motor = np.asarray(recording.columns[Quantity.MOTOR_POSITION])
        turned = np.ptp(motor, axis=0)
        found = Nod(int(np.argmax(turned)), float(turned.max()))
        opened.add_result("nod", found)
    return found


@dataclass(frozen=True)
class NodProcedure:
    angle: float
    label: str = "nod"

    @property
    def name(self):
        return "nod"

    def prepare(self, session, monitor):
        around = session.circumstances()
        out = around.start.copy()
        out[-1] += self.angle
        plans = (MoveTo(out, 0.05), MoveTo(around.start, 0.05))
        previews = session.compute(Task(preview_chain, circumstances=around, plans=plans), monitor)
        motions = tuple(PlannedMotion("nod", preview) for preview in previews)
        seconds = sum(preview.duration for preview in previews)
        return Prepared("nod", motions, seconds, session.connection_count, session.safe.stop_count)

    def run(self, session, prepared, monitor):
        def work(recording):
            for planned in prepared.motions:
                progress = reporting(monitor, "nodding")
                carry_out(session, prepared, planned, recording=recording, monitor=monitor, progress=progress)
                rest(session, 0.2, recording=recording, monitor=monitor)

        outcome = record_while(
            session, prepared, work, label=self.label, payload_mass=None, monitor=monitor
        )
        (label,) = outcome.recordings
        found = session.compute(Task(measure_nod, visit=session.visit_file, label=label), NullMonitor())
        return replace(outcome, found=found)
"""

PAGE = """
from app.guide.procedure_answers import Answers
from app.guide.page import Page
from app.guide.procedure_run import ProcedureRun
from app.widgets.glyphs import Glyph
from made_up_nod.procedure import NodProcedure


class NodPage(Page):
    def __init__(self, link, visit, bus):
        super().__init__("Nod", "The last joint goes a little out and back.")
        answers = Answers(
            procedure=lambda: NodProcedure(0.02),
            ended=lambda outcome: (Glyph.CHECK, f"It nodded by {outcome.found.turned:.3f} rad.", ""),
        )
        self.run = ProcedureRun(self, link, visit, bus, answers=answers)
        self.column.addWidget(self.run.card)
"""

COMMAND = """
from pathlib import Path

from app.guide.feature import RunProcedure
from app.terminal.command import ExitCode, be_command
from app.terminal.command import present
from core.storage.visit import Visit
from made_up_nod.procedure import newest_nod


def _procedure(arguments, session, monitor):
    from made_up_nod.procedure import NodProcedure

    return NodProcedure(arguments.angle, label=arguments.label or "nod")


def _add_options(parser):
    parser.add_argument("--angle", type=float, default=0.02, metavar="RAD", help="how far the arm nods")


def fill(parser):
    be_command(parser, _nods)
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")


def _nods(arguments, context):
    with Visit.open(arguments.visit) as visit:
        found = newest_nod(visit)
    present(arguments, {"turned": found.turned}, f"It nodded by {found.turned:.3f} rad.")
    return ExitCode.SUCCESS


NOD_RUN = RunProcedure(
    "nod",
    "Nod with the last joint.",
    _procedure,
    options=_add_options,
    asks_flange=True,
    document=lambda found, robot: {"nod": {"joint": found.joint + 1, "turned": found.turned}},
    lines=lambda found, outcome, session: iter(
        (f"Joint {found.joint + 1} nodded by {found.turned:.3f} rad.",)
    ),
)
"""

HELP = """# Nod

The last joint goes a little out and back. An arm that waggles is no arm that nods.
"""

FILES = {
    "feature.py": HELP_FOLDER.lstrip() + FEATURE,
    "procedure.py": PROCEDURE.lstrip(),
    "page.py": PAGE.lstrip(),
    "command.py": COMMAND.lstrip(),
    "help/en/nod.md": HELP,
}
"""What is written, by its place in the folder of the feature."""
