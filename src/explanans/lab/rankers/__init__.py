"""Rankers of the shared tasks that the package is compared with."""
