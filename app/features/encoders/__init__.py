"""The check of motor and link encoders against the robot's description."""
