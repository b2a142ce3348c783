"""Measures of rankings and of sets of facts, one by one."""
