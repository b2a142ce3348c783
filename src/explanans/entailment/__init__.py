"""Whether sentences support, contradict or do not mention a claim."""
