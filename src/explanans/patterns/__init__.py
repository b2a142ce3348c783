"""Inference patterns over tables (CoSaTa) and their solver."""
