"""The connection to an arm: choice of a controller, identity, readiness."""
