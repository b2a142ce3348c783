"""What of a claim can be decided exactly by its premises: numbers, dates, names, roles, negation, opposites, quantifiers."""
