"""Arms whose joints are moteus drives on one CAN-FD bus."""
