"""Long measurements, run by hand; ``--quick`` variants run in the tests."""
