"""Arms of Franka Robotics, read over the Franka Control Interface, and moved by the maker's own client."""
