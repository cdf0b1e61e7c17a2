"""Checks of the set-up that recordings were made with: mounting, channels, signs, lags and drive gains."""
