"""Controllers, transports and acquisition: the only packages that open ports. They use no Qt."""
