"""The reading sheet: explanations read part by part, graded, and their faults named."""
