"""Bases of rankers, as the tests of `retrieval` make them."""

from tests.retrieval.conftest import make_base

__all__ = ["make_base"]
