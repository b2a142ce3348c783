"""Scripts that write pages, pictures and figures of the project."""
