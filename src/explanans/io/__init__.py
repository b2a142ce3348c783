"""Reading and atomic writing of files."""
