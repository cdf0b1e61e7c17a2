"""Selection of a regressor's rows and columns for the criteria, and whitening with the noise."""

import numpy as np

from core.base_parameters import IntArray
from core.errors import BadRequest
from core.recording import FloatArray
from core.robot.model import PARAMETERS_PER_LINK, RobotModel


def whitening_matrix(noise: FloatArray | None, *, free: IntArray, joints: int) -> FloatArray | None:
    """Ω^(−1/2) (f, f) of the free joints, symmetric ([Liu] eq. 13); None where there is no noise.

    Parameters
    ----------
    noise : (n,) standard deviations or (n, n) covariance of the torque, N·m (N)
    free : (f,) joints, counted from 0
    joints : n

    Raises
    ------
    BadRequest
        ``torque-noise`` where the noise is not (n,) or (n, n), or not positive.
    """
    if noise is None:
        return None
    given = np.asarray(noise, dtype=np.float64)
    if given.shape not in {(joints,), (joints, joints)} or not np.all(np.isfinite(given)):
        raise BadRequest("torque-noise", joints=joints, found=given.shape)
    covariance = np.diag(given * np.abs(given)) if given.ndim == 1 else given
    variances, axes = np.linalg.eigh(covariance[np.ix_(free, free)])
    if variances[0] <= 0.0:
        raise BadRequest("torque-noise", joints=joints, found=given.shape)
    return np.asarray((axes / np.sqrt(variances)) @ axes.T)


class RowChoice:
    """Rows of the free joints and chosen columns of (N, n, 10 n) regressors, in reused buffers.

    Parameters
    ----------
    robot : the arm
    free : (f,) joints, counted from 0, whose rows count
    columns : (b,) of the 10 n link columns
    whitening : (f, f) that multiplies each sample's rows; None leaves them as they are
    """

    def __init__(
        self, robot: RobotModel, *, free: IntArray, columns: IntArray, whitening: FloatArray | None
    ) -> None:
        width = PARAMETERS_PER_LINK * robot.joint_count
        self.column_count = int(columns.size)
        self._places = (free[:, np.newaxis] * width + columns).ravel()
        self._joints = free.size
        self._whitening = whitening
        self._rows, self._by_rows = self._room(samples=0)

    def _room(self, *, samples: int) -> tuple[FloatArray, FloatArray]:
        shape = (samples * self._joints, self.column_count)
        return np.empty(shape), np.empty(shape)

    def take(self, standard: FloatArray) -> FloatArray:
        """The rows (N f, b); the next call overwrites them."""
        samples = standard.shape[0]
        if self._rows.shape[0] != samples * self._joints:
            self._rows, self._by_rows = self._room(samples=samples)
        flat = self._rows.reshape(samples, self._places.size)
        standard.reshape(samples, -1).take(self._places, axis=1, out=flat, mode="clip")
        if self._whitening is not None:
            blocks = self._rows.reshape(samples, self._joints, self.column_count)
            blocks[:] = self._whitening @ blocks
        return self._rows

    @property
    def by_rows(self) -> FloatArray:
        """Array (N f, b) for derivatives in the rows taken last."""
        return self._by_rows

    def put(self, by_rows: FloatArray, *, into: FloatArray) -> None:
        """Write derivatives (N f, b) in the rows as those in the regressor, ``into`` (N, n, 10 n)."""
        samples = into.shape[0]
        weights = by_rows.reshape(samples, self._joints, self.column_count)
        if self._whitening is not None:
            weights = self._whitening @ weights  # it is symmetric
        into.reshape(samples, -1)[:, self._places] = weights.reshape(samples, -1)
