"""Fields of reports besides their scores."""
