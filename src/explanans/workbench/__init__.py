"""The workbench: a web application in which people author, rate, collect and review explanations.

``store`` keeps everything, in SQLite or PostgreSQL; ``kinds`` are the kinds of tasks, one package each; ``web`` shows
them in a browser. Only the command line imports this package.
"""
