"""The catalogue of public data sets."""
