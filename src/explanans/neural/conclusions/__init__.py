"""Language models that write conclusions."""
