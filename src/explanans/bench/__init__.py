"""Benchmarks: every system on a public data set, beside published figures and with its cost."""
