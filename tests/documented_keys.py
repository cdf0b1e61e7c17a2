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
