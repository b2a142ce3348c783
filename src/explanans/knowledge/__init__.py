"""Knowledge bases: where facts are read, indexed and found again."""
