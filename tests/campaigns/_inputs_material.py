"""Small real inputs of every kind, made by the product itself, for campaigns that spoil them."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np

from app.__main__ import main
from core.identification.synthetic import synthesize
from core.recording import Quantity, Recording
from core.robot.toml_format import parse_toml
from core.storage.visit import Visit
from tests.two_bars import two_bars

ARM = two_bars(hangs=True) + "\n[flange]\nxyz = [0.5, 0.0, 0.0]\n"
SECONDS = 10.0
URDF = """<?xml version="1.0"?>
<robot name="bars">
  <link name="base"/>
  <link name="one"><inertial><origin xyz="0.1 0 0"/><mass value="2.0"/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <link name="two"/>
  <joint name="a" type="revolute"><parent link="base"/><child link="one"/><axis xyz="0 0 1"/>
    <limit lower="-2.0" upper="2.0" velocity="1.5" effort="50"/></joint>
  <joint name="b" type="revolute"><parent link="one"/><child link="two"/><origin xyz="0.5 0 0"/>
    <axis xyz="0 1 0"/><limit lower="-2.0" upper="2.0" velocity="1.5" effort="50"/></joint>
</robot>
"""
LAYOUT = """name = "small"
kind = "csv"
header_lines = 1
torque_kind = "motor-current"
[[variant]]
columns = 7
time = { columns = 1, unit = "s" }
[variant.quantities]
position = { columns = "2-3", unit = "rad" }
velocity = { columns = "4-5", unit = "rad/s" }
current = { columns = ["i1", "i2"], unit = "A" }
"""
LIMITS = """[limits]
lower_deg = [-90.0, -90.0]
upper_deg = [90.0, 90.0]
velocity_deg = [60.0, 60.0]
acceleration_deg = [120.0, 120.0]
"""
LOADS = """name,q1 [deg],q2 [deg],q3 [deg],fx [N],fy [N],fz [N],dx [mm],dy [mm],dz [mm]
a,10,20,30,0,0,-100,0.01,-0.02,-0.5
b,-30,40,-50,0,50,-100,0.02,-0.01,-0.4
c,50,-20,10,80,0,-100,0.01,-0.03,-0.6
d,-50,60,-20,0,-70,-100,0.04,-0.02,-0.3
"""


def make_material(folder: Path) -> None:
    """Fill a folder: ``arm.toml``, ``arm.urdf``, ``visit.h5``, ``run.csv``, ``gains.json`` and so on."""
    robot = parse_toml(ARM)
    free = synthesize(robot, seed=1, duration_s=SECONDS, label="fit-1")
    check = synthesize(robot, seed=1, duration_s=SECONDS, label="check")
    (folder / "arm.toml").write_text(ARM, encoding="utf-8")
    (folder / "arm.urdf").write_text(URDF, encoding="utf-8")
    (folder / "layout.toml").write_text(LAYOUT, encoding="utf-8")
    (folder / "limits.toml").write_text(LIMITS, encoding="utf-8")
    (folder / "loads.csv").write_text(LOADS, encoding="utf-8")
    (folder / "places.csv").write_text("# two places\n10,20\n-15,30\n", encoding="utf-8")
    (folder / "gains.json").write_text(json.dumps({"drive_gain": [10.0, 8.0], "std": [0.1, 0.1]}))
    trajectory = {
        "a": [[0.1, -0.1, 0.0], [0.05, -0.05, 0.0]],
        "b": [[0.0] * 3] * 2,
        "q0": [0.0, 0.0],
        "period_s": 10.0,
    }
    (folder / "trajectory.json").write_text(json.dumps(trajectory), encoding="utf-8")
    _write_tables(folder, free)
    with Visit.create(folder / "visit.h5", robot_toml=ARM) as visit:
        for recording in (free, check, *_odd_recordings(free)):
            visit.add_recording(recording)
    identify = ["identify", str(folder / "visit.h5"), "--fit", "fit-1", "--friction", "coulomb-viscous"]
    if main([*identify, "--json", str(folder / "model.json")]) not in {0, 1}:
        raise RuntimeError("the small visit could not be identified")


def _write_tables(folder: Path, run: Recording) -> None:
    columns = run.columns
    table = np.column_stack(
        [run.time, columns[Quantity.POSITION], columns[Quantity.VELOCITY], columns[Quantity.CURRENT]]
    )[:400]
    np.savetxt(folder / "run.csv", table, delimiter=",", header="t,q1,q2,v1,v2,i1,i2", comments="")
    arrays = {"t": table[:, 0], "q": table[:, 1:3], "dq": table[:, 3:5], "current": table[:, 5:7]}
    np.savez(folder / "run.npz", **arrays)
    from scipy.io import savemat

    savemat(folder / "run.mat", arrays)


def _odd_recordings(free: Recording) -> list[Recording]:
    """Recordings that are sound files, and of no use: standing, short, with holes, of other channels."""
    columns = dict(free.columns)
    still = {name: np.repeat(values[:1], values.shape[0], axis=0) for name, values in columns.items()}
    holed = {name: values.copy() for name, values in columns.items()}
    for values in holed.values():
        values[:, 1] = np.nan
    huge = {**columns, Quantity.CURRENT: columns[Quantity.CURRENT] * 1e200}
    zero = {**columns, Quantity.CURRENT: np.zeros_like(columns[Quantity.CURRENT])}
    position = {Quantity.POSITION: columns[Quantity.POSITION]}
    torque = {**position, Quantity.TORQUE: columns[Quantity.CURRENT]}

    def short(rows: int) -> Recording:
        cut = {name: values[:rows] for name, values in columns.items()}
        return replace(free, label=f"short-{rows}", time=free.time[:rows], columns=cut)

    return [
        replace(free, label="loaded", payload_mass=2.0),
        replace(free, label="still", columns=still),
        replace(free, label="still-loaded", columns=still, payload_mass=2.0),
        replace(free, label="holed", columns=holed),
        replace(free, label="huge", columns=huge),
        replace(free, label="huge-loaded", columns=huge, payload_mass=2.0),
        replace(free, label="zero", columns=zero),
        replace(free, label="zero-loaded", columns=zero, payload_mass=2.0),
        replace(free, label="position", columns=position),
        replace(free, label="torque", columns=torque),
        *(short(rows) for rows in (1, 2, 5, 30)),
        replace(short(30), label="short-loaded", payload_mass=2.0),
        replace(short(2), label="two-loaded", payload_mass=2.0),
    ]
