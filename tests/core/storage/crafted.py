"""Visits that were made to do harm, or that a broken program wrote: each changes one thing in a good one."""

import json
from collections.abc import Callable
from pathlib import Path

import h5py
import numpy as np

Craft = Callable[[h5py.File, Path], None]
"""Changes an open visit; the path is that of a file which no one may read or change."""


def _replace(file: h5py.File, place: str, value: object, **settings: object) -> None:
    del file[place]
    file.create_dataset(place, data=value, **settings)


def _external_at(place: str) -> Craft:
    def craft(file: h5py.File, canary: Path) -> None:
        if place in file:
            del file[place]
        file[place] = h5py.ExternalLink(str(canary), "/")

    return craft


def _soft_at(place: str, target: str) -> Craft:
    def craft(file: h5py.File, _canary: Path) -> None:
        if place in file:
            del file[place]
        file[place] = h5py.SoftLink(target)

    return craft


def _external_storage(file: h5py.File, canary: Path) -> None:
    shape = file["recordings/0001/columns/position"].shape
    size = 8 * int(np.prod(shape))
    del file["recordings/0001/columns/position"]
    file.create_dataset("recordings/0001/columns/position", shape=shape, dtype=np.float64,
                        external=[(str(canary), 0, size)])  # fmt: skip


def _external_text(file: h5py.File, canary: Path) -> None:
    del file["robot_toml"]
    file.create_dataset("robot_toml", shape=(8,), dtype="S1", external=[(str(canary), 0, 8)])


def _virtual(file: h5py.File, canary: Path) -> None:
    shape = file["recordings/0001/columns/position"].shape
    layout = h5py.VirtualLayout(shape=shape, dtype=np.float64)
    layout[:] = h5py.VirtualSource(str(canary), "x", shape=shape)
    del file["recordings/0001/columns/position"]
    file.create_virtual_dataset("recordings/0001/columns/position", layout)


def _foreign_filter(file: h5py.File, _canary: Path) -> None:
    value = file["recordings/0001/time"][:]
    del file["recordings/0001/time"]
    plan = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plan.set_chunk((len(value),))
    plan.set_filter(h5py.h5z.FILTER_LZF, h5py.h5z.FLAG_OPTIONAL, (1, 2, 3))
    space = h5py.h5s.create_simple(value.shape)
    kind = h5py.h5t.py_create(np.dtype("f8"))
    h5py.h5d.create(file["recordings/0001"].id, b"time", kind, space, plan).write(
        h5py.h5s.ALL, h5py.h5s.ALL, np.ascontiguousarray(value)
    )


def _hard_cycle(file: h5py.File, _canary: Path) -> None:
    group = file["recordings/0001"]
    for number in range(3):
        group[f"again-{number}"] = file["recordings"]


def _reference(file: h5py.File, _canary: Path) -> None:
    file["recordings/0001"].attrs.create("label", file["results"].ref, dtype=h5py.ref_dtype)


def _reference_values(file: h5py.File, _canary: Path) -> None:
    del file["recordings/0001/gaps"]
    file["recordings/0001"].create_dataset("gaps", data=[file["results"].ref] * 2, dtype=h5py.ref_dtype)


def _committed(file: h5py.File, _canary: Path) -> None:
    file["results/type"] = np.dtype("f8")


def _deep_groups(file: h5py.File, _canary: Path) -> None:
    group = file["results"]
    for _ in range(300):
        group = group.create_group("g")


def _attribute(place: str, name: str, value: object) -> Craft:
    def craft(file: h5py.File, _canary: Path) -> None:
        file[place].attrs[name] = value

    return craft


def _without(place: str) -> Craft:
    def craft(file: h5py.File, _canary: Path) -> None:
        del file[place]

    return craft


def _without_attribute(place: str, name: str) -> Craft:
    def craft(file: h5py.File, _canary: Path) -> None:
        del file[place].attrs[name]

    return craft


def _with(place: str, value: object) -> Craft:
    def craft(file: h5py.File, _canary: Path) -> None:
        _replace(file, place, value)

    return craft


def _group_at(place: str) -> Craft:
    def craft(file: h5py.File, _canary: Path) -> None:
        del file[place]
        file.create_group(place)

    return craft


def _fields(place: str, text: str | bytes) -> Craft:
    def craft(file: h5py.File, _canary: Path) -> None:
        _replace(file, place, text, dtype=h5py.string_dtype())

    return craft


def _huge(file: h5py.File, _canary: Path) -> None:
    del file["recordings/0001/columns/position"]
    file.create_dataset("recordings/0001/columns/position", shape=(10**15, 3), chunks=(4096, 3), dtype="f8")


