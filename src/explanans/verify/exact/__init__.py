"""What premises decide exactly of a claim: numbers, dates, names, roles, negation, opposites, quantifiers."""
