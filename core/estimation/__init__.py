"""Estimators over streams of regression rows, with honest covariance."""
