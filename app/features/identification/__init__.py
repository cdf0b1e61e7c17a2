"""The dynamic model: chosen runs, identification, its results and exports."""
