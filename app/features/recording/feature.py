"""The declaration of the feature *recording*."""

from app.guide.feature import Feature

RECORDING = Feature("recording")
