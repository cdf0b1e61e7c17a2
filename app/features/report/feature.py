"""The declaration of the feature *report*."""

from app.guide.feature import Feature

REPORT = Feature("report")
