"""Compiled: one chunk of a stream to expected, measured and external torque, state carried on.

Private: ``core.online.online_model`` is the public interface. Serial, without the interpreter lock.
The arrays of ``state`` carry the state from chunk to chunk; a gap in the numbering or a NaN in the
motion resets it. The dynamics are those of ``core.robot._kernels``, the learned functions those of
``core.learning._kernels``: the compiler's cache does not notice a change there, so a change there has
to touch this file too.

The observer is the generalised momentum observer (De Luca, Albu-Schaeffer, Haddadin and Hirzinger,
IROS 2006): ``r = K (p - ∫ (tau + Cᵀv - g - friction + r) dt)`` with ``p = M v``. ``Cᵀv`` is
``dM/dt v - C v``, the first by a difference along the motion.
"""

import math
from typing import Any

import numpy as np

from core.compiling import fast_inlined, fast_kernel, inlined, kernel
from core.friction.form import LINE_FROM
from core.learning._kernels import WORK_SIZE, residual_rows
from core.online._conditioning import (
    NEVER,
    SLOW,
    TWIST,
    _begin_filter,
    _condition,
    _filtered,
)
from core.robot._kernels import inverse_dynamics

COULOMB_VISCOUS, STRIBECK, CONTINUOUS, BIDIRECTIONAL, LOAD_DEPENDENT, EXTENDED = range(6)
FORM_NUMBERS = {
    "coulomb-viscous": COULOMB_VISCOUS,
    "stribeck": STRIBECK,
    "continuous": CONTINUOUS,
    "bidirectional": BIDIRECTIONAL,
    "load-dependent": LOAD_DEPENDENT,
    "extended": EXTENDED,
}
"""Numbers of the models of ``core.friction.models`` in ``friction_torque``, which has a branch for each."""
TURNED_RIGID, TURNED_LOAD, TURNED_UNACCELERATED, TURNED_MOMENTUM, TURNED_AHEAD = range(5)
"""The calls of inverse dynamics, in this order."""
_ALONG_S = 1e-6
"""Step in s along the motion for the derivative of the mass matrix; its relative error is 1e-6."""

_TWIST_AFTER_S = 10.0
"""Time of observed motion after which the twist without load is known well enough, s."""
_LEVEL_SHARE = 1e-3
"""Smallest variance of the load relative to its mean square that separates offset from twist."""


@kernel
def friction_torque(
    kind: Any, velocity: Any, sliding: Any, load: Any, stirred: Any, c: Any, shape: Any
) -> Any:
    """Friction of one joint in N·m: the forms of ``core.friction.models``, all their coefficients ``c``.

    ``shape`` are the form's shape constants in the order of its ``shape_start``.
    """
    w = velocity
    if kind >= LOAD_DEPENDENT:
        signed = w * abs(w)
        smooth = c[1] * w + c[2] * signed + c[3] * signed * abs(w)
        dry = c[0] + c[4] * abs(load)
        if kind == LOAD_DEPENDENT:
            return dry * sliding + smooth + c[5]
        return (dry + c[5] * load * load) * sliding + smooth + c[6] * stirred * w + c[7]
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


@kernel
def compensator(row: Any, position: Any) -> Any:
    """Torque of a spring or a cylinder on its joint; ``row`` as ``core.online.flat_model`` has it."""
    if row[0] == 0.0:
        return row[2] * (row[3] - position)
    angle, pivot, crank = position + row[2], row[3], row[4]
    length = math.sqrt(pivot * pivot + crank * crank - 2.0 * pivot * crank * math.cos(angle))
    volume = row[7] - (length - (pivot - crank)) * row[5]
    return -math.sin(angle) * pivot * crank / length * row[6] / volume * row[5]


@inlined
def _wind_up(step: Any, distance: Any, z: Any) -> Any:
    """The presliding state after a step, as ``core.friction.states`` has it."""
    if step > 0.0:
        return 1.0 + (z - 1.0) * math.exp(-step / distance)
    if step < 0.0:
        return -1.0 + (z + 1.0) * math.exp(step / distance)
    return z


