"""Lets compiled kernels call MuJoCo's step directly: through Python a call costs as much as the step."""

import ctypes
import sys
from typing import Any

import mujoco
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic


@intrinsic
def call_step(_typing: Any, _step: Any, _model: Any, _state: Any) -> Any:
    """Call the function at the address ``step`` with the addresses of model and state."""

    def generate(context: Any, builder: Any, _signature: Any, addresses: Any) -> Any:
        pointer = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [pointer, pointer])
        function = builder.inttoptr(addresses[0], kind.as_pointer())
        builder.call(function, [builder.inttoptr(address, pointer) for address in addresses[1:]])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


def step_addresses(model: mujoco.MjModel, state: mujoco.MjData) -> tuple[int, int, int]:
    """Addresses of MuJoCo's step, of ``model`` and of ``state``, for kernels.

    They are valid as long as model and state live.
    """
    # the library that MuJoCo's own module has loaded: Windows knows it by name, others look behind the module
    behind = sys.modules["mujoco._functions"].__file__
    library = ctypes.CDLL("mujoco.dll" if sys.platform == "win32" else behind)
    step = ctypes.cast(library.mj_step, ctypes.c_void_p).value
    assert step is not None
    return step, model._address, state._address  # noqa: SLF001 - meant for callers in C
