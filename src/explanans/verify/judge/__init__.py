"""Judge whether premises support a claim, contradict it, or say neither."""
