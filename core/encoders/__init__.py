"""Two encoders of one joint: whether they agree in sign, ratio, coupling, offset."""
