"""Recording the arm while it stands or sways."""
