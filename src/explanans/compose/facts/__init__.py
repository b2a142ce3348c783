"""Models that write whole explanations, fact by fact (Jansen et al. 2021, section 6.1)."""
