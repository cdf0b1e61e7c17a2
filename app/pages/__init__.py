"""One file per page; a page binds views to the open visit and computes nothing."""
