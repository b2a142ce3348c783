"""Relevance rating: how relevant each fact of a shortlist is to an answer (Jansen et al. 2021)."""
