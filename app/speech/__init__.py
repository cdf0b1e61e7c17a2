"""How people read and write: language, units, quantities, numbers and dates. No Qt."""
