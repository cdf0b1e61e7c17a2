"""One process, one thread: our reduced stiffness, a grid in NumPy and Pinocchio's Jacobians, taking turns.

``cold`` times our first call alone. A joint that turns the whole arm changes nothing: no side looks at more
than one position of the first.
"""

import json
import sys
import time
from statistics import median

import numpy as np

from core.robot.library import load_robot
from core.stiffness.model import stiffness_model
from core.stiffness.quadrature import joint_nodes
from core.stiffness.reduction import mean_products, reduce_stiffness
from core.stiffness.settings import StiffnessSettings

ROUNDS = 5
FREE_NODES, LIMITED_NODES = 5, 10
TURN = 2.0 * np.pi
VIRTUAL_JOINTS = ("PX", "PY", "PZ", "RX", "RY", "RZ")


def first_call(name):
    started = time.perf_counter()
    reduce_stiffness(stiffness_model(load_robot(name)))
    return {"seconds": time.perf_counter() - started}


def by_ours(model):
    return reduce_stiffness(model).compliance


def by_ours_bare(model):
    """The compliances without all that comes along, as the peers have them."""
    products = mean_products(model, joint_nodes(model.robot, StiffnessSettings()))
    springs = np.stack([spring.compliance for spring in model.springs])
    yielded = np.einsum("islm,slm->i", products.links, springs)
    return model.joint_compliance + np.linalg.solve(products.joints, yielded)


# --- peer: NumPy on a tensor grid, nodes from SciPy


def tensor_nodes(robot):
    """Positions and weights of every joint."""
    import scipy.special

    nodes = [(np.zeros(1), np.ones(1))]
    for low, high in zip(robot.lower[1:], robot.upper[1:], strict=True):
        if not np.isfinite(high - low) or abs(high - low - TURN) < 1e-9:
            nodes.append((TURN * np.arange(FREE_NODES) / FREE_NODES, np.full(FREE_NODES, 1.0 / FREE_NODES)))
        else:
            place, weight = scipy.special.roots_legendre(LIMITED_NODES)
            nodes.append((0.5 * (low + high) + 0.5 * (high - low) * place, 0.5 * weight))
    return nodes


def grid_of(nodes):
    """All poses (N, n) and their weights (N,)."""
    poses = np.meshgrid(*(position for position, _ in nodes), indexing="ij")
    weights = np.meshgrid(*(weight for _, weight in nodes), indexing="ij")
    return np.stack([one.ravel() for one in poses], axis=1), np.prod([one.ravel() for one in weights], axis=0)


def frames_of(robot, q):
    """Link frames (N, n, 4, 4) by modified DH rows, all poses at once."""
    reached, frames = np.broadcast_to(np.asarray(robot.base), (q.shape[0], 4, 4)), []
    for joint in range(robot.joint_count):
        cosine, sine = np.cos(q[:, joint] + robot.offset[joint]), np.sin(q[:, joint] + robot.offset[joint])
        tilt_cosine, tilt_sine = np.cos(robot.alpha[joint]), np.sin(robot.alpha[joint])
        row = np.zeros((q.shape[0], 4, 4))
        row[:, 0, 0], row[:, 0, 1], row[:, 0, 3] = cosine, -sine, robot.a[joint]
        row[:, 1, 0], row[:, 1, 1], row[:, 1, 2] = tilt_cosine * sine, tilt_cosine * cosine, -tilt_sine
        row[:, 2, 0], row[:, 2, 1], row[:, 2, 2] = tilt_sine * sine, tilt_sine * cosine, tilt_cosine
        row[:, 1, 3], row[:, 2, 3] = -tilt_sine * robot.d[joint], tilt_cosine * robot.d[joint]
        row[:, 3, 3] = 1.0
        reached = reached @ row
        frames.append(reached)
    return np.stack(frames, axis=1)


def tensor_columns(model, q):
    """Shifts of the tool (N, 3, n) per joint and (N, s, 3, 6) per link spring."""
    frames = frames_of(model.robot, q)
    point = (frames[:, -1] @ model.tip)[:, :3, 3]
    joints = np.stack(
        [np.cross(frames[:, joint, :3, 2], point - frames[:, joint, :3, 3]) for joint in range(q.shape[1])],
        axis=2,
    )
    links = []
    for spring in model.springs:
        place = frames[:, spring.link] @ spring.placement
        arm = (point - place[:, :3, 3])[:, np.newaxis]
        turns = np.cross(place[:, :3, :3].transpose(0, 2, 1), arm).transpose(0, 2, 1)
        links.append(np.concatenate([place[:, :3, :3], turns], axis=2))
    return joints, np.stack(links, axis=1)


