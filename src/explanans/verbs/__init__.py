"""The verbs of the package, one module a room that they reach into; each takes one item or many.

Given many items, a verb opens its parts at once and returns an iterator, whose progress shows on a terminal after
``explanans.progress.show(True)``. Who asks again and again does better with what stays open, such as an ``Explainer``.
"""
