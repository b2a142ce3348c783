"""Statements of question and answer where the rules make none."""
