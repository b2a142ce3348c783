"""Whether an argument supports or counters a belief, by words alone."""
