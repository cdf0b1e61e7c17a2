"""Language, units, quantities, numbers and dates as people read and write them. No Qt."""
