"""Measure answers to multiple-choice questions."""
