"""Explanations as records, for terminals, as drawings and as pages.

A module a form: ``record`` (JSON), ``terminal`` (rich), ``svg`` (a drawing) and ``html`` (a page of its own).
"""
