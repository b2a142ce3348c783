"""Measures of entailment trees, as released with EntailmentBank and with that scorer's faults mended."""
