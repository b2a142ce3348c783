"""The database of the workbench: accounts, projects, and every version of every work."""
