"""Least squares estimators over streamed rows, with realistic standard deviations.

``rows`` defines the input of a regression, ``tsqr`` reduces it to small triangular factors in one pass,
``solution`` and ``jackknife`` compute estimates and covariances from the factors, and
``least_squares``, ``full_covariance``, ``robust`` and ``maximum_likelihood`` are the estimators.
"""

from core.estimation.estimate import CovarianceKind, Estimate
from core.estimation.full_covariance import FullCovarianceLeastSquares
from core.estimation.least_squares import LeastSquares, WeightedLeastSquares
from core.estimation.maximum_likelihood import MaximumLikelihood, NoisyRowSource
from core.estimation.robust import RobustLeastSquares
from core.estimation.rows import InMemoryRows, RowBlock, RowSource, time_block_ids

__all__ = [
    "CovarianceKind",
    "Estimate",
    "FullCovarianceLeastSquares",
    "InMemoryRows",
    "LeastSquares",
    "MaximumLikelihood",
    "NoisyRowSource",
    "RobustLeastSquares",
    "RowBlock",
    "RowSource",
    "WeightedLeastSquares",
    "time_block_ids",
]
