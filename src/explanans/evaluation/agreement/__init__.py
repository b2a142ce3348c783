"""Agreement of raters on the same items."""
