"""Search: find the leaves of an entailment tree and the steps that join them, by scorers learnt from gold trees."""
