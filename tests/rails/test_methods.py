"""The page of methods names places that are there, and the papers that the code cites."""

import ast
import re

import pytest

PAGE = "resources/help/methods.md"
PLACE = re.compile(r"`([\w/]+\.py):(\w+)`")
CITED = re.compile(r"(?<![\w\[])\[(?!None|True|False)([A-Z][a-z]+)\]")
PAPER = re.compile(r"^- \*\*\[([A-Z][a-z]+)\]\*\*", re.MULTILINE)
PRODUCT = ("core", "devices", "app")


@pytest.fixture(scope="module")
def page(repository):
    return (repository / PAGE).read_text("utf-8")


@pytest.fixture(scope="module")
def cited(repository):
    """The papers that docstrings and comments of the product cite."""
    texts = (path.read_text("utf-8") for folder in PRODUCT for path in (repository / folder).rglob("*.py"))
    return {name for text in texts for name in CITED.findall(text)}


def defined(source):
    """Names of the functions and classes at the top of a module."""
    kinds = ast.FunctionDef | ast.ClassDef
    return {node.name for node in ast.parse(source).body if isinstance(node, kinds)}


def test_every_place_of_a_method_is_there(page, repository):
    places = PLACE.findall(page)
    assert len(places) > 40
    gone = [
        f"{file}:{name}"
        for file, name in places
        if not (repository / file).is_file() or name not in defined((repository / file).read_text("utf-8"))
    ]
    assert not gone


def test_the_papers_are_those_that_the_code_cites(page, cited):
    assert set(PAPER.findall(page)) == cited
    assert set(CITED.findall(page)) == cited
