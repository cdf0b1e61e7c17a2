"""The declaration of the feature *verification*."""

from app.guide.feature import Feature

VERIFICATION = Feature("verification")
