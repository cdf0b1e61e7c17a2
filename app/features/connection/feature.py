"""The declaration of the feature *connection*."""

from app.guide.feature import Feature

CONNECTION = Feature("connection")
