"""A measured payload in the forms in which controllers, simulators and people take it.

Each form follows its maker's public document:

- URScript: "set_target_payload(m, cog, inertia)", Script Manual of PolyScope, Universal Robots.
- Franka: "endeffector-config.json", RIDE documentation, End effector commissioning, Franka Robotics.
- RAPID: data type "loaddata", Technical reference manual, RAPID Instructions, Functions and Data types, ABB.
- KRL: "LOAD_DATA", load data in $CONFIG.DAT, Operating and programming instructions for system
  integrators, and "Load center of gravity and mass moment of inertia" of the robots' manuals, KUKA.

Masses are in kg, inertias in kg·m² about the centre of mass; lengths and axes are stated in each form.
"""

import json
from collections.abc import Callable
from enum import StrEnum

import numpy as np

from core.exchange.export_geometry import quaternion, roll_pitch_yaw
from core.exchange.payload_numbers import PayloadNumbers, payload_numbers
from core.payload.result import PayloadResult
from core.recording import FloatArray
from core.storage.output_kinds import OutputKind

_NOT_MEASURED = "The inertia was not measured"
_MILLI = 1e3


class PayloadForm(StrEnum):
    """The forms that a payload can be handed on in."""

    URSCRIPT = "urscript"
    FRANKA = "franka"
    RAPID = "rapid"
    KRL = "krl"
    URDF = "urdf-payload"
    MJCF = "mjcf-payload"
    TEXT = "text"

    @property
    def output_kind(self) -> OutputKind:
        """Kind of a file of this form."""
        return {
            PayloadForm.URSCRIPT: OutputKind.URSCRIPT,
            PayloadForm.FRANKA: OutputKind.JSON,
            PayloadForm.RAPID: OutputKind.RAPID,
            PayloadForm.KRL: OutputKind.KRL,
            PayloadForm.URDF: OutputKind.URDF,
            PayloadForm.MJCF: OutputKind.MJCF,
            PayloadForm.TEXT: OutputKind.TEXT,
        }[self]


def payload_text(found: PayloadResult, form: PayloadForm) -> str:
    """The payload in one of the forms; errors as ``payload_numbers``.

    What was not measured is left out or zero, and said so in a comment. The Franka form has no comments:
    there, an inertia of zeros is one that was not measured.
    """
    return _WRITERS[form](payload_numbers(found), found)


def _remark(found: PayloadResult) -> str:
    """Origin of the numbers, in ASCII."""
    words = f"Torsion: payload of {found.robot}, {found.method.value}, {found.created_at[:10]}"
    mark = f", {found.mark.value}" if found.mark else ""
    return _ascii(f"{words}, verdict {found.judgement.verdict.value}{mark}")


def _std(found: PayloadResult) -> str:
    center = ", ".join(f"{value * _MILLI:.1f}" for value in found.estimate.center_of_mass_std)
    return f"Standard deviation: mass {found.estimate.mass_std:.3f} kg, centre of mass {center} mm"


def _urscript(payload: PayloadNumbers, found: PayloadResult) -> str:
    center = _numbers(payload.center, digits=5)
    lines = [
        _remark(found),
        _std(found),
        "kg; centre of mass in m from the tool mount along the axes of the tool flange",
    ]
    if payload.inertia is None:
        lines.append(f"{_NOT_MEASURED}: it is left out, and the controller then takes zero")
        return _commented("# ", lines, f"set_target_payload({payload.mass:.4f}, [{center}])")
    tensor = payload.inertia
    six = np.array([*np.diag(tensor), tensor[0, 1], tensor[0, 2], tensor[1, 2]])
    lines.append("inertia in kg*m^2 about the centre of mass: Ixx, Iyy, Izz, Ixy, Ixz, Iyz")
    call = f"set_target_payload({payload.mass:.4f}, [{center}], [{_numbers(six, digits=7)}])"
    return _commented("# ", lines, call)


def _franka(payload: PayloadNumbers, _found: PayloadResult) -> str:
    tensor = np.zeros((3, 3)) if payload.inertia is None else payload.inertia
    document = {
        "id": "torsion-payload",
        "name": "Payload measured by Torsion",
        "mass": round(payload.mass, 4),
        "centerOfMass": [round(float(value), 5) for value in payload.center],
        "inertia": [round(float(value), 7) for value in tensor.flatten(order="F")],
        "transformation": np.eye(4).flatten(order="F").tolist(),
    }
    return json.dumps(document, indent=2) + "\n"


def _rapid(payload: PayloadNumbers, found: PayloadResult) -> str:
    moments, axes = payload.principal
    lines = [
        _remark(found),
        _std(found),
        "kg; centre of gravity in mm in tool0, the frame of the mounting flange; the axes of moment as a",
        "quaternion in the same frame; ix, iy, iz in kgm2 about the centre of gravity",
        "For GripLoad with another active tool than tool0, turn and shift it into that tool's frame.",
    ]
    if payload.inertia is None:
        lines.append(f"{_NOT_MEASURED}: zeros make the load a point mass")
    center, turn = _numbers(payload.center * _MILLI, digits=2), _numbers(quaternion(axes), digits=7)
    data = f"[{payload.mass:.4f},[{center}],[{turn}],{_numbers(moments, digits=7)}]"
    return _commented("! ", lines, f"PERS loaddata torsionLoad := {data};")


