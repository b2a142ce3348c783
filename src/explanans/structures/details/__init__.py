"""Fields of reports beside their scores."""
