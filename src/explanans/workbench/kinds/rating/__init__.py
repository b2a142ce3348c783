"""Base of the rating kinds: rows with scales, the page, and the settling of differences."""
