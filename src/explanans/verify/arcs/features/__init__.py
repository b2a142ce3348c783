"""Features of an arc of a claim: what is known of it in view of a source."""
