"""Data sets in LeRobot's layouts of versions 2 and 3, with our own motion in them."""

import json
from pathlib import Path

import numpy as np

from core.recording import FloatArray
from tests.core.recognition.written_forms import Motion

FPS = 50


def write_set(
    root: Path,
    motion: Motion,
    *,
    names: object,
    version: str = "v3.0",
    robot_type: str = "panda",
    episodes: int = 1,
    state: FloatArray | None = None,
    late_s: float = 0.1,
    extra: dict[str, tuple[list[str], FloatArray]] | None = None,
) -> Path:
    """Write ``episodes`` copies of the motion; ``action`` is ahead of the state by ``late_s``."""
    import pyarrow as pa
    from pyarrow import parquet

    state, more = motion.position if state is None else state, extra or {}
    count, width = state.shape
    ahead = np.minimum(np.arange(count) + round(late_s * FPS), count - 1)
    features = {
        "observation.state": {"dtype": "float32", "shape": [width], "names": names},
        "action": {"dtype": "float32", "shape": [width], "names": names},
        "observation.images.front": {"dtype": "video", "shape": [480, 640, 3], "names": ["h", "w", "c"]},
        **{key: {"dtype": "float32", "shape": [len(own)], "names": own} for key, (own, _) in more.items()},
        **{key: {"dtype": "float32" if key == "timestamp" else "int64", "shape": [1], "names": None}
           for key in ("timestamp", "frame_index", "episode_index", "index", "task_index")},
    }  # fmt: skip
    info = {
        "codebase_version": version, "robot_type": robot_type, "fps": FPS, "total_episodes": episodes,
        "features": features,
    }  # fmt: skip
    (root / "meta").mkdir(parents=True)
    (root / "meta" / "info.json").write_text(json.dumps(info), encoding="utf-8")
    tables = [
        pa.table(
            {
                "observation.state": pa.array(list(state.astype(np.float32))),
                "action": pa.array(list(state[ahead].astype(np.float32))),
                **{key: pa.array(list(own.astype(np.float32))) for key, (_, own) in more.items()},
                "timestamp": (np.arange(count) / FPS).astype(np.float32),
                "frame_index": np.arange(count),
                "episode_index": np.full(count, number),
                "index": np.arange(count) + number * count,
                "task_index": np.zeros(count, dtype=np.int64),
            }
        )
        for number in range(episodes)
    ]  # fmt: skip
    folder = root / "data" / "chunk-000"
    folder.mkdir(parents=True)
    if version.startswith("v3"):
        parquet.write_table(pa.concat_tables(tables), folder / "file-000.parquet")
    else:
        for number, table in enumerate(tables):
            parquet.write_table(table, folder / f"episode_{number:06d}.parquet")
    return root
