"""Robots from MuJoCo's own files (MJCF), read by MuJoCo: defaults, classes and frames are resolved there.

Meshes and textures are taken away before, since they are other files that a description does not need:
a body whose mass would come from a mesh has none.
"""

import mujoco
import numpy as np

from core.errors import BadFile, Problem
from core.recording import FloatArray
from core.robot import inertia
from core.robot.description import Description, DescriptionForm
from core.robot.kinematic_tree import KinematicTree, TreeJoint, TreeLink, is_tool_frame
from core.robot.model import UNLIMITED
from core.robot.placement import shift
from core.robot.tree_chain import chain_to, notes_of, robot_of_chain
from core.robot.urdf_elements import UrdfElement

_STAND_IN_MASS = 1.0
"""Mass that lets MuJoCo compile a body without one; it is not read back."""
_KINDS = {
    int(mujoco.mjtJoint.mjJNT_HINGE): "revolute",
    int(mujoco.mjtJoint.mjJNT_SLIDE): "prismatic",
    int(mujoco.mjtJoint.mjJNT_FREE): "floating",
    int(mujoco.mjtJoint.mjJNT_BALL): "ball",
}
_FREE = mujoco.mjtJoint.mjJNT_FREE
_OF_FILES = {mujoco.mjtGeom.mjGEOM_MESH, mujoco.mjtGeom.mjGEOM_HFIELD, mujoco.mjtGeom.mjGEOM_SDF}
_LONGEST_REASON = 160


def read_mjcf(
    content: str, root: UrdfElement, problems: list[Problem], *, tip: str | None = None, file: str = ""
) -> Description:
    """The robot of an MJCF text with its ``root`` element; the rest as ``core.robot.urdf.read_urdf``."""
    included = root.element.find(".//include")
    if included is not None:
        problems.append(Problem("", "mjcf-include", {"included": included.get("file", "")}))
    tree = _tree(content, problems, tip=tip) if not problems else None
    chain = chain_to(tree, tip, problems) if tree is not None and not problems else None
    if chain is None:
        raise BadFile("bad-robot-file", problems, file=file)
    return Description(robot_of_chain(chain, source="MJCF file"), DescriptionForm.MJCF, notes_of(chain))


def _tree(content: str, problems: list[Problem], *, tip: str | None) -> KinematicTree | None:
    try:
        spec = mujoco.MjSpec.from_string(content)
        files, bare = _without_files(spec)
        model = spec.compile()
    except ValueError as error:
        reason = " ".join(str(error).split())[:_LONGEST_REASON]
        problems.append(Problem("", "mjcf-refused", {"reason": reason}))
        return None
    return _Reading(model, bare).tree(name=spec.modelname, shape_files=files, tip=tip)


def _without_files(spec: mujoco.MjSpec) -> tuple[int, frozenset[str]]:
    """Take meshes and pictures away; their number, and the bodies whose mass is unknown without them."""
    files, bare = len(spec.meshes), set[str]()
    for body in spec.bodies:
        weighs = [geom for geom in body.geoms if geom.type in _OF_FILES and geom.mass != 0.0]
        if not body.explicitinertial and (weighs or not body.geoms) and body.name != "world":
            body.explicitinertial = True
            body.mass, body.inertia = _STAND_IN_MASS, np.ones(3)
            body.name = body.name or f"body-{len(bare)}"
            bare.add(body.name)
    for geom in list(spec.geoms):
        geom.material = ""
        if geom.type in _OF_FILES:
            spec.delete(geom)
    for kind in (spec.meshes, spec.hfields, spec.skins, spec.materials, spec.textures, spec.keys):
        for thing in list(kind):
            spec.delete(thing)
    return files, frozenset(bare)


