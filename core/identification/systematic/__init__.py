"""Errors of an identification that more data of the same kind do not reduce, as covariances."""
