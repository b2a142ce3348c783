"""Choices: how the answers that a question offers are weighed against one another, by what the facts say of each."""
