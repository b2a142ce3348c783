"""Digests of behaviour, to show that a change of the code changes no answer.

`records.jsonl` holds one short record per item: its id, a digest of its content (words, ids, statuses), a digest of its
scores (nine digits), and a summary for people. Everything is reached through public names and the command line, so that
the records stay comparable when modules move.

- ``python -m tests.differential`` compares a sample, which is also part of the test suite.
- ``python -m tests.differential --whole`` compares all items.
- ``python -m tests.differential --whole --update`` computes all items and stores them.
"""
