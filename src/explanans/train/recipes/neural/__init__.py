"""Networks that say sentences in other words."""
