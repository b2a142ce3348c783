"""Knowledge bases: sources, indexes, vectors and shards."""
