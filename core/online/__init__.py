"""An identified model while the arm moves: expected torque and torque from outside."""
