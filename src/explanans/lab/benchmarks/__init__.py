"""Benchmarks on public data sets."""
