"""Rankings of facts against gold explanations and expert ratings."""
