"""Worker processes and virtual robots of the tests begin with their modules loaded.

The program starts each in a new Python, which takes a second before anything is worked out or moves.
Here they are copies of one new Python that has loaded what all of them load first. What a user starts is
started as it is by the tests that start the whole program.
"""

import multiprocessing
import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest

if sys.platform.startswith("linux"):  # here, not in each copy of a window
    import multiprocessing.forkserver

LOADED = (
    "app.jobs.worker",
    "app.visit.tasks",
    "core.storage.visit",
    "devices.virtual.emulated_arm",
    "devices.virtual.process",
    "tests.kernels_once",
    "tests.rehearsed_robot",
)


@pytest.fixture(scope="session")
def loaded_context(user_folders_of_its_own: None) -> Any:
    """How such a copy is made; its environment is that of the first."""
    os.environ.setdefault("MUJOCO_GL", "disable")  # as ``be_virtual_robot`` does before the physics comes
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(LOADED))
    return context


@pytest.fixture(autouse=True)
def children_begin_with_their_modules(request: pytest.FixtureRequest) -> Iterator[None]:
    """Take the place of ``spawn``, where a system can copy a process."""
    started_anew = (
        not sys.platform.startswith("linux")
        or "capfd" in request.fixturenames  # what a copy prints goes where it went in the first
    )
    if started_anew:
        yield
        return
    context, of_any_name, here = (
        request.getfixturevalue("loaded_context"),
        multiprocessing.get_context,
        os.getpid(),
    )

    def chosen(method: str | None = None) -> Any:
        return context if method == "spawn" and os.getpid() == here else of_any_name(method)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(multiprocessing, "get_context", chosen)
        yield
