"""Conclusions of steps, in words."""
