"""A small visit for the cage: a synthetic arm, one short recording."""

from pathlib import Path

from core.identification import synthetic
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit


def write_small_visit(path: Path) -> None:
    """Write it."""
    robot = load_robot("ec66")
    recording = synthetic.synthesize(robot, seed=3, duration_s=6.0, label="fit", rate_hz=200.0)
    with Visit.create(path, robot_toml=write_toml(robot)) as visit:
        visit.add_recording(recording)
        visit.set_operator("Anna Berg")