class _Reading:
    """A compiled model as a tree of links and joints."""

    def __init__(self, model: mujoco.MjModel, bare: frozenset[str]) -> None:
        self._model, self._bare = model, bare
        self._links: dict[str, TreeLink] = {}
        self._joints: dict[str, TreeJoint] = {}
        self._efforts = _efforts(model)
        self._leaders = _leaders(model)

    def tree(self, *, name: str, shape_files: int, tip: str | None) -> KinematicTree:
        model, left_out = self._model, self._loose_things()
        self._links["world"] = TreeLink("world")
        for number in range(1, model.nbody):
            if number not in left_out:
                self._add_body(number)
        for number in range(model.nsite):
            site = model.site(number).name
            body = int(model.site_bodyid[number])
            if body not in left_out and site and (site == tip or is_tool_frame(site)):
                place = _placement(model.site_pos[number], model.site_quat[number])
                self._fix(site, self._body_name(body), place)
        gravity = np.array(model.opt.gravity)
        return KinematicTree(
            name or "robot",
            "world",
            self._links,
            self._joints,
            gravity=gravity if np.any(gravity) else None,
            shape_files=shape_files,
        )

    def _loose_things(self) -> set[int]:
        """Bodies of objects that lie about in a scene: free, and without joints of their own."""
        model, found = self._model, set()
        for root in range(1, model.nbody):
            inside = [body for body in range(root, model.nbody) if self._is_inside(body, root)]
            kinds = [
                model.jnt_type[joint] for joint in range(model.njnt) if model.jnt_bodyid[joint] in inside
            ]
            if kinds == [_FREE]:
                found |= set(inside)
        return found

    def _is_inside(self, body: int, root: int) -> bool:
        while body > root:
            body = int(self._model.body_parentid[body])
        return body == root

    def _body_name(self, number: int) -> str:
        return str(self._model.body(number).name) or f"body {number}"

    def _add_body(self, number: int) -> None:
        """A body with the joints that move it, each with its frame where the joint's anchor is."""
        model, name = self._model, self._body_name(number)
        parent = self._body_name(int(model.body_parentid[number])) if model.body_parentid[number] else "world"
        place = _placement(model.body_pos[number], model.body_quat[number])
        self._links[name] = TreeLink(name, self._parameters(number, name))
        first, count = int(model.body_jntadr[number]), int(model.body_jntnum[number])
        for joint in range(first, first + count):
            anchor = np.array(model.jnt_pos[joint])
            is_own_frame = joint == first + count - 1 and not anchor.any()
            child = name if is_own_frame else f"{name}:{model.joint(joint).name or joint}"
            self._links.setdefault(child, TreeLink(child))
            self._joints[child] = self._joint(joint, parent, child, place @ shift(*anchor))
            parent, place = child, shift(*-anchor)
        if parent != name:
            self._joints[name] = _fixed(name, parent, place)

    def _fix(self, name: str, parent: str, place: FloatArray) -> None:
        if name not in self._links:
            self._links[name] = TreeLink(name)
            self._joints[name] = _fixed(name, parent, place)

    def _joint(self, number: int, parent: str, child: str, place: FloatArray) -> TreeJoint:
        model, axis = self._model, np.array(self._model.jnt_axis[number])
        kind = _KINDS[int(model.jnt_type[number])]
        is_limited = bool(model.jnt_limited[number])
        lower, upper = model.jnt_range[number] if is_limited else (-UNLIMITED, UNLIMITED)
        has_place = kind in {"revolute", "prismatic"}
        back = -float(model.qpos0[model.jnt_qposadr[number]]) if has_place else 0.0
        turn = _turn(axis, back) if kind == "revolute" else shift(*(back * axis))
        return TreeJoint(
            name=str(model.joint(number).name) or f"joint {number + 1}",
            kind="continuous" if kind == "revolute" and not is_limited else kind,
            parent=parent,
            child=child,
            origin=place @ turn,
            axis=axis,
            lower=float(lower),
            upper=float(upper),
            effort=self._efforts.get(number, UNLIMITED),
            follows=self._leaders.get(number, ""),
            rotor_inertia=float(model.dof_armature[model.jnt_dofadr[number]]),
        )

    def _parameters(self, number: int, name: str) -> FloatArray | None:
        model, mass = self._model, float(self._model.body_mass[number])
        if name in self._bare or mass == 0.0:
            return None
        turn = _placement(np.zeros(3), model.body_iquat[number])[:3, :3]
        tensor = turn @ np.diag(model.body_inertia[number]) @ turn.T
        return inertia.about_origin(mass, center=np.array(model.body_ipos[number]), inertia=tensor)


def _fixed(name: str, parent: str, place: FloatArray) -> TreeJoint:
    return TreeJoint(f"{name} fixed", "fixed", parent, name, place, np.array([0.0, 0.0, 1.0]))


def _placement(position: FloatArray, quaternion: FloatArray) -> FloatArray:
    turn = np.zeros(9)
    mujoco.mju_quat2Mat(turn, quaternion)
    placement = np.eye(4)
    placement[:3, :3], placement[:3, 3] = turn.reshape(3, 3), position
    return placement


def _turn(axis: FloatArray, angle: float) -> FloatArray:
    quaternion = np.zeros(4)
    mujoco.mju_axisAngle2Quat(quaternion, axis, angle)
    return _placement(np.zeros(3), quaternion)


def _efforts(model: mujoco.MjModel) -> dict[int, float]:
    """Largest torques (forces) of joints, by number: of the joint's own range, else of its actuator."""
    found: dict[int, float] = {}
    for actuator in range(model.nu):
        if model.actuator_trntype[actuator] == mujoco.mjtTrn.mjTRN_JOINT:
            size = _actuator_force(model, actuator) * abs(float(model.actuator_gear[actuator, 0]))
            if np.isfinite(size) and size > 0.0:
                found[int(model.actuator_trnid[actuator, 0])] = size
    for joint in range(model.njnt):
        if model.jnt_actfrclimited[joint]:
            found[joint] = float(np.abs(model.jnt_actfrcrange[joint]).max())
    return found


def _actuator_force(model: mujoco.MjModel, actuator: int) -> float:
    if model.actuator_forcelimited[actuator]:
        return float(np.abs(model.actuator_forcerange[actuator]).max())
    is_motor = model.actuator_biastype[actuator] == mujoco.mjtBias.mjBIAS_NONE
    if is_motor and model.actuator_ctrllimited[actuator]:
        gain = abs(float(model.actuator_gainprm[actuator, 0]))
        return gain * float(np.abs(model.actuator_ctrlrange[actuator]).max())
    return UNLIMITED


def _leaders(model: mujoco.MjModel) -> dict[int, str]:
    """Names of the joints that others follow by a constraint, by the followers' numbers."""
    return {
        int(model.eq_obj1id[number]): str(model.joint(int(model.eq_obj2id[number])).name)
        for number in range(model.neq)
        if model.eq_type[number] == mujoco.mjtEq.mjEQ_JOINT and model.eq_obj2id[number] >= 0
    }