@kernel
def _slide(slow: Any, v: Any, age: Any, pairs: Any, distance: Any, tuning: Any, contacts: Any) -> None:
    """Advance all friction contacts (joints, then coupled motors) to the next slow position (n,).

    ``contacts`` are the state z, the position before, the first position of the stream, the number
    of samples since the state follows from observed motion, and the mean speed of the last seconds.
    ``tuning`` are the travel after which a state is known, and the weight of a sample in the mean.
    """
    z, before, begin, since, stirred = contacts
    wound_up_after, stirring = tuning
    own, other, ratio = pairs
    n = slow.shape[0]
    for j in range(n):
        if age == 0:
            stirred[j] = 0.0
        stirred[j] += stirring * (abs(v[j]) - stirred[j])
    for c in range(z.shape[0]):
        place = slow[c] if c < n else slow[own[c - n]] + ratio[c - n] * slow[other[c - n]]
        if age == 0:
            z[c], before[c], begin[c], since[c] = 0.0, place, place, NEVER
        z[c] = _wind_up(place - before[c], distance[c], z[c])
        before[c] = place
        if since[c] >= 0 or abs(place - begin[c]) > wound_up_after:
            since[c] += 1


@kernel
def _resist(v: Any, a: Any, load: Any, arm: Any, contacts: Any, resisting: Any, momentum: Any) -> None:
    """Fill ``resisting`` (2, n) with the torque of friction and coupled motors, without and by acceleration.

    Adds the coupled rotors to ``momentum`` (n,).
    """
    kind, coefficients, shapes, pairs, terms, top_speed = arm
    z, stirred = contacts[0], contacts[4]
    own, other, ratio = pairs
    n = v.shape[0]
    for j in range(n):
        speed = min(max(v[j], -top_speed[j]), top_speed[j])
        resisting[0, j] = friction_torque(kind, speed, z[j], load[j], stirred[j], coefficients[j], shapes[j])
        if speed != v[j] and top_speed[j] > 0.0:
            slower = friction_torque(
                kind, LINE_FROM * speed, z[j], load[j], stirred[j], coefficients[j], shapes[j]
            )
            beyond = (v[j] / speed - 1.0) / (1.0 - LINE_FROM)
            resisting[0, j] += beyond * (resisting[0, j] - slower)
        resisting[1, j] = 0.0
    for k in range(ratio.shape[0]):
        i, o, lever = own[k], other[k], ratio[k]
        sliding = z[n + k] if kind >= LOAD_DEPENDENT else np.sign(v[i] + lever * v[o])
        inertia, viscous, coulomb = terms[k, 0] * lever, terms[k, 1] * lever, terms[k, 2]
        resisting[0, i] += viscous * v[o] + coulomb * sliding
        resisting[0, o] += viscous * v[i] + coulomb * lever * sliding
        resisting[1, i] += inertia * a[o]
        resisting[1, o] += inertia * a[i]
        momentum[i] += inertia * v[o]
        momentum[o] += inertia * v[i]


@inlined
def _observe(
    driving: Any, momentum: Any, gain: Any, step_s: Any, is_first: Any, joint: Any, watch: Any
) -> Any:
    """One step of a joint's observer, backward Euler: stable at any rate; ``watch`` (3, n).

    It stores the momentum minus the integrated torques, the last driving torque, and the external one.
    """
    if is_first:
        watch[0, joint], watch[1, joint], watch[2, joint] = -momentum, driving, 0.0
    # The driving torque is integrated by the trapezoidal rule, the estimate itself implicitly, so the
    # observer is stable for any gain.
    rest = watch[0, joint] - 0.5 * (driving + watch[1, joint]) * step_s
    found = gain * (momentum + rest) / (1.0 + gain * step_s)
    watch[0, joint], watch[1, joint], watch[2, joint] = rest - found * step_s, driving, found
    return found


@inlined
def _is_wound_up(joint: Any, pairs: Any, since: Any, settled: Any) -> Any:
    """True if a joint's contact state is known, and those of the motors it turns with."""
    own, other, _ = pairs
    known = since[joint] >= settled
    for k in range(own.shape[0]):
        if joint in (own[k], other[k]):
            known = known and since[since.shape[0] - own.shape[0] + k] >= settled
    return known


