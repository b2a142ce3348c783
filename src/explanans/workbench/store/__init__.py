"""What the workbench keeps: accounts, projects, and every version of everybody's work."""
