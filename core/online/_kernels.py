"""Compiled: one chunk of a stream to expected, measured and external torque, state carried on.

Private: ``core.online.online_model`` is the door. Serial, without the interpreter lock. What is
carried from chunk to chunk lies in the arrays of ``state``; a hole in the numbering or a NaN in the
motion begins anew. The dynamics are those of ``core.robot._kernels``: the compiler's cache does not
notice a change there, so a change there has to touch this file too.

The observer is the generalised momentum observer (De Luca, Albu-Schaeffer, Haddadin and Hirzinger,
IROS 2006): ``r = K (p - ∫ (tau + Cᵀv - g - friction + r) dt)`` with ``p = M v``. ``Cᵀv`` is
``dM/dt v - C v``, the first by a difference along the motion.
"""

import math
from typing import Any

import numpy as np
from numba import njit

from core.robot._kernels import inverse_dynamics

_OPTIONS: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "fastmath": {"contract", "nsz"},
}
_inlined = njit(inline="always", **_OPTIONS)
_compiled = njit(**_OPTIONS)

COULOMB_VISCOUS, STRIBECK, CONTINUOUS, BIDIRECTIONAL, LOAD_DEPENDENT = range(5)
"""How ``friction_torque`` knows the forms of ``core.friction.forms``."""
LAST_SEQUENCE, AGE, PLACE, COUNTERS = range(4)
"""Places in the counters: number of the last sample, samples since the beginning, place in the delay."""
NEVER = -1
_ALONG_S = 1e-6
"""How far along the motion the mass matrix is looked at again: 1e-6 of its change is left out."""


@_inlined
def _mapped(values: Any, matrix: Any, joint: Any) -> Any:
    """One joint's share of ``values @ matrix``; a silent channel says nothing where it has no part."""
    total = 0.0
    for i in range(values.shape[0]):
        if matrix[i, joint] != 0.0:
            total += values[i] * matrix[i, joint]
    return total


@_inlined
def _filtered(x: Any, sections: Any, memory: Any) -> Any:
    """One sample through second-order sections (transposed direct form), memory (sections, 2)."""
    for s in range(sections.shape[0]):
        y = sections[s, 0] * x + memory[s, 0]
        memory[s, 0] = sections[s, 1] * x - sections[s, 4] * y + memory[s, 1]
        memory[s, 1] = sections[s, 2] * x - sections[s, 5] * y
        x = y
    return x


@_inlined
def _begin_filter(x: Any, steady: Any, memory: Any) -> None:
    for s in range(steady.shape[0]):
        memory[s, 0], memory[s, 1] = steady[s, 0] * x, steady[s, 1] * x