def _huge_array(file: h5py.File, _canary: Path) -> None:
    key = next(iter(file["results"]))
    del file[f"results/{key}/values"]
    file.create_dataset(f"results/{key}/values", shape=(10**12,), dtype="u1")


def _label_twice(file: h5py.File, _canary: Path) -> None:
    file["recordings/0002"].attrs["label"] = file["recordings/0001"].attrs["label"]


def _raw_label(file: h5py.File, _canary: Path) -> None:
    file["recordings/0001"].attrs["label"] = np.bytes_(b"\xff\xfe\x80")


def _time(change: Callable[[np.ndarray], np.ndarray]) -> Craft:
    def craft(file: h5py.File, _canary: Path) -> None:
        _replace(file, "recordings/0001/time", change(file["recordings/0001/time"][:]))

    return craft


def _last(value: float) -> Callable[[np.ndarray], np.ndarray]:
    return lambda time: np.append(time[:-1], value)


def _about(**changes: object) -> Craft:
    def craft(file: h5py.File, _canary: Path) -> None:
        plain = json.loads(file["recordings/0001/about/fields"].asstr()[()])
        _replace(file, "recordings/0001/about/fields", json.dumps({**plain, **changes}))

    return craft


def _result_of(text: str) -> Craft:
    def craft(file: h5py.File, canary: Path) -> None:
        key = next(iter(file["results"]))
        _fields(f"results/{key}/fields", text)(file, canary)

    return craft


ELSEWHERE: dict[str, Craft] = {
    "external link for recordings": _external_at("recordings"),
    "external link for results": _external_at("results"),
    "external link for settings": _external_at("settings"),
    "external link for a recording": _external_at("recordings/0001"),
    "external link for a column": _external_at("recordings/0001/columns/position"),
    "external link besides": _external_at("results/extra-001"),
    "external link deep inside": _external_at("recordings/0001/about/arrays"),
    "soft link to results": _soft_at("settings/alias", "/results"),
    "soft link to itself": _soft_at("results/loop", "/results/loop"),
    "soft link for the robot": _soft_at("robot_toml", "/nowhere"),
    "external storage": _external_storage,
    "external storage of the robot": _external_text,
    "virtual dataset": _virtual,
    "foreign filter": _foreign_filter,
}
"""Must be refused by name."""

