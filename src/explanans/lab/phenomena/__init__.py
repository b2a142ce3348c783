"""Generated inference examples with known meaning; ``registry`` lists the phenomena by group."""
