"""The payload on the flange: mass and centre of mass."""
