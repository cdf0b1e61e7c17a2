"""Visit files with every kind of result, from the example results of the other tests."""

from dataclasses import replace
from pathlib import Path

from app.visit.stored_products import EXCITATION_PLAN, EXCITATION_RUN
from core.elasticity.result import ELASTICITY
from core.friction.sweeps.result import FRICTION_SWEEPS
from core.identification.result import IDENTIFICATION
from core.identification.synthetic import synthesize
from core.identification.verification_result import VERIFICATION
from core.payload.result import PAYLOAD, PayloadResult
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.stiffness.compensation_result import COMPENSATION
from core.stiffness.result import STIFFNESS
from core.storage.visit import Visit
from tests.app import (
    payload_examples,
    plan_examples,
    sweep_examples,
    twist_examples,
    verification_examples,
)
from tests.app.reports import report_examples, stiffness_examples

FITTED, CHECKED = twist_examples.FIT, twist_examples.CHECK
VERIFIED = "verify-excitation"
PAYLOADS: dict[str, PayloadResult] = {
    "payload": payload_examples.payload(),
    "payload-uncertain": payload_examples.uncertain(),
    "payload-without-scale": payload_examples.without_scale(),
    "payload-one-direction": payload_examples.one_direction(),
    "payload-dynamic": payload_examples.dynamic(),
}


def full_visit(path: Path) -> Path:
    """An EC66 with everything but the stiffness of the whole arm."""
    robot = load_robot("ec66")
    with Visit.create(path, robot_toml=write_toml(robot)) as visit:
        for seed, label in enumerate((FITTED, CHECKED, VERIFIED)):
            visit.add_recording(synthesize(robot, seed=seed, duration_s=3.0, label=label, rate_hz=200.0))
        visit.add_result(IDENTIFICATION, report_examples.example_result())
        visit.add_result(FRICTION_SWEEPS, sweep_examples.sweeps())
        visit.add_result(EXCITATION_PLAN, plan_examples.plan())
        visit.add_result(EXCITATION_RUN, plan_examples.run())
        visit.add_result(ELASTICITY, twist_examples.elasticity())
        visit.add_result(VERIFICATION, verification_examples.verification(limit=0.1))
        for found in PAYLOADS.values():
            visit.add_result(PAYLOAD, found)
    return path


def elastic_visit(path: Path) -> Path:
    """An arm whose links give: its stiffness by both routes, and a tool that was brought back."""
    robot = load_robot(stiffness_examples.ROBOT)
    by_algebra = replace(stiffness_examples.by_algebra(), created_at="2026-03-01T08:00:00+00:00")
    by_experiment = replace(stiffness_examples.by_experiment(), created_at="2026-03-01T08:30:00+00:00")
    with Visit.create(path, robot_toml=write_toml(robot)) as visit:
        visit.add_result(STIFFNESS, by_algebra)
        visit.add_result(STIFFNESS, by_experiment)
        visit.add_result(COMPENSATION, stiffness_examples.compensation(by=by_experiment))
    return path
