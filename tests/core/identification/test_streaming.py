"""A recording taken in chunks gives the rows, and so the model, of the recording taken whole."""

from dataclasses import replace

import numpy as np
import pytest

from core.base_parameters import find_base_parameters
from core.estimation import WeightedLeastSquares
from core.friction.models import FORMS, FrictionKind
from core.identification.chunks import ChunkStream, Conditioning, from_pass_cache, pass_cache
from core.identification.columns import ColumnPlan
from core.identification.model import FittedModel
from core.identification.regression_rows import RegressionRows
from core.identification.shape_search import search_shapes
from core.identification.synthetic import synthesize
from core.monitor import NullMonitor
from core.recording import FloatArray, MissingSamples, Recording
from core.robot.library import load_robot
from core.robot.model import RobotModel

CHUNK = 1300
WHOLE = 10**7


@pytest.fixture(scope="module")
def robot() -> RobotModel:
    return load_robot("ur10e")


@pytest.fixture(scope="module")
def recording(robot: RobotModel) -> Recording:
    return synthesize(robot, seed=3, duration_s=40.0, label="chunks")


def _rows(robot: RobotModel, recording: Recording, kind: FrictionKind, chunk_samples: int) -> RegressionRows:
    form = FORMS[kind]
    plan = ColumnPlan(robot, find_base_parameters(robot), form, (form.shape_start,) * robot.joint_count)
    stream = ChunkStream(recording, robot, Conditioning(6.0, robot.drive_gain), chunk_samples=chunk_samples)
    return RegressionRows((stream,), plan, block_s=1.0, moving_only=not form.uses_presliding)


def _stacked(rows: RegressionRows) -> tuple[FloatArray, FloatArray]:
    blocks = [
        (block.regressor.copy(), block.target.copy(), block.weight_mask)
        for block in rows.blocks(NullMonitor())
    ]
    regressor = np.concatenate([regressor * mask[..., np.newaxis] for regressor, _, mask in blocks])
    return regressor, np.concatenate([target * mask for _, target, mask in blocks])


@pytest.mark.parametrize("kind", [FrictionKind.COULOMB_VISCOUS, FrictionKind.LOAD_DEPENDENT])
def test_chunked_rows_equal_the_rows_of_the_whole(
    robot: RobotModel, recording: Recording, kind: FrictionKind
) -> None:
    pieces, whole = (_stacked(_rows(robot, recording, kind, size)) for size in (CHUNK, WHOLE))
    scale = np.abs(whole[0]).max(axis=(0, 1))
    assert np.max(np.abs(pieces[0] - whole[0]) / scale) < 1e-9
    assert np.max(np.abs(pieces[1] - whole[1])) < 1e-9 * np.abs(whole[1]).max()


def test_chunked_identification_equals_that_of_the_whole(robot: RobotModel, recording: Recording) -> None:
    found = []
    for size in (CHUNK, WHOLE):
        rows = _rows(robot, recording, FrictionKind.LOAD_DEPENDENT, size)
        first = WeightedLeastSquares().fit(rows)
        shapes = search_shapes(rows, parameters=first.estimate, monitor=NullMonitor()).shapes
        plan = rows.plan.with_shapes(shapes).with_load(first.estimate[: rows.plan.base_count])
        again = RegressionRows(rows.streams, plan, block_s=1.0, moving_only=False)
        second = WeightedLeastSquares().fit(again)
        stream = again.streams[0]
        model = FittedModel(plan, second.estimate, stream.conditioning)
        torque = np.concatenate([part.modelled for part in model.compare(recording, monitor=NullMonitor())])
        found.append((shapes, second, torque))
    (shapes_a, pieces, torque_a), (shapes_b, whole, torque_b) = found
    assert shapes_a == shapes_b
    size = np.maximum(np.abs(whole.estimate), whole.std)
    assert np.max(np.abs(pieces.estimate - whole.estimate) / size) < 1e-9
    assert np.allclose(torque_a, torque_b, rtol=0.0, atol=1e-9 * np.abs(torque_b).max())


def test_load_dependent_rows_have_one_column_more_once_the_load_is_known(
    robot: RobotModel, recording: Recording
) -> None:
    rows = _rows(robot, recording, FrictionKind.LOAD_DEPENDENT, WHOLE)
    known = rows.plan.with_load(np.ones(rows.plan.base_count))
    assert len(known.names) == len(rows.plan.names) + robot.joint_count
    assert len(known.units) == len(known.names)
    assert len(set(known.names)) == len(known.names)


def test_nothing_is_filtered_across_samples_counted_as_missing(
    robot: RobotModel, recording: Recording
) -> None:
    first = recording.sample_count // 2
    missing = (MissingSamples(first - 1, 1, "sequence"),)
    columns = {quantity: np.array(column[:]) for quantity, column in recording.columns.items()}
    for column in columns.values():
        column[first:] += 1000.0
    conditioning = Conditioning(6.0, robot.drive_gain)
    holed = ChunkStream(replace(recording, columns=columns, missing=missing), robot, conditioning)
    before = list(holed.chunks(NullMonitor()))
    alone = list(ChunkStream(recording.block(0, first), robot, conditioning).chunks(NullMonitor()))
    assert {chunk.segment for chunk in before} == {0, 1}
    of_first = [chunk for chunk in before if chunk.segment == 0]
    for chunk, expected in zip(of_first, alone, strict=True):
        assert chunk.position.tobytes() == expected.position.tobytes()
        assert chunk.torque.tobytes() == expected.torque.tobytes()


class _Remembered:
    """A result that counts how many of its kind there are."""

    alive = 0

    def __init__(self) -> None:
        _Remembered.alive += 1

    def __del__(self) -> None:
        _Remembered.alive -= 1


def test_what_passes_remember_stays_within_its_limit_while_the_next_result_is_made() -> None:
    limit, size = 100, 40

    def made() -> _Remembered:
        assert (_Remembered.alive + 1) * size <= limit
        return _Remembered()

    with pass_cache(limit):
        for key in range(4):
            assert from_pass_cache(key, made, made_from=None, size_bytes=size) is not None
        assert _Remembered.alive == limit // size