@_compiled
def _condition(sequence: Any, raw: Any, maps: Any, filters: Any, step_s: Any, state: Any, made: Any) -> None:
    """Clean, differentiated, delayed motion and torque of each sample, and its age.

    ``raw`` are position, velocity and torque (N, n) as reported, velocity empty where it has to be
    differentiated. ``made`` is q, v, a, torque, slow position (N, n), age (N,) and which torques are there.
    """
    position, velocity, torque = raw
    to_position, zero, to_velocity, to_torque = maps
    inner, inner_steady, outer, outer_steady = filters
    counters, memory, slow_memory, past, delay = state
    q, v, a, tau, slow, ages, is_told = made
    n = zero.shape[0]
    tells_velocity = velocity.shape[0] > 0
    now = np.zeros((3, n))
    for t in range(sequence.shape[0]):
        is_known = True
        for j in range(n):
            now[0, j] = _mapped(position[t], to_position, j) + zero[j]
            now[1, j] = _mapped(velocity[t], to_velocity, j) if tells_velocity else 0.0
            now[2, j] = _mapped(torque[t], to_torque, j)
            is_told[t, j] = not math.isnan(now[2, j])
            if not is_told[t, j]:
                now[2, j] = 0.0
            is_known = is_known and not math.isnan(now[0, j] + now[1, j])
        follows = counters[AGE] != NEVER and sequence[t] == counters[LAST_SEQUENCE] + 1
        counters[LAST_SEQUENCE] = sequence[t]
        if not is_known:
            counters[AGE] = ages[t] = NEVER
            q[t], v[t], a[t], tau[t], slow[t] = 0.0, 0.0, 0.0, 0.0, 0.0
            continue
        counters[AGE] = counters[AGE] + 1 if follows else 0
        ages[t] = counters[AGE]
        place = counters[PLACE]
        for j in range(n):
            if not follows:
                for c in range(3):
                    _begin_filter(now[c, j], inner_steady, memory[c, j])
                    past[c, 0, j] = past[c, 1, j] = now[c, j]
                _begin_filter(now[0, j], outer_steady, slow_memory[j])
            x = _filtered(now[0, j], inner, memory[0, j])
            w = _filtered(now[1, j], inner, memory[1, j])
            y = _filtered(now[2, j], inner, memory[2, j])
            slow[t, j] = _filtered(now[0, j], outer, slow_memory[j])
            middle = delay[place, :, j]
            middle[0], middle[3] = past[0, 1, j], past[2, 1, j]
            if tells_velocity:
                middle[1], middle[2] = past[1, 1, j], (w - past[1, 0, j]) / (2.0 * step_s)
            else:
                middle[1] = (x - past[0, 0, j]) / (2.0 * step_s)
                middle[2] = (x - 2.0 * past[0, 1, j] + past[0, 0, j]) / (step_s * step_s)
            for c in range(3):
                past[c, 0, j] = past[c, 1, j]
            past[0, 1, j], past[1, 1, j], past[2, 1, j] = x, w, y
            if not follows:
                for d in range(delay.shape[0]):
                    delay[d, :, j] = middle
        place = (place + 1) % delay.shape[0]
        counters[PLACE] = place
        q[t], v[t], a[t], tau[t] = delay[place, 0], delay[place, 1], delay[place, 2], delay[place, 3]


@_compiled
def friction_torque(kind: Any, velocity: Any, sliding: Any, load: Any, c: Any, shape: Any) -> Any:
    """Friction of one joint in N·m: the forms of ``core.friction.forms``, all their coefficients ``c``.

    ``shape`` are the form's shape constants in the order of its ``shape_start``.
    """
    w = velocity
    if kind == LOAD_DEPENDENT:
        signed = w * abs(w)
        smooth = c[1] * w + c[2] * signed + c[3] * signed * abs(w)
        return (c[0] + c[4] * abs(load)) * sliding + smooth + c[5]
    if kind == COULOMB_VISCOUS:
        return c[0] * np.sign(w) + c[1] * w + c[2]
    if kind == STRIBECK:
        steep = c[0] * math.atan(shape[0] * w) + c[1] * math.atan(shape[1] * w)
        return 2.0 / math.pi * steep + c[2] * w
    if kind == CONTINUOUS:
        hump = math.tanh(w / shape[1]) - math.tanh(w / shape[2])
        return c[0] * math.tanh(w / shape[0]) + c[1] * hump + c[2] * w
    direction = math.tanh(w / shape[0])
    first, side = (0, 1.0) if w >= 0.0 else (4, -1.0)
    half = (1.0 + side * direction) / 2.0
    total = c[first] * direction * half
    if abs(w) >= shape[1]:
        total += c[first + 1] * half * w + c[first + 2] * w * w + c[first + 3] * w * w * w
    return total


@_compiled
def compensator(row: Any, position: Any) -> Any:
    """Torque of a spring or a cylinder on its joint; ``row`` as ``core.online.flat_model`` has it."""
    if row[0] == 0.0:
        return row[2] * (row[3] - position)
    angle, pivot, crank = position + row[2], row[3], row[4]
    length = math.sqrt(pivot * pivot + crank * crank - 2.0 * pivot * crank * math.cos(angle))
    volume = row[7] - (length - (pivot - crank)) * row[5]
    return -math.sin(angle) * pivot * crank / length * row[6] / volume * row[5]


