"""The declaration of the feature *encoders*."""

from app.guide.feature import Feature

ENCODERS = Feature("encoders")
