"""Features of a join: what is known of putting two or three premises together."""
