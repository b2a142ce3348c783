"""Claims: verdicts of ``check``, and the words that it marks, corrected by people."""
