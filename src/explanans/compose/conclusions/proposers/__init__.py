"""Proposers: one module for each kind of inference (Dalvi et al. 2021, table 3), and one for shorter wordings."""