MALFORMED: dict[str, Craft] = {
    "hard-link cycle": _hard_cycle,
    "reference as a label": _reference,
    "references as gaps": _reference_values,
    "committed type": _committed,
    "deep groups": _deep_groups,
    "recordings is a dataset": _with("recordings", 1.0),
    "results is a dataset": _with("results", "x"),
    "settings is a dataset": _with("settings", 3),
    "no settings": _without("settings"),
    "no robot": _without("robot_toml"),
    "robot is numbers": _with("robot_toml", np.zeros(3)),
    "robot is no TOML": _fields("robot_toml", "= = ="),
    "robot is no UTF-8": _fields("robot_toml", b"\xff\xfe\x80"),
    "schema is text": _attribute("/", "schema", "two"),
    "schema is huge": _attribute("/", "schema", 2**62),
    "schema is negative": _attribute("/", "schema", -5),
    "schema is a list": _attribute("/", "schema", np.arange(4)),
    "schema is not a number": _attribute("/", "schema", float("nan")),
    "format is a list": _attribute("/", "format", np.arange(3)),
    "operator is a number": _attribute("/", "operator", 4.0),
    "created_at is a list": _attribute("/", "created_at", np.zeros(9)),
    "no created_at": _without_attribute("/", "created_at"),
    "label is a number": _attribute("recordings/0001", "label", 3.5),
    "label is empty": _attribute("recordings/0001", "label", ""),
    "label has control characters": _attribute("recordings/0001", "label", "a\x1b[31m\n"),
    "label is a megabyte": _attribute("recordings/0001", "label", "x" * 60_000),
    "label is no UTF-8": _raw_label,
    "two recordings of one label": _label_twice,
    "no label": _without_attribute("recordings/0001", "label"),
    "a recording without a number": lambda file, _canary: file.move("recordings/0001", "recordings/first"),
    "recording is a dataset": _with("recordings/0001", np.zeros(4)),
    "no time": _without("recordings/0001/time"),
    "time is a group": _group_at("recordings/0001/time"),
    "time is text": _with("recordings/0001/time", "now"),
    "time is texts": _with("recordings/0001/time", np.array([b"a"] * 50)),
    "time has two axes": _time(lambda time: np.stack([time, time])),
    "time is not a number": _time(lambda time: np.full_like(time, np.nan)),
    "time stands": _time(np.zeros_like),
    "time runs backwards": _time(lambda time: time[::-1]),
    "time is shorter": _time(lambda time: time[:-3]),
    "time is empty": _time(lambda time: time[:0]),
    "time ends at 1e300": _time(_last(1e300)),
    "time ends at 1e12 s": _time(_last(1e12)),
    "time ends at 1e6 s": _time(_last(1e6)),
    "time is infinite": _time(_last(np.inf)),
    "time is tiny": _time(lambda time: np.append(np.arange(time.size - 1) * 5e-324, 1.0)),
    "time is compound": _with("recordings/0001/time", np.zeros(50, dtype=[("a", "f8"), ("b", "i4")])),
    "host time is shorter": _with("recordings/0001/host_time", np.zeros(3)),
    "no columns": _without("recordings/0001/columns"),
    "columns is a dataset": _with("recordings/0001/columns", 1),
    "columns is empty": _group_at("recordings/0001/columns"),
    "a column is text": _with("recordings/0001/columns/position", "x"),
    "a column is a group": _group_at("recordings/0001/columns/position"),
    "a column has one axis": _with("recordings/0001/columns/position", np.zeros(50)),
    "a column is wider": _with("recordings/0001/columns/position", np.zeros((50, 7))),
    "a column is longer": _with("recordings/0001/columns/position", np.zeros((60, 3))),
    "a column without joints": _with("recordings/0001/columns/position", np.zeros((50, 0))),
    "a column is complex": _with("recordings/0001/columns/position", np.zeros((50, 3), dtype=complex)),
    "a column says 1e15 rows": _huge,
    "a column is not a number": _with("recordings/0001/columns/position", np.full((50, 3), np.nan)),
    "an array says 1e12 numbers": _huge_array,
    "gaps are text": _with("recordings/0001/gaps", "none"),
    "gaps are one list": _with("recordings/0001/gaps", np.arange(4)),
    "gaps lie outside": _with("recordings/0001/gaps", np.array([[10**9, 5]])),
    "gaps are negative": _with("recordings/0001/gaps", np.array([[-3, -5]])),
    "missing is numbers": _with("recordings/0001/missing", np.zeros(3)),
    "no missing": _without("recordings/0001/missing"),
    "no about": _without("recordings/0001/about"),
    "about is no JSON": _fields("recordings/0001/about/fields", "{"),
    "about is a list": _fields("recordings/0001/about/fields", "[1, 2]"),
    "about is deep": _fields("recordings/0001/about/fields", '{"a":' * 100_000 + "1" + "}" * 100_000),
    "about is no UTF-8": _fields("recordings/0001/about/fields", b'{"a": "\xff\xfe"}'),
    "about is not a number": _fields("recordings/0001/about/fields", '{"payload_mass": NaN}'),
    "payload is text": _about(payload_mass="heavy"),
    "payload is a huge number": _about(payload_mass=10**400 if False else 1e308),
    "torque kind is unknown": _about(torque_kind="magic"),
    "torque kind is a list": _about(torque_kind=["a"]),
    "origin is a list": _about(origin=[1, 2]),
    "events are numbers": _about(events=[1, 2, 3]),
    "gear ratio is text": _about(origin={"gear_ratio": ["a", "b"]}),
    "a result is empty": _result_of(""),
    "a result is text": _result_of('"text"'),
    "a result is a number too long": _result_of('{"number": ' + "9" * 5000 + "}"),
    "a result names an array that is not there": _result_of('{"a": {"$array": 99999}}'),
    "a result names an array beyond its values": _result_of('{"a": {"$array": ["<f8", [1000000], 8]}}'),
    "a result names an array before its values": _result_of('{"a": {"$array": ["<f8", [1], -8]}}'),
    "a result names an array of objects": _result_of('{"a": {"$array": ["|O8", [1], 0]}}'),
    "a result names an array of 1e300 numbers": _result_of(
        '{"a": {"$array": ["<f8", [' + "9" * 300 + "], 0]}}"
    ),
    "a result names an array by text": _result_of('{"a": {"$array": "../../../recordings"}}'),
    "a result is a wrong float": _result_of('{"a": {"$float": "many"}}'),
    "a result is large": _result_of('{"a": [' + "1," * 500_000 + "1]}"),
}
"""Each may be refused or read in part, with a sentence; none may end otherwise."""
