"""The visit file: everything measured and found during one visit to one robot."""
