"""Friction chosen by data on real arms: the model, its error on motion kept back, and that of the live scale.

A UR10e is fitted to four runs and judged on one of another day, a TX40 on the last 40 % of its run. Errors
of the UR10e are in A, root sum of squares over the joints, below 6 Hz. A double pendulum has a published
first moment of its outer link, 0.16 kg·m, and drives whose velocity is late. Real recordings are only read;
the measurement holds figures alone.

``python tests/campaigns/friction_choice.py``
"""

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
from _measurement import REPOSITORY, write_measurement
from setup_checks import FOUR, ONE, ur10e_runs

from core.exchange.import_recording import import_recording
from core.friction.models import FrictionKind
from core.identification.identify import identify
from core.identification.model import predict
from core.identification.regression_rows import EDGE_CUTOFF_PERIODS, WOUND_UP_AFTER
from core.identification.result import IdentificationResult
from core.identification.settings import CHOSEN_BY_DATA, IdentificationSettings
from core.online.online_model import OnlineModel
from core.recording import FloatArray, Quantity, Recording
from core.robot.library import load_robot
from core.robot.model import RobotModel
from core.signals.filters import ZeroPhaseLowPass

FILTER_HZ, LIVE_HZ, RATE_HZ = 6.0, 16.0, 100.0
KINDS = (FrictionKind.LOAD_DEPENDENT, FrictionKind.EXTENDED)
TX40_SHARE = 0.6


def amperes(torque: FloatArray, robot: RobotModel) -> float:
    """Root sum of squares over the joints of the RMS of torques (N, n), NaN left out."""
    current = robot.current_from_torque(torque, drive_gain=robot.drive_gain)
    return float(np.sqrt(np.nansum(np.nanmean(current**2, axis=0))))


def known_error(result: IdentificationResult, robot: RobotModel, recording: Recording) -> float:
    """Error over samples as a fit takes them: clear of the ends, the joint's contact wound up."""
    found = predict(result, robot, recording)
    edge = EDGE_CUTOFF_PERIODS / result.settings.filter_hz
    clear = (found.time >= edge) & (found.time <= found.time[-1] - edge)
    moved = np.abs(found.position - found.position[0]) > WOUND_UP_AFTER
    since = np.where(moved.any(axis=0), found.time[moved.argmax(axis=0)], np.inf) + edge
    known = clear[:, np.newaxis] & (found.time[:, np.newaxis] >= since)
    return amperes(np.where(known, found.measured - found.modelled, np.nan), robot)


def left_out(runs: dict[str, Recording], robot: RobotModel, kind: FrictionKind) -> list[float]:
    """Error of each run predicted from the others."""
    errors = []
    for label in FOUR:
        others = [other for other in FOUR if other != label]
        settings = IdentificationSettings(friction=kind, filter_hz=FILTER_HZ)
        errors.append(known_error(identify(runs, robot, fit=others, settings=settings), robot, runs[label]))
    return errors


def live(result: IdentificationResult, robot: RobotModel, recording: Recording) -> tuple[float, float]:
    """Error without and with the live scale, causal filters, compared below 6 Hz."""
    # a live filter as wide as the band would take part of the errors away
    wide = replace(result, settings=replace(result.settings, filter_hz=LIVE_HZ))
    model = OnlineModel.of(wide, robot, rate_hz=RATE_HZ)
    found = model.feed(np.arange(recording.time.size), recording.time, recording.columns)
    known = np.isfinite(found.measured - found.modelled).all(axis=1)
    low_pass = ZeroPhaseLowPass(FILTER_HZ, RATE_HZ)
    static, scaled = (
        amperes(low_pass.apply((found.measured - modelled)[known]), robot)
        for modelled in (found.modelled, found.scaled)
    )
    return static, scaled


def ur10e(data: Path) -> dict[str, object]:
    """Figures of the UR10e."""
    runs, robot, (held,) = ur10e_runs(data), load_robot("ur10e"), ONE
    chosen = identify(runs, robot, fit=FOUR, validate=[held], settings=CHOSEN_BY_DATA)
    static, scaled = live(chosen, robot, runs[held])
    numbers: dict[str, object] = {
        "ur10e: chosen": f"{chosen.settings.friction.value}, {chosen.settings.filter_hz:g} Hz",
        "ur10e: another day, A": chosen.validation[-1].total_rms_current,
        "ur10e: another day live, without scale, A": static,
        "ur10e: another day live, A": scaled,
    }
    for kind in KINDS:
        errors = left_out(runs, robot, kind)
        numbers[f"ur10e: {kind.value}, runs left out, A"] = errors
        numbers[f"ur10e: {kind.value}, runs left out, geometric mean, A"] = float(
            np.exp(np.log(errors).mean())
        )
    return numbers


def tx40(data: Path) -> dict[str, object]:
    """Figures of the TX40."""
    whole = import_recording(data / "tx40" / "tx40.npz", layout="npz")
    middle = int(TX40_SHARE * whole.time.size)
    parts = {
        "first": replace(whole.block(0, middle), label="first"),
        "rest": replace(whole.block(middle, whole.time.size), label="rest"),
    }
    chosen = identify(parts, load_robot("tx40"), fit=["first"], validate=["rest"], settings=CHOSEN_BY_DATA)
    return {
        "tx40: chosen": f"{chosen.settings.friction.value}, {chosen.settings.filter_hz:g} Hz",
        "tx40: rest of the run, relative error": chosen.validation[-1].total_relative_error,
    }


def pendulum(data: Path) -> dict[str, object]:
    """Figures of the double pendulum, whose drives report differences of positions as velocity."""
    folder = data / "double-pendulum"
    runs = {}
    for file in sorted(folder.glob("r*.csv")):
        rows = np.loadtxt(file, delimiter=",", skiprows=1)
        quantities = (Quantity.POSITION, Quantity.VELOCITY, Quantity.TORQUE)
        columns = {one: rows[:, 1 + 2 * at : 3 + 2 * at] for at, one in enumerate(quantities)}
        runs[file.stem] = Recording(file.stem, rows[:, 0], columns)
    found = identify(runs, load_robot(folder / "pendulum.urdf"), fit=tuple(runs), settings=CHOSEN_BY_DATA)
    known = next(one for one in found.base_parameters if one.expression == "mx_2")
    assert found.choice is not None
    return {
        "double pendulum: mx_2, kg m": known.value,
        "double pendulum: mx_2, std, kg m": known.std,
        "double pendulum: velocity late, s": found.choice.velocity_late_s,
    }


def main() -> None:
    """Run the campaign and write its measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=REPOSITORY.parent / "shared" / "data")
    data = parser.parse_args().data
    numbers = {**ur10e(data), **tx40(data), **pendulum(data)}
    for what, value in numbers.items():
        print(f"{what}: {value}", flush=True)
    print(write_measurement("friction_choice", seed=0, numbers=numbers))


if __name__ == "__main__":
    main()