def _krl(payload: PayloadNumbers, found: PayloadResult) -> str:
    moments, axes = payload.principal
    x, y, z = payload.center * _MILLI
    roll, pitch, yaw = np.degrees(roll_pitch_yaw(axes)) + 0.0
    lines = [
        _remark(found),
        _std(found),
        "kg; CM: centre of mass in mm in the flange coordinate system, and the principal axes of inertia",
        "turned by A about Z, B about the new Y, C about the new X, in degrees; J in kgm2 about that centre",
    ]
    if payload.inertia is None:
        lines.append(f"{_NOT_MEASURED}: J and A, B, C are zero")
    ix, iy, iz = moments
    place = f"{{X {x:.2f},Y {y:.2f},Z {z:.2f},A {yaw:.5f},B {pitch:.5f},C {roll:.5f}}}"
    data = f"{{M {payload.mass:.4f},CM {place},J {{X {ix:.7f},Y {iy:.7f},Z {iz:.7f}}}}}"
    return _commented("; ", lines, f"LOAD_DATA[1]={data}")


def _urdf(payload: PayloadNumbers, found: PayloadResult) -> str:
    tensor = np.zeros((3, 3)) if payload.inertia is None else payload.inertia
    entries = {"ixx": (0, 0), "ixy": (0, 1), "ixz": (0, 2), "iyy": (1, 1), "iyz": (1, 2), "izz": (2, 2)}
    inertia = " ".join(f'{name}="{tensor[place]:.7f}"' for name, place in entries.items())
    unknown = f"\n  <!-- {_NOT_MEASURED}: zeros. -->" if payload.inertia is None else ""
    return f"""<robot name="payload">
  <!-- {_remark(found)}. -->
  <!-- {_std(found)}. -->
  <!-- m, kg, kg*m^2. Copy link and joint into the robot; tool0 is its frame at the flange. -->{unknown}
  <link name="payload">
    <inertial>
      <origin xyz="{_numbers(payload.center, digits=5, mark=" ")}" rpy="0 0 0"/>
      <mass value="{payload.mass:.4f}"/>
      <inertia {inertia}/>
    </inertial>
  </link>
  <joint name="payload_mount" type="fixed">
    <parent link="tool0"/>
    <child link="payload"/>
    <origin xyz="0 0 0" rpy="0 0 0"/>
  </joint>
  <link name="tool0"/>
</robot>
"""


def _mjcf(payload: PayloadNumbers, found: PayloadResult) -> str:
    tensor = payload.inertia
    if tensor is None:
        inertia, unknown = 'diaginertia="0 0 0"', f"\n    <!-- {_NOT_MEASURED}: zeros. -->"
    else:
        six = np.array([*np.diag(tensor), tensor[0, 1], tensor[0, 2], tensor[1, 2]])
        inertia, unknown = f'fullinertia="{_numbers(six, digits=7, mark=" ")}"', ""
    center = _numbers(payload.center, digits=5, mark=" ")
    where = "Copy the body into the arm's last one; pos and quat place the flange there."
    return f"""<mujoco model="payload">
  <worldbody>
    <!-- {_remark(found)}. -->
    <!-- {_std(found)}. -->
    <!-- m, kg, kg*m^2. {where} -->{unknown}
    <body name="payload" pos="0 0 0" quat="1 0 0 0">
      <inertial pos="{center}" mass="{payload.mass:.4f}" {inertia}/>
    </body>
  </worldbody>
</mujoco>
"""


def _text(payload: PayloadNumbers, found: PayloadResult) -> str:
    estimate = found.estimate
    stds = [estimate.mass_std, *(estimate.center_of_mass_std * _MILLI)]
    lines = [
        f"{_remark(found)}",
        "Frame: the flange of the robot description; inertia about the centre of mass, along its axes.",
        "",
        f"Mass                {payload.mass:9.3f} kg    +- {stds[0]:.3f}",
    ]
    for name, value, std in zip("XYZ", payload.center * _MILLI, stds[1:], strict=True):
        lines.append(f"Centre of mass {name}    {value:9.1f} mm    +- {std:.1f}")
    if payload.inertia is None:
        lines.append(f"{_NOT_MEASURED}. Leave its fields at zero, or take them from a drawing.")
        return "\n".join(lines) + "\n"
    for name, place in {
        "XX": (0, 0),
        "YY": (1, 1),
        "ZZ": (2, 2),
        "XY": (0, 1),
        "XZ": (0, 2),
        "YZ": (1, 2),
    }.items():
        lines.append(f"Inertia {name}          {payload.inertia[place]:9.5f} kg*m^2")
    return "\n".join(lines) + "\n"


_WRITERS: dict[PayloadForm, Callable[[PayloadNumbers, PayloadResult], str]] = {
    PayloadForm.URSCRIPT: _urscript,
    PayloadForm.FRANKA: _franka,
    PayloadForm.RAPID: _rapid,
    PayloadForm.KRL: _krl,
    PayloadForm.URDF: _urdf,
    PayloadForm.MJCF: _mjcf,
    PayloadForm.TEXT: _text,
}


def _commented(sign: str, lines: list[str], statement: str) -> str:
    return "".join(f"{sign}{line}\n" for line in lines) + f"{statement}\n"


def _numbers(values: FloatArray, *, digits: int, mark: str = ",") -> str:
    return mark.join(f"{value + 0.0:.{digits}f}" for value in np.round(values, digits))


def _ascii(text: str) -> str:
    """One line of ASCII, which is all that controllers read; no two hyphens, which XML forbids."""
    return " ".join(text.split()).encode("ascii", "replace").decode("ascii").replace("--", "-")
