"""What stands between a plan and a moving arm."""
