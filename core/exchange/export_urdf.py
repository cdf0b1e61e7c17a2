"""An identified arm as a URDF: the description's geometry with the identified inertials.

Comments in the file say which numbers the data fix. Positions are those that the controller
reports.
"""

from pathlib import Path

from core.exchange.export_bodies import ArmExport, arm_bodies
from core.exchange.export_urdf_text import urdf_text
from core.identification.result import IdentificationResult
from core.robot.model import RobotModel
from core.storage.output_writer import write_whole


def write_urdf(result: IdentificationResult, robot: RobotModel, *, path: Path) -> ArmExport:
    """Write the URDF to ``path``; errors as ``export_urdf``."""
    made = export_urdf(result, robot)
    write_whole(path, made.text.encode())
    return made


def export_urdf(result: IdentificationResult, robot: RobotModel) -> ArmExport:
    """The identified arm as a URDF that gives the identified rigid-body torque, rotors apart.

    Parameters
    ----------
    result
        The identification; its possible bodies are taken where it has them.
    robot
        The description it was made with; its inertial parameters fill what the data leave open.

    Raises
    ------
    BadRequest
        ``urdf-without-description`` when neither has bodies to fill that in.
    """
    bodies = arm_bodies(result, robot)
    return bodies.exported(urdf_text(robot, bodies, result=result), robot)