def reduced(model, weight, joints, links):
    """Compliances (n,) from the columns at weighted poses."""
    products = np.einsum("kai,kaj->kij", joints, joints)
    squares = np.einsum("k,kij->ij", weight, products**2)
    springs = np.stack([spring.compliance for spring in model.springs])
    mixed = np.einsum("kai,ksal->kisl", joints, links, optimize=True)
    yielded = np.einsum("kisl,slm,kism->ki", mixed, springs, mixed, optimize=True)
    return model.joint_compliance + np.linalg.solve(squares, weight @ yielded)


def by_tensor(model):
    q, weight = grid_of(tensor_nodes(model.robot))
    return reduced(model, weight, *tensor_columns(model, q))


# --- peer: Pinocchio's Jacobians at our nodes


def pinocchio_model(pinocchio, model):
    """The chain with six virtual joints at every place where a link gives: model, columns of both kinds."""
    robot, built, parent = model.robot, pinocchio.Model(), 0
    place = pinocchio.SE3(np.asarray(robot.base))
    joints, links = [], []
    for number, joint in enumerate(robot.joints):
        turn = pinocchio.utils.rotate("x", joint.alpha)
        along = turn @ np.array([joint.a, 0.0, joint.d])
        place = place * pinocchio.SE3(turn @ pinocchio.utils.rotate("z", joint.offset), along)
        parent = built.addJoint(parent, pinocchio.JointModelRZ(), place, joint.name)
        joints.append(built.idx_vs[parent])
        place = pinocchio.SE3.Identity()
        for spring in (one for one in model.springs if one.link == number):
            there = pinocchio.SE3(np.array(spring.placement))
            reached = place * there
            columns = []
            for kind in VIRTUAL_JOINTS:
                made = getattr(pinocchio, f"JointModel{kind}")()
                parent = built.addJoint(parent, made, reached, f"{kind}{number}-{len(links)}")
                columns.append(built.idx_vs[parent])
                reached = pinocchio.SE3.Identity()
            links.append(columns)
            place = there.inverse()
    tip = pinocchio.Frame("tip", parent, 0, place * pinocchio.SE3(np.array(model.tip)), pinocchio.OP_FRAME)
    return built, built.addFrame(tip), joints, links


def by_pinocchio(model):
    import pinocchio

    built, tip, joints, links = pinocchio_model(pinocchio, model)
    nodes = [(one.position, one.weight) for one in joint_nodes(model.robot, StiffnessSettings())]
    nodes[0] = (nodes[0][0][:1], np.ones(1))
    q, weight = grid_of(nodes)
    memory, full = built.createData(), np.zeros((q.shape[0], built.nq))
    full[:, joints] = q
    matrices = np.empty((q.shape[0], 3, built.nv))
    compute, along = pinocchio.computeFrameJacobian, pinocchio.LOCAL_WORLD_ALIGNED
    for index, position in enumerate(full):
        matrices[index] = compute(built, memory, position, tip, along)[:3]
    sixes = np.stack([matrices[:, :, columns] for columns in links], axis=1)
    return reduced(model, weight, matrices[:, :, joints], sixes)


# --- the race


def timed(work, *arguments):
    start = time.perf_counter()
    found = work(*arguments)
    return time.perf_counter() - start, found


def race(name):
    model = stiffness_model(load_robot(name))
    sides = {"ours": by_ours, "bare": by_ours_bare, "tensor": by_tensor, "pinocchio": by_pinocchio}
    answers = {side: work(model) for side, work in sides.items()}
    taken = {side: [] for side in sides}
    for _ in range(ROUNDS):
        for side, work in sides.items():
            taken[side].append(timed(work, model)[0])
    ours, bare, tensor, theirs = (median(taken[side]) for side in sides)
    largest = {side: float(np.abs(answers[side] / answers["ours"] - 1.0).max()) for side in sides}
    return {
        "seconds": ours,
        "compliances_alone_seconds": bare,
        "tensor_seconds": tensor,
        "tensor_over_ours": tensor / ours,
        "tensor_over_ours_compliances_alone": tensor / bare,
        "tensor_largest_relative_difference": largest["tensor"],
        "pinocchio_seconds": theirs,
        "pinocchio_over_ours": theirs / ours,
        "pinocchio_over_ours_compliances_alone": theirs / bare,
        "pinocchio_largest_relative_difference": largest["pinocchio"],
    }


if __name__ == "__main__":
    work = {"cold": first_call, "race": race}[sys.argv[2]]
    sys.stdout.write(json.dumps(work(sys.argv[1])))