@inlined
def _turn(motion: Any, arm: Any, links: Any, rotors: Any, turned: Any) -> None:
    """Fill ``turned`` (5, N, n) by inverse dynamics.

    The rows are the rigid-body torque, the gear load, the torque without acceleration, the momentum,
    and the rate of change of the momentum by the pose alone.
    """
    rows, slides, gravity, no_gravity = arm
    q, v, a = motion[0], motion[1], motion[2]
    places, still = q, np.zeros_like(q)
    speeds, changes, pull, model = v, a, gravity, 0
    # g + C v comes from zero acceleration, p = M v from zero gravity
    # and velocity, and dM/dt v from p at q + ε v.
    for which in range(5):  # one place of the call: five would be compiled five times
        if which == TURNED_LOAD:
            model = 1
        elif which == TURNED_UNACCELERATED:
            model, changes = 0, still
        elif which == TURNED_MOMENTUM:
            speeds, changes, pull = still, v, no_gravity
        elif which == TURNED_AHEAD:
            places = q + _ALONG_S * v
        inverse_dynamics(
            places, speeds, changes, (rows, slides, pull), links[model], rotors[model], turned[which]
        )
    turned[4] -= turned[3]
    turned[4] /= _ALONG_S


@inlined
def _held(compensators: Any, joint: Any, position: Any) -> Any:
    """Torque of the compensators on a joint."""
    total = 0.0
    for c in range(compensators.shape[0]):
        if compensators[c, 1] == joint:
            total += compensator(compensators[c], position)
    return total


@inlined
def _grow(ages: Any, joint: Any, is_first: Any, is_measured: Any, is_still: Any) -> None:
    """Count the samples since a joint's torque is known without a break (0), and since it moves (1)."""
    if is_first:
        ages[0, joint] = ages[1, joint] = 0
    ages[0, joint] = ages[0, joint] + 1 if is_measured else 0
    ages[1, joint] = 0 if is_still else ages[1, joint] + 1


@inlined
def _tell(torques: Any, age: Any, ages: Any, settled: Any, is_wound_up: Any, out: Any) -> None:
    """Fill ``out`` (3,) with measured, predicted and external torque, NaN where unknown."""
    settled_model, _, settled_observer = settled
    is_modelled = age >= settled_model and is_wound_up
    is_measured = age >= settled_model and ages > settled_model
    out[0] = torques[0] if is_measured else math.nan
    out[1] = torques[1] if is_modelled else math.nan
    is_watched = is_modelled and age >= settled_observer and ages > settled_observer
    out[2] = torques[2] if is_watched else math.nan


@kernel
def feed(
    sequence: Any, raw: Any, setting: Any, model: Any, tuning: Any, state: Any, made: Any, out: Any
) -> None:
    """Fill ``out`` (N, n, 5) with measured, predicted, external torque; NaN where one is unknown.

    The fourth is the largest static friction of a joint at rest, zero for a moving one, the fifth the
    friction within the predicted torque.
    ``setting`` are maps and filters as ``_condition`` takes them, ``model`` is that of
    ``core.online.flat_model``, ``tuning`` and ``state`` are those of ``core.online.online_model``.
    ``made`` are buffers for intermediate results: motion (6, N, n), torques (5, N, n), ages (N,),
    and the mask of known torques and twists (N, n, 2).
    """
    maps, filters = setting
    arm, links, rotors, friction, distance, compensators, holding = model
    step_s, gain, settled, wound_up_after, slowest, stirring = tuning
    conditioning, contacts, outer_memory, watch, ages_of = state
    count, n = sequence.shape[0], rotors.shape[1]
    motion, turned, ages, is_measured = made
    _condition(sequence, raw, maps, filters, step_s, conditioning, (motion, ages, is_measured))
    _turn(motion, arm, links, rotors, turned)
    resisting, found = np.empty((2, n)), np.empty(3)
    for t in range(count):
        if ages[t] == NEVER:
            out[t] = math.nan
            continue
        slid = (wound_up_after, stirring)
        _slide(motion[SLOW, t], motion[1, t], ages[t], friction[3], distance, slid, contacts)
        _resist(motion[1, t], motion[2, t], turned[1, t], friction, contacts, resisting, turned[3, t])
        for j in range(n):
            measured, held = motion[3, t, j], _held(compensators, j, motion[0, t, j])
            whole = turned[0, t, j] + resisting[0, j] + resisting[1, j] - held
            _grow(ages_of, j, ages[t] == 0, is_measured[t, j, 0], abs(motion[1, t, j]) < slowest)
            if ages[t] == 0:
                _begin_filter(measured, filters[3], outer_memory[0, j])
                _begin_filter(whole, filters[3], outer_memory[1, j])
                _begin_filter(resisting[0, j], filters[3], outer_memory[2, j])
            found[0] = _filtered(measured, filters[2], outer_memory[0, j])
            found[1] = _filtered(whole, filters[2], outer_memory[1, j])
            out[t, j, 4] = _filtered(resisting[0, j], filters[2], outer_memory[2, j])
            driving = measured + held + turned[4, t, j] - turned[2, t, j] - resisting[0, j]
            begins = ages[t] == 0 or ages_of[0, j] == 0
            found[2] = _observe(driving, turned[3, t, j], gain, step_s, begins, j, watch)
            is_wound_up = _is_wound_up(j, friction[3], contacts[3], settled[1])
            _tell(found, ages[t], ages_of[0, j], settled, is_wound_up, out[t, j])
            moves = ages_of[1, j] > settled[1]
            out[t, j, 3] = 0.0 if moves else holding[j, 0] + holding[j, 1] * abs(turned[1, t, j])


