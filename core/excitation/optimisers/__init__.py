"""The optimisers by name. Each runs until the search reports that its time is used up."""

from collections.abc import Callable, Mapping

from core.excitation.optimisers.gradient_descent import search_by_gradient
from core.excitation.optimisers.problem import Problem
from core.excitation.optimisers.published_searches import (
    search_by_evolution,
    search_by_finite_differences,
    search_by_pattern,
)
from core.excitation.optimisers.search import Search
from core.excitation.settings import MethodName

__all__ = ["METHODS"]

METHODS: Mapping[MethodName, Callable[[Problem, Search], None]] = {
    MethodName.GRADIENT: search_by_gradient,
    MethodName.INTERIOR_POINT: search_by_finite_differences,
    MethodName.GENETIC: search_by_evolution,
    MethodName.PATTERN: search_by_pattern,
}
