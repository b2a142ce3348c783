"""EntailmentWriters: networks that write entailment trees (Dalvi et al. 2021, section 5)."""
