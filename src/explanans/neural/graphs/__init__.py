"""Networks that write explanation graphs or classify stances (Saha et al. 2021, section 7)."""
