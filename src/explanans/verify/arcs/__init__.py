"""Arc entailment: which arcs of a claim its source supports."""
