"""People's grades of explanations: counts with intervals, agreement, and correlation with automatic scores."""