@fast_inlined
def _line_offset(sums: Any, joint: Any) -> Any:
    """A joint's deflection without load, from a line through the samples; ``sums`` as in ``_take_in``.

    As in ``core.identification.residual_rows``: if the load hardly varies, the whole mean is the
    offset.
    """
    count = max(sums[0, joint], 1.0)
    load, twist = sums[1, joint] / count, sums[3, joint] / count
    spread = sums[2, joint] / count - load * load + _LEVEL_SHARE * load * load
    slope = (sums[4, joint] / count - load * twist) / spread if spread > 0.0 else 0.0
    return twist - slope * load


@fast_inlined
def _take_in(sums: Any, joint: Any, load: Any, twist: Any) -> None:
    """Add a sample to ``sums`` (5, n): count, load, its square, twist, and load times twist."""
    sums[0, joint] += 1.0
    sums[1, joint] += load
    sums[2, joint] += load * load
    sums[3, joint] += twist
    sums[4, joint] += load * twist


@fast_inlined
def _add(found: Any, out: Any) -> None:
    """Add ``found`` (N, n) to the predicted and external torque in ``out``.

    Sums of slices would take seconds to compile, for the text of their errors.
    """
    for t in range(found.shape[0]):
        for j in range(found.shape[1]):
            out[t, j, 1] += found[t, j]
            out[t, j, 2] += found[t, j]


@fast_kernel
def add_learned(made: Any, filters: Any, learned: Any, rest: Any, tuning: Any, out: Any) -> None:
    """Add the torque learned from the twist to the predicted and external torque of a chunk.

    ``made`` are the intermediate results of ``core.online._kernels.feed``. ``rest`` is the state:
    filters of position, velocity, twist and load (4, n, ..), sums (5, n) of the line for the twist
    without load, the previous twist (n,), and the number of samples since it is known (n,). The
    addition has the same delay as the filtered torques and the observer, so one addition serves both.
    """
    memory, sums, before, known_for = rest
    settled, step_s = tuning
    motion, turned, ages, is_measured = made
    count, n = ages.shape[0], motion.shape[2]
    inputs, found = np.empty((count, n, 4)), np.empty((count, n))
    clean = np.empty(4)
    enough = _TWIST_AFTER_S / step_s
    for t in range(count):
        for j in range(n):
            inputs[t, j] = math.nan
            if ages[t] == NEVER:
                continue
            now = (motion[0, t, j], motion[1, t, j], motion[TWIST, t, j], turned[0, t, j])
            for c in range(4):
                if ages[t] == 0:
                    _begin_filter(now[c], filters[3], memory[c, j])
                clean[c] = _filtered(now[c], filters[2], memory[c, j])
            known_for[j] = known_for[j] + 1 if is_measured[t, j, 1] and ages[t] > 0 else 0
            if ages[t] >= settled:
                inputs[t, j, 2], inputs[t, j, 3] = clean[0], clean[1]
            if ages[t] >= settled and known_for[j] > settled:
                _take_in(sums, j, clean[3], clean[2])
                if sums[0, j] >= enough:
                    inputs[t, j, 0] = clean[2] - _line_offset(sums, j)
                    inputs[t, j, 1] = (clean[2] - before[j]) / step_s
            before[j] = clean[2]
    code, size, start, numbers, columns = learned
    residual_rows(code, size, start, numbers, columns, inputs, np.empty(WORK_SIZE), found)
    _add(found, out)
