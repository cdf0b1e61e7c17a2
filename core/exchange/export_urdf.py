"""An identified arm as a URDF: the description's geometry with the identified inertials.

Comments in the file say which numbers the data fix. Positions are those that the controller
reports.
"""

from core.exchange.export_bodies import ArmExport, arm_bodies
from core.exchange.export_friction import export_friction
from core.exchange.export_urdf_text import urdf_text
from core.identification.result import IdentificationResult
from core.robot.model import RobotModel


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
    bodies, friction = arm_bodies(result, robot), export_friction(result, robot)
    text = urdf_text(robot, bodies, friction, result=result)
    return bodies.exported(text, robot, friction, rotor_in_file=False)
