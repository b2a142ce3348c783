"""Measures of explanations as sets of facts (Jansen et al. 2021)."""
