"""How the whole arm gives: springs in joints and links, reduced to the joints, in millimetres at the tool."""
