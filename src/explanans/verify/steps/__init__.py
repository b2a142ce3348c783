"""Step entailment: whether a conclusion follows from its premises, judged by what right and wrong steps look like."""
