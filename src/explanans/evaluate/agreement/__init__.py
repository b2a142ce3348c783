"""How far people agree who rate the same things."""
