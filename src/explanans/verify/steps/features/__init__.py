"""Features of a step: what is known of premises and the conclusion that is drawn from them."""
