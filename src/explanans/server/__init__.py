"""The service over HTTP and the Model Context Protocol."""
