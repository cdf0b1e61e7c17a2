"""Parts of a PDF report: pages, presentations, tables, plots and fonts."""