@_inlined
def _wind_up(step: Any, distance: Any, z: Any) -> Any:
    """The presliding state after a step, as ``core.friction.presliding`` has it."""
    if step > 0.0:
        return 1.0 + (z - 1.0) * math.exp(-step / distance)
    if step < 0.0:
        return -1.0 + (z + 1.0) * math.exp(step / distance)
    return z


@_compiled
def _slide(slow: Any, age: Any, pairs: Any, distance: Any, wound_up_after: Any, contacts: Any) -> None:
    """Carry all friction contacts (joints, then coupled motors) on to one more slow position (n,).

    ``contacts`` are the state z, the position before, where the stream began, and since how many
    samples each has been wound up by motion that was seen.
    """
    z, before, begin, since = contacts
    own, other, ratio = pairs
    n = slow.shape[0]
    for c in range(z.shape[0]):
        place = slow[c] if c < n else slow[own[c - n]] + ratio[c - n] * slow[other[c - n]]
        if age == 0:
            z[c], before[c], begin[c], since[c] = 0.0, place, place, NEVER
        z[c] = _wind_up(place - before[c], distance[c], z[c])
        before[c] = place
        if since[c] >= 0 or abs(place - begin[c]) > wound_up_after:
            since[c] += 1


@_compiled
def _resist(v: Any, a: Any, load: Any, arm: Any, contacts: Any, resisting: Any, momentum: Any) -> None:
    """Fill ``resisting`` (2, n): friction with the coupled motors' part that needs no acceleration, and
    their part that does; add the coupled rotors to ``momentum`` (n,)."""
    kind, coefficients, shapes, pairs, terms = arm
    z = contacts[0]
    own, other, ratio = pairs
    n = v.shape[0]
    for j in range(n):
        resisting[0, j] = friction_torque(kind, v[j], z[j], load[j], coefficients[j], shapes[j])
        resisting[1, j] = 0.0
    for k in range(ratio.shape[0]):
        i, o, lever = own[k], other[k], ratio[k]
        sliding = z[n + k] if kind == LOAD_DEPENDENT else np.sign(v[i] + lever * v[o])
        inertia, viscous, coulomb = terms[k, 0] * lever, terms[k, 1] * lever, terms[k, 2]
        resisting[0, i] += viscous * v[o] + coulomb * sliding
        resisting[0, o] += viscous * v[i] + coulomb * lever * sliding
        resisting[1, i] += inertia * a[o]
        resisting[1, o] += inertia * a[i]
        momentum[i] += inertia * v[o]
        momentum[o] += inertia * v[i]


@_inlined
def _observe(driving: Any, momentum: Any, gain: Any, step_s: Any, is_first: Any, joint: Any, watch: Any) -> Any:
    """One step of a joint's observer, backward Euler: stable at any rate; ``watch`` (3, n).

    It remembers the momentum less all that drove it, the drive before, and the torque from outside.
    """
    if is_first:
        watch[0, joint], watch[1, joint], watch[2, joint] = -momentum, driving, 0.0
    rest = watch[0, joint] - 0.5 * (driving + watch[1, joint]) * step_s
    found = gain * (momentum + rest) / (1.0 + gain * step_s)
    watch[0, joint], watch[1, joint], watch[2, joint] = rest - found * step_s, driving, found
    return found


@_inlined
def _is_wound_up(joint: Any, pairs: Any, since: Any, settled: Any) -> Any:
    """Whether what holds a joint is known: its own contact and those of the motors it turns with."""
    own, other, _ = pairs
    known = since[joint] >= settled
    for k in range(own.shape[0]):
        if joint in (own[k], other[k]):
            known = known and since[since.shape[0] - own.shape[0] + k] >= settled
    return known


