"""Check claims against sources of any length: find the evidence, judge each claim, and say what in it is at fault."""
