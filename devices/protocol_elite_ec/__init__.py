"""The language of Elite's EC controllers: requests in JSON, and the frames of the monitor port. Pure."""
