"""Drive gains without priors: runs without and with a known payload mass."""
