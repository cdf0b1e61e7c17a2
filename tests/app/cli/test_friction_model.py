"""A friction model is one entry of ``MODELS`` in ``core.friction.models``: fitted, stored, read and shown."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.cli.conftest import identify_arguments

MODEL = """

def _square_root_columns(motion: JointMotion, shape: Shape) -> tuple[FloatArray, ...]:
    root = np.sign(motion.velocity) * np.sqrt(np.abs(motion.velocity) / shape["bend"])
    return np.sign(motion.velocity), root


SQUARE_ROOT = FrictionForm(
    name="square-root",
    title="Root of the speed",
    coefficients=(Coefficient("coulomb", TORQUE), Coefficient("rooted", TORQUE)),
    columns=_square_root_columns,
    shape_start={"bend": 1.0},
    shape_candidates=({"bend": 0.5}, {"bend": 1.0}),
)
"""
LIST = "\nMODELS = ("
WITH_MODEL = """
import importlib.util
import sys

written = importlib.util.spec_from_file_location("core.friction.models", sys.argv[1])
sys.modules["core.friction.models"] = models = importlib.util.module_from_spec(written)
written.loader.exec_module(models)

from app.__main__ import main  # noqa: E402  nothing may have asked for the models before
"""
ON_THE_COMMAND_LINE = f"{WITH_MODEL}\nsys.exit(main(sys.argv[2:]))\n"
READ = f"""{WITH_MODEL}
import json
from pathlib import Path

from app.speech import model_words
from core.fields import from_fields, to_fields
from core.friction.models import FrictionKind
from core.friction.sweeps.result import FrictionSweeps
from core.identification.friction_sweeps import measure_sweeps
from core.identification.gains.identify import FORMS
from core.identification.model import FittedModel
from core.identification.result import IDENTIFICATION, IdentificationResult
from core.robot.toml_format import parse_toml
from core.storage.visit import Visit
from tests.core.friction.sweeps.swept_arm import ARM, planned, recorded

with Visit.open(Path(sys.argv[2])) as visit:
    result = visit.result(visit.results(IDENTIFICATION)[-1].key, IdentificationResult)
    robot = parse_toml(visit.robot_toml)
kind = result.settings.friction
fitted = FittedModel.of(result, robot)
rubbing = recorded(planned(), lambda v, load: 3.0 * (v > 0) - 3.0 * (v < 0) + v)
swept = measure_sweeps([rubbing], ARM, joints=[0])
again = from_fields(FrictionSweeps, to_fields(swept))
fit = again.joints[0].fit_of(kind)
print(json.dumps({{
    "kind": kind.value,
    "is_known": kind is FrictionKind("square-root"),
    "words": model_words.friction_word(kind),
    "shape": result.friction[0].shape_constants,
    "names": [parameter.expression for parameter in result.friction[0].coefficients],
    "columns": len(fitted.plan.form.coefficients),
    "swept": dict(zip(fit.names, fit.coefficients.tolist())),
}}))
"""


@pytest.fixture
def models(repository: Path, tmp_path: Path) -> Path:
    """The file of the models with a further one, the last of the list."""
    before, after = (repository / "core/friction/models.py").read_text("utf-8").split(LIST)
    listed, rest = after.split(")", 1)
    file = tmp_path / "models.py"
    file.write_text(f"{before}\n{MODEL}\n{LIST}{listed}, SQUARE_ROOT){rest}", "utf-8")
    return file


def run(repository: Path, script: str, *arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        cwd=repository, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_further_model_is_fitted_stored_read_and_told(repository, models, identified_visit, tmp_path):
    visit = tmp_path / "visit.h5"
    shutil.copy(identified_visit, visit)
    written = tmp_path / "model.json"
    arguments = identify_arguments(visit, "--json", str(written))
    arguments[arguments.index("--friction") + 1] = "square-root"
    assert "Friction parameters: Root of the speed" in run(
        repository, ON_THE_COMMAND_LINE, models, *arguments
    )
    assert '"friction": "square-root"' in written.read_text("utf-8")
    told = json.loads(run(repository, READ, models, visit))
    assert told["kind"] == "square-root"
    assert told["is_known"]
    assert told["words"] == "Root of the speed"
    assert told["names"] == ["coulomb of shoulder", "rooted of shoulder"]
    assert told["shape"]["bend"] in {0.5, 1.0}
    assert told["columns"] == 2
    assert 2.0 < told["swept"]["coulomb"] < 3.5


def test_a_further_model_can_be_asked_for(repository, models):
    assert "load-dependent,extended,square-root" in run(
        repository, ON_THE_COMMAND_LINE, models, "identify", "--help"
    )
