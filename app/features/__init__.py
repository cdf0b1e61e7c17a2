"""One room per subject: how its result is worded, measured and shown. A feature knows no other."""
