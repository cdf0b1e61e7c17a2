"""Data sets of LeRobot as tables: ``meta/info.json`` says rate, names and files, Parquet files hold the rows.

Public form: the documentation of ``LeRobotDataset`` (huggingface/lerobot). Versions 2 and 2.1 have a file for
each episode (``data/chunk-000/episode_000000.parquet``), version 3 files of many episodes
(``data/chunk-000/file-000.parquet``). The names of ``observation.state`` are those of the motors, with an
ending ``.pos``, ``.vel``, ``.torque`` or ``.current`` in newer ones. No version states a unit: arms of servos
write shares of their calibrated range (-100 to 100), others degrees or radians. ``action`` is the command.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import BadFile
from core.monitor import Monitor
from core.recognition.forms import OF_RANGE
from core.recognition.found_table import Channel, FoundTable
from core.recognition.sheet_table import parquet_columns
from core.recording import FloatArray, Quantity

INFO = Path("meta", "info.json")
EPISODE, STATE, ACTION = "episode_index", "observation.state", "action"
_PAUSE_S = 1.0
"""Gap in the clock between two episodes; each begins at zero in the file."""
_STATED = {
    "pos": Quantity.POSITION, "position": Quantity.POSITION, "qpos": Quantity.POSITION,
    "vel": Quantity.VELOCITY, "velocity": Quantity.VELOCITY, "qvel": Quantity.VELOCITY,
    "torque": Quantity.TORQUE, "effort": Quantity.TORQUE, "tau": Quantity.TORQUE,
    "current": Quantity.CURRENT,
}  # fmt: skip
_FEATURES = {
    STATE: Quantity.POSITION,
    "observation.velocity": Quantity.VELOCITY,
    "observation.effort": Quantity.TORQUE,
    "observation.torque": Quantity.TORQUE,
    "observation.current": Quantity.CURRENT,
}
_NO_JOINT = ("gripper", "jaw", "finger", "hand")
_LARGEST_RAD, _LARGEST_SHARE = 6.4, 100.5
"""Positions beyond the first are no radians; up to the second they are degrees, or shares of a range."""
_NUMBERS = {"float32", "float64", "int64", "int32", "bool"}


def lerobot_root(path: Path) -> Path | None:
    """Folder of the data set that a folder, its ``info.json`` or a Parquet file below it is of."""
    places = [path] if path.is_dir() else [*path.parents][:4] if path.suffix in {".parquet", ".json"} else []
    for place in places:
        if (place / INFO).is_file() and (path.suffix != ".json" or path == place / INFO):
            return place
    return None


def read_lerobot_table(root: Path, path: Path, *, episode: str, monitor: Monitor) -> FoundTable:
    """The rows of a data set, or of the one Parquet file ``path`` of it, in the order of the episodes.

    Parameters
    ----------
    episode
        Number of the one episode that counts; empty for all, with a pause between them.

    Raises
    ------
    BadFile
        ``lerobot-info`` for a damaged ``info.json`` or one without rows, ``lerobot-episode`` for an unknown
        episode, ``library-missing`` where pyarrow is not installed, ``not-a-table-file`` for a damaged file.
    """
    info = _info(root)
    features: Mapping[str, Any] = info["features"]
    wanted = [name for name, one in features.items() if one.get("dtype") in _NUMBERS]
    files = [path] if path.suffix == ".parquet" else sorted((root / "data").rglob("*.parquet"))
    if not files:
        raise BadFile("lerobot-info", file=str(root / INFO), reason="data/*.parquet")
    rows: dict[str, list[Any]] = {name: [] for name in wanted}
    for number, file in enumerate(files):
        monitor.report(number / len(files))
        found = parquet_columns(file, wanted, monitor=monitor)
        rows = {name: [*parts, found[name]] for name, parts in rows.items() if name in found}
    values = {name: np.concatenate(parts) for name, parts in rows.items()}
    if not values:
        raise BadFile("lerobot-info", file=str(root / INFO), reason="features")
    if EPISODE in values:
        values = _of_episodes(root, values, episode)
    channels = list(_channels(info, values))
    first = [tuple(f"{one.values[row]:.6g}" for one in channels) for row in range(min(3, _length(values)))]
    return FoundTable(
        path,
        "lerobot",
        tuple(channels),
        tuple(first),
        rate_hz=float(info["fps"]),
        rate_name="fps",
        message=f"LeRobot {info.get('codebase_version', '')} {info.get('robot_type') or ''}".strip(),
    )


def _info(root: Path) -> dict[str, Any]:
    """The description of the data set; of version 2.0 with the names and shapes beside the features."""
    file = root / INFO
    try:
        info = json.loads(file.read_text("utf-8"))
        if "features" not in info:
            shapes = {key: {"dtype": "float32", "shape": [shape]} for key, shape in info["shapes"].items()
                      if isinstance(shape, int)}  # fmt: skip
            names = info.get("names") or {}
            info["features"] = {key: {**one, "names": names.get(key)} for key, one in shapes.items()} | {
                key: {"dtype": "float32", "shape": [1]} for key in ("timestamp", EPISODE)
            }
        for key, one in info["features"].items():
            if not isinstance(one.get("dtype", ""), str):
                raise TypeError(f"{key}: dtype")
        if not 0.0 < float(info["fps"]) < np.inf:
            raise ValueError("fps")
    except (ValueError, KeyError, TypeError, AttributeError, OSError) as error:
        raise BadFile("lerobot-info", file=str(file), reason=str(error)) from error
    return dict(info)


def _of_episodes(root: Path, values: dict[str, Any], episode: str) -> dict[str, Any]:
    """The rows of one episode, or of all with a clock that goes on after a pause."""
    number = np.asarray(values[EPISODE]).reshape(-1).astype(np.int64)
    known = np.unique(number)
    if episode:
        if not episode.isdecimal() or int(episode) not in known:
            few = tuple(str(one) for one in known[:8])
            raise BadFile("lerobot-episode", file=str(root), episode=episode, episodes=few)
        return {name: column[number == int(episode)] for name, column in values.items()}
    order = np.argsort(number, kind="stable")
    values = {name: column[order] for name, column in values.items()}
    if "timestamp" in values:
        time, number = np.asarray(values["timestamp"], dtype=np.float64).reshape(-1), number[order]
        begins = 0.0
        for one in known:
            rows = number == one
            own = time[rows] - time[rows][0]
            time[rows] = own + begins
            begins += float(own[-1]) + _PAUSE_S
        values["timestamp"] = time
    return values


def _channels(info: Mapping[str, Any], values: Mapping[str, Any]) -> Iterator[Channel]:
    """Columns by motor and feature; those of other features keep their names and are left out."""
    number = 0
    for feature, column in values.items():
        table = np.asarray(column, dtype=np.float64).reshape(_length(values), -1)
        of_range = _LARGEST_RAD < np.nanmax(np.abs(table), initial=0.0) < _LARGEST_SHARE
        names = _names(info["features"][feature].get("names"), table.shape[1])
        for place in range(table.shape[1]):
            number += 1
            yield _channel(number, feature, names, place, table[:, place], of_range=of_range)


def _channel(
    number: int, feature: str, names: tuple[str, ...], place: int, values: FloatArray, *, of_range: bool
) -> Channel:
    if feature == "timestamp":
        return Channel(number, feature, values, unit="s")
    if feature not in _FEATURES and feature != ACTION:
        return Channel(number, feature if not place else f"{feature}[{place}]", values, is_left_out=True)
    if not names:
        own = Channel(number, f"{feature}[{place}]", values, is_left_out=feature == ACTION)
        return own if own.is_left_out else _said(own, _FEATURES[feature], of_range=of_range)
    motor, _, ending = names[place].rpartition(".")
    stated = _STATED.get(ending.lower()) if motor else None
    motor = motor if stated is not None else names[place]
    name = f"{motor}.{feature}" + (f".{ending}" if stated is not None else "")
    is_left = feature == ACTION or any(word in motor.lower() for word in _NO_JOINT)
    if is_left:
        return Channel(number, f"{name}.left" if feature != ACTION else name, values, is_left_out=True)
    own = Channel(number, name, values, joint=motor)
    return _said(own, stated or _FEATURES[feature], of_range=of_range)


def _said(channel: Channel, quantity: Quantity, *, of_range: bool) -> Channel:
    unit = OF_RANGE if of_range and quantity is Quantity.POSITION else ""
    return Channel(
        channel.number, channel.name, channel.values, unit=unit, stated=quantity, joint=channel.joint
    )


def _names(names: Any, count: int) -> tuple[str, ...]:
    """One name for each number of a feature, however deep they are nested; none where there are others."""
    flat = list(_flat(names))
    return tuple(flat) if len(flat) == count > 1 else ()


def _flat(names: Any) -> Iterator[str]:
    if isinstance(names, str):
        yield names
    elif isinstance(names, Mapping):
        yield from (name for inner in names.values() for name in _flat(inner))
    elif isinstance(names, list):
        yield from (name for inner in names for name in _flat(inner))


def _length(values: Mapping[str, Any]) -> int:
    return len(next(iter(values.values()))) if values else 0
