"""Importers and exporters: recordings and results in other programs' formats."""
