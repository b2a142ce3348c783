"""Measures that ask a network: similarities of sentences, and classifiers of graphs."""
