"""The functions of the package for other programs: JSON over HTTP, and the Model Context Protocol."""
