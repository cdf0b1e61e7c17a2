"""One process, one thread: our online model and a loop of NumPy and Pinocchio on the same stream.

The two take turns second by second of the stream. Compilation and the first chunk are not counted.
"""

import json
import sys
import time
from statistics import median

import numpy as np
import pinocchio

from core.robot.library import load_robot
from tests.core.online.known_model import RATE_HZ, fitted_model, online, slow_motion, streamed

TURN_SAMPLES = round(RATE_HZ)
ROTOR_INERTIA = np.full(6, 0.3)
_WARM_UP_TURNS = 1


class Cascade:
    """Second-order sections over some channels, one sample at a time."""

    def __init__(self, sections, steady, first):
        self.sections = sections
        self.memory = steady[:, :, np.newaxis] * first

    def __call__(self, x):
        for (b0, b1, b2, _, a1, a2), memory in zip(self.sections, self.memory, strict=True):
            y = b0 * x + memory[0]
            memory[0] = b1 * x - a1 * y + memory[1]
            memory[1] = b2 * x - a2 * y
            x = y
        return x


class Peer:
    """The same numbers as ours, by Pinocchio's algorithms and NumPy's arrays of joints."""

    def __init__(self, fitted, model, robot):
        plan, n = fitted.plan, robot.joint_count
        self.model = self._chain(robot)
        self.rotor = ROTOR_INERTIA
        self.coefficients = np.array([fitted.parameters[plan.friction_places(joint)] for joint in range(n)]).T
        self.distance = plan.presliding_distance()
        self.inner, self.outer = model._inner, model._outer
        self.held_back, self.gain = model._held_back, model.observer_gain
        self.step_s = 1.0 / model.rate_hz
        self.past = None

    @staticmethod
    def _chain(robot):
        """Pinocchio's model, with the arm's own links."""
        model, parent = pinocchio.Model(), 0
        model.gravity.linear = robot.base[:3, :3].T @ robot.gravity
        for joint, parameters in zip(robot.joints, robot.inertial_parameters, strict=True):
            turn = pinocchio.utils.rotate("x", joint.alpha)
            placement = pinocchio.SE3(
                turn @ pinocchio.utils.rotate("z", joint.offset), turn @ np.array([joint.a, 0.0, joint.d])
            )
            parent = model.addJoint(parent, pinocchio.JointModelRZ(), placement, joint.name)
            body = pinocchio.Inertia.FromDynamicParameters(parameters)
            model.appendBodyToJoint(parent, body, pinocchio.SE3.Identity())
        return model

    def _begin(self, q, v, tau):
        first = np.concatenate([q, v, tau])
        self.data = self.model.createData()
        self.clean = Cascade(self.inner.sections, self.inner.steady, first)
        self.slow = Cascade(self.outer.sections, self.outer.steady, q)
        self.past = [first, first]
        self.delayed = None
        self.z, self.before = np.zeros(q.size), q
        self.out = self.watch = None

    def sample(self, q, v, tau):
        """Measured, expected and external torque (n,) each."""
        if self.past is None:
            self._begin(q, v, tau)
        n, step_s, slow = q.size, self.step_s, self.slow(q)
        now = self.clean(np.concatenate([q, v, tau]))
        oldest, middle = self.past
        self.past = [middle, now]
        a = (now[n : 2 * n] - oldest[n : 2 * n]) / (2.0 * step_s)
        newest = (middle[:n], middle[n : 2 * n], a, middle[2 * n :])
        self.delayed = [*(self.delayed or [newest] * self.held_back), newest]
        q, v, a, tau_then = self.delayed.pop(0)
        self._slide(slow)
        friction, whole, mass = self._expected(q, v, a)
        coriolis = pinocchio.computeCoriolisMatrix(self.model, self.data, q, v)
        gravity = pinocchio.computeGeneralizedGravity(self.model, self.data, q)
        driving = tau_then + coriolis.T @ v - gravity - friction
        external = self._observe(driving, mass @ v)
        if self.out is None:
            both = np.concatenate([tau_then, whole])
            self.out = Cascade(self.outer.sections, self.outer.steady, both)
        filtered = self.out(np.concatenate([tau_then, whole]))
        return filtered[:n], filtered[n:], external

    def _slide(self, slow):
        step = slow - self.before
        self.before = slow
        toward = np.sign(step)
        self.z = toward + (self.z - toward) * np.exp(-np.abs(step) / self.distance)

    def _expected(self, q, v, a):
        rigid = pinocchio.rnea(self.model, self.data, q, v, a) + self.rotor * a
        mass = pinocchio.crba(self.model, self.data, q)
        mass = np.triu(mass) + np.triu(mass, 1).T + np.diag(self.rotor)
        c, square = self.coefficients, v * np.abs(v)
        sliding = (c[0] + c[4] * np.abs(rigid)) * self.z
        friction = sliding + c[1] * v + c[2] * square + c[3] * square * np.abs(v) + c[5]
        return friction, rigid + friction, mass

    def _observe(self, driving, momentum):
        if self.watch is None:
            self.watch = (-momentum, driving)
        rest, before = self.watch
        rest = rest - 0.5 * (driving + before) * self.step_s
        found = self.gain * (momentum + rest) / (1.0 + self.gain * self.step_s)
        self.watch = (rest - found * self.step_s, driving)
        return found

    def feed(self, columns):
        return np.array([self.sample(*row) for row in zip(*columns, strict=True)])


