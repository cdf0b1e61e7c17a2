"""The check that motor and link encoders count as the description says."""
