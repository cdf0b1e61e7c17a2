"""Recordings that lack columns: each command names what is missing and what is there."""

from dataclasses import replace

import pytest

from core.recording import Quantity
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from tests.core.friction.sweeps.long_log import swept_log
from tests.core.friction.sweeps.swept_arm import ARM

ALL_TORQUES = "torque, current, motor_torque"


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    """Recordings with positions alone, with torques alone, and with both but no current."""
    path = tmp_path_factory.mktemp("columns") / "cell.h5"
    log = swept_log(joints=(1,))
    kept = {
        "still": (Quantity.POSITION,),
        "blind": (Quantity.TORQUE,),
        "torques": (Quantity.POSITION, Quantity.TORQUE),
        "again": (Quantity.POSITION, Quantity.TORQUE),
    }
    with Visit.create(path, robot_toml=write_toml(ARM)) as made:
        for label, names in kept.items():
            made.add_recording(replace(log, label=label, columns={name: log.columns[name] for name in names}))
    return path


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("friction", "--recordings", "still"), f"It has position; torques come from one of {ALL_TORQUES}"),
        (
            ("payload", "--from", "still", "torques"),
            f"It has position; torques come from one of {ALL_TORQUES}",
        ),
        (
            ("identify", "--fit", "blind"),
            "It has torque; positions come from one of position, motor_position",
        ),
        (
            ("gains", "--unloaded", "torques", "--loaded", "again", "--payload-kg", "2"),
            "It has position, torque; current is missing",
        ),
        (
            ("deflection", "--recordings", "torques"),
            "motor_position, link_position; torques has position, torque",
        ),
    ],
)
def test_the_missing_columns_are_named(run, visit, command, said):
    code, _, err = run(command[0], visit, *command[1:])
    assert code == 2
    assert said in err
