"""What kinds of tasks share in which several people rate the same: rows with scales, a page, settled differences."""
