"""A real-coded genetic algorithm, the kind that [Wu] plans with.

Tournaments of two; simulated binary crossover (Deb and Agrawal, Complex Systems 9, 1995) of
whole joints and of single coordinates; polynomial mutation (Deb and Goyal 1996); the best of
parents and children survive.
"""

from dataclasses import dataclass
from itertools import chain

import numpy as np

from core.excitation.problem import Problem
from core.excitation.search import Search
from core.recording import FloatArray

POPULATION = 60
CROSSOVER = 0.9
"""Share of the pairs that are crossed."""
CROSSOVER_INDEX = 10.0
MUTATION_INDEX = 20.0
"""Distribution indices: children are nearer to their parents where these are larger."""
MUTATION_RANGE = 4.0
"""Of the whitened coordinates, that a mutation can reach at most."""
STAGNATION = 150
"""Generations without anything better, after which a new population is drawn."""
KEEP_OUT_WEIGHT = 10.0
_HALF = 0.5


@dataclass(frozen=True, eq=False)
class Individual:
    """A motion inside its limits and what it is worth; less is better."""

    x: FloatArray
    merit: float


def search_by_evolution(problem: Problem, search: Search) -> None:
    """Search until the time or the budget is used up; see the module."""
    while True:
        population = [_judged(problem, search, problem.random(search.generator)) for _ in range(POPULATION)]
        population.sort(key=_merit)
        fruitless = 0
        while fruitless < STAGNATION:
            before = population[0].merit
            children = [_children(problem, search, population) for _ in range(POPULATION // 2)]
            population = sorted(chain(population, *children), key=_merit)[:POPULATION]
            fruitless = 0 if population[0].merit < before else fruitless + 1


def _merit(individual: Individual) -> float:
    return individual.merit


def _judged(problem: Problem, search: Search, x: FloatArray) -> Individual:
    search.check()
    inside = problem.inside(x)
    merit = problem.merit(inside, keep_out_weight=KEEP_OUT_WEIGHT)
    if problem.latest_value < search.best_value:
        search.offer(inside, value=problem.latest_value)
    return Individual(inside, merit)


def _children(problem: Problem, search: Search, population: list[Individual]) -> list[Individual]:
    generator = search.generator
    first, second = (_winner(population, generator).x for _ in range(2))
    if generator.random() < CROSSOVER:
        first, second = _crossed(first, second, generator)
    return [_judged(problem, search, _mutated(child, generator)) for child in (first, second)]


def _winner(population: list[Individual], generator: np.random.Generator) -> Individual:
    """Of two at random the better one; the population is sorted."""
    return population[int(generator.integers(len(population), size=2).min())]


def _crossed(
    first: FloatArray, second: FloatArray, generator: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """Simulated binary crossover of half of the coordinates."""
    draw = generator.random(first.size)
    power = 1.0 / (CROSSOVER_INDEX + 1.0)
    spread = np.where(draw < _HALF, 2.0 * draw, 0.5 / (1.0 - draw)) ** power
    spread[generator.random(first.size) < _HALF] = 1.0
    middle, half = 0.5 * (first + second), 0.5 * spread * (first - second)
    return middle + half, middle - half


def _mutated(x: FloatArray, generator: np.random.Generator) -> FloatArray:
    """Polynomial mutation of one coordinate on average."""
    draw = generator.random(x.size)
    power = 1.0 / (MUTATION_INDEX + 1.0)
    step = np.where(draw < _HALF, (2.0 * draw) ** power - 1.0, 1.0 - (2.0 - 2.0 * draw) ** power)
    hit = generator.random(x.size) < 1.0 / x.size
    return np.asarray(x + MUTATION_RANGE * np.where(hit, step, 0.0))
