"""A small arm of two bars, so that whole commands and whole sweeps run within seconds."""

_SHOULDER = """
name = "two-bar"
title = "Two bars"
{gravity}
[[joints]]
name = "shoulder"
lower = -2.0
upper = 2.0
velocity = 2.0
torque = 100.0
drive_gain = 10.0
rotor_inertia = 0.5
mass = 5.0
center_of_mass = [0.2, 0.0, 0.0]
inertia = [0.05, 0.0, 0.1, 0.0, 0.0, 0.1]
"""
_ELBOW = """
[[joints]]
name = "elbow"
a = 0.5
alpha_deg = {alpha_deg}
lower = {lower}
upper = {upper}
velocity = {velocity}
torque = 50.0
drive_gain = 8.0
rotor_inertia = 0.3
mass = 3.0
center_of_mass = [0.15, 0.0, 0.0]
inertia = [0.02, 0.0, 0.05, 0.0, 0.0, 0.05]
"""


def two_bars(
    *,
    hangs: bool = False,
    elbow_alpha_deg: float = 0.0,
    elbow_travel: float = 2.0,
    elbow_velocity: float = 2.0,
) -> str:
    """Its description as TOML; ``hangs``: gravity pulls along -y, so that both joints carry load.

    ``elbow_alpha_deg`` degrees, ``elbow_travel`` rad to both sides, ``elbow_velocity`` rad/s.
    """
    gravity = "gravity = [0.0, -9.81, 0.0]\n" if hangs else ""
    elbow = _ELBOW.format(
        alpha_deg=elbow_alpha_deg, lower=-elbow_travel, upper=elbow_travel, velocity=elbow_velocity
    )
    return _SHOULDER.format(gravity=gravity) + elbow