def race(stream_s, chunk):
    robot = load_robot("ur10e")
    fitted = fitted_model(robot, rotor_inertia=ROTOR_INERTIA)
    time_, q, v, _ = slow_motion(robot, seconds=stream_s)
    noise = np.random.default_rng(1)
    q, v = q + noise.normal(0.0, 4e-6, q.shape), v + noise.normal(0.0, 1e-3, q.shape)
    torque = 40.0 * q + noise.normal(0.0, 1.0, q.shape)
    columns = streamed(robot, q, v, torque)
    ours, sequence = online(fitted), np.arange(time_.size)
    peer = Peer(fitted, ours, robot)
    seconds, differences = {"ours": [], "peer": []}, []
    for turn in range(time_.size // TURN_SAMPLES):
        rows = range(turn * TURN_SAMPLES, (turn + 1) * TURN_SAMPLES, chunk)
        pieces = [slice(first, min(first + chunk, (turn + 1) * TURN_SAMPLES)) for first in rows]
        chunks = [
            (sequence[piece], time_[piece], {name: column[piece] for name, column in columns.items()})
            for piece in pieces
        ]
        began = time.thread_time()
        found = [ours.feed(*each) for each in chunks]
        spent = time.thread_time() - began
        whole = slice(pieces[0].start, pieces[-1].stop)
        began = time.thread_time()
        expected = peer.feed((q[whole], v[whole], torque[whole]))
        spent_by_peer = time.thread_time() - began
        if turn >= _WARM_UP_TURNS:
            seconds["ours"].append(spent)
            seconds["peer"].append(spent_by_peer)
            differences.append(_largest_difference(found, expected, robot.reported_sign))
    turn_s, mine, theirs = TURN_SAMPLES / RATE_HZ, median(seconds["ours"]), median(seconds["peer"])
    return {
        "share of a core, %": 100.0 * mine / turn_s,
        "us a sample": 1e6 * mine / TURN_SAMPLES,
        "peer, share of a core, %": 100.0 * theirs / turn_s,
        "ratio": theirs / mine,
        "largest difference, N·m": max(differences),
        "delay, ms": 1e3 * ours.delay_s,
    }


def _largest_difference(found, expected, sign):
    names = ("measured", "modelled", "external")
    mine = np.stack([np.concatenate([getattr(each, name) for each in found]) for name in names], axis=1)
    return float(np.nanmax(np.abs(mine - expected * sign)))


if __name__ == "__main__":
    sys.stdout.write(json.dumps(race(float(sys.argv[1]), int(sys.argv[2]))))
