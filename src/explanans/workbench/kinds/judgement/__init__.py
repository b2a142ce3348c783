"""Manual judgement of what any system made: facts that it ranked, trees, steps, graphs and claims."""
