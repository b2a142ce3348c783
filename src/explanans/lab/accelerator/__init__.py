"""Trainings that are worth a short time on an accelerator, and what runs them one after the other."""
