"""Tree authoring: a worksheet of facts, and an entailment tree made of them (Dalvi et al. 2021, section 3)."""
