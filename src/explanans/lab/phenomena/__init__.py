"""Generated inference examples with known meaning, one module per group of phenomena."""
