"""Run the command line as ``python -m explanans``."""

from explanans.cli import main

main()
