"""A recorded visit played back as a device."""
