"""Output that must not change unnoticed: what commands print, what models predict, what real data comes to."""
