"""The JSON keys of an identification that others script against."""

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
