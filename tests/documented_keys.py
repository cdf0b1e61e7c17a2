"""The JSON keys of results that others script against."""

IDENTIFY_KEYS = {
    "base_parameter_count",
    "base_parameters",
    "friction",
    "drive_gain",
    "condition_number",
    "physical",
    "residual_model",
    "verdict",
    "validation",
}
VALIDATION_KEYS = {
    "recording",
    "rms_torque",
    "rms_current",
    "relative_error",
    "total_rms_torque",
    "total_rms_current",
    "moving_rms_torque",
}
EXCITE_KEYS = {
    "condition_number",
    "base_parameter_count",
    "convention",
    "seconds",
    "evaluations",
    "history",
    "peak_position",
    "peak_velocity",
    "peak_acceleration",
    "limit_use",
    "boundary_error",
    "trajectory",
    "numbers",
    "closest",
    "torque_share",
    "top_speed",
    "verdict",
    "reasons",
}
TRAJECTORY_KEYS = {"kind", "period_s", "a", "b", "q0"}
FRONT_PAGE_KEYS = {
    *("outcome", "meaning", "verdict", "needs_care", "arm"),
    *("found", "to_do", "changed", "not_measured"),
}
"""Of ``front_page``, the first page of a report."""
REPORT_KEYS = {
    "front_page",
    "commissioning",
    "verification",
    "friction_sweeps",
    "elasticity",
    "payload",
    "payload_setting",
    "stiffness",
    "covariance",
    "robot_toml",
}
"""Beside those of the identification, in the JSON that goes with the PDF of a commissioning."""
COMMISSIONING_KEYS = {
    "robot",
    "verdict",
    "verified",
    "next_steps",
    "operator",
    "serial",
    "serials",
    "controllers",
    "visit",
    "began_at",
    "recorded_from",
    "recorded_to",
    "written_at",
    "software",
    "commit",
    "payload_mounted_kg",
    "payload_unknown_in",
    "marks",
    "recordings",
}
COMPARE_KEYS = {"front_page", "robot", "visits", "sentences", "verdict", "comparisons", "trend", "history"}
COMPARED_PAIR_KEYS = {
    "before",
    "after",
    "verdict",
    "twist",
    "friction",
    "payload",
    "verification",
    "stiffness",
}
VALUE_CHANGE_KEYS = {
    "before",
    "before_std",
    "after",
    "after_std",
    "change",
    "change_std",
    "stds",
    "least_seen",
    "significant",
}
