"""The declaration of the feature *live*."""

from app.guide.feature import Feature

LIVE = Feature("live")