@_compiled
def feed(
    sequence: Any, raw: Any, maps: Any, filters: Any, model: Any, tuning: Any, state: Any, out: Any
) -> None:
    """Fill ``out`` (3, N, n) with measured, expected and external torque; NaN where one is not known.

    ``model`` and ``tuning`` are those of ``core.online.flat_model``, ``state`` that of
    ``core.online.online_model``.
    """
    arm, links, rotors, friction, distance, compensators = model
    step_s, gain, settled_model, settled_outer, settled_observer, wound_up_after, slowest = tuning
    conditioning, contacts, outer_memory, watch, ages_of = state
    _, _, outer, outer_steady = filters
    pairs = friction[3]
    count, n = sequence.shape[0], rotors.shape[1]
    made = np.empty((5, count, n))
    ages, is_told = np.empty(count, dtype=np.int64), np.empty((count, n), dtype=np.bool_)
    q, v, a, tau = made[0], made[1], made[2], made[3]
    _condition(
        sequence, raw, maps, filters, step_s, conditioning, (q, v, a, tau, made[4], ages, is_told)
    )
    rows, slides, gravity, no_gravity = arm
    still = np.zeros((count, n))
    turned = np.empty((5, count, n))
    rigid, load, unaccelerated, momenta, ahead = turned[0], turned[1], turned[2], turned[3], turned[4]
    inverse_dynamics(q, v, a, (rows, slides, gravity), links[0], rotors[0], rigid)
    inverse_dynamics(q, v, a, (rows, slides, gravity), links[1], rotors[1], load)
    inverse_dynamics(q, v, still, (rows, slides, gravity), links[0], rotors[0], unaccelerated)
    inverse_dynamics(q, still, v, (rows, slides, no_gravity), links[0], rotors[0], momenta)
    inverse_dynamics(q + _ALONG_S * v, still, v, (rows, slides, no_gravity), links[0], rotors[0], ahead)
    resisting, unturned = np.empty((2, n)), np.empty(n)
    for t in range(count):
        age = ages[t]
        if age == NEVER:
            out[:, t] = math.nan
            continue
        _slide(made[4, t], age, pairs, distance, wound_up_after, contacts)
        unturned[:] = momenta[t]
        _resist(v[t], a[t], load[t], friction, contacts, resisting, momenta[t])
        for j in range(n):
            held = 0.0
            for c in range(compensators.shape[0]):
                if compensators[c, 1] == j:
                    held += compensator(compensators[c], q[t, j])
            whole = rigid[t, j] + resisting[0, j] + resisting[1, j] - held
            if age == 0:
                ages_of[0, j] = ages_of[1, j] = 0
                _begin_filter(tau[t, j], outer_steady, outer_memory[0, j])
                _begin_filter(whole, outer_steady, outer_memory[1, j])
            ages_of[0, j] = ages_of[0, j] + 1 if is_told[t, j] else 0
            stands = slowest > 0.0 and abs(v[t, j]) < slowest
            ages_of[1, j] = 0 if stands else ages_of[1, j] + 1
            measured = _filtered(tau[t, j], outer, outer_memory[0, j])
            expected = _filtered(whole, outer, outer_memory[1, j])
            turning = (ahead[t, j] - unturned[j]) / _ALONG_S  # of the momentum, by the pose alone
            driving = tau[t, j] + held + turning - unaccelerated[t, j] - resisting[0, j]
            begins = age == 0 or ages_of[0, j] == 0 or ages_of[1, j] == 0
            external = _observe(driving, momenta[t, j], gain, step_s, begins, j, watch)
            is_modelled = age >= settled_model and _is_wound_up(j, pairs, contacts[3], settled_outer)
            is_measured = age >= settled_model and ages_of[0, j] > settled_model
            is_watched = is_modelled and is_measured and age >= settled_observer
            is_watched = is_watched and ages_of[1, j] > settled_outer
            out[0, t, j] = measured if is_measured else math.nan
            out[1, t, j] = expected if is_modelled else math.nan
            out[2, t, j] = external if is_watched else math.nan
