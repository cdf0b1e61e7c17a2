"""How well a motion tells the parameters of an arm apart."""
