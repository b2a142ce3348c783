"""Training a judge: what it learns from, and how what it is told is combined."""
