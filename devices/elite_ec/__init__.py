"""Arms of Elite's EC series: requests in JSON, a monitor stream at 125 Hz, moves from pose to pose."""
