"""Conclusions: say in words what follows from premises, by many proposers and one chooser."""
